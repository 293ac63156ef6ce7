// From game.def by eddiec: edit that file, not this one.
#include "gen/game.gen.h"
#include "gen/actors.gen.h"
#include "gen/branch.gen.h"
#include "gen/items.gen.h"
#include "gen/leaf.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(offsetof(Game, items) == 48, "Game.items");
_Static_assert(offsetof(Game, leaves) == 96, "Game.leaves");
_Static_assert(offsetof(Game, tree) == 144, "Game.tree");
_Static_assert(offsetof(Game, root) == 160, "Game.root");
_Static_assert(sizeof(Game) == 192, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    memset(it, 0, sizeof *it);
    it->items.limit = 8;
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->tree.branches, 2, 24, 8)) {
        it->tree.branches.count = 2;
        Branch_type.init(arena, &it->tree.branches.items[0]);
        Branch_type.init(arena, &it->tree.branches.items[1]);
    }
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, actors), .size = 48, .count = 0, .type = &Actor_type},
    {.tag = Game_items_tag, .name = "items", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, items), .size = 12, .count = 8, .type = &Item_type},
    {.tag = Game_leaves_tag, .name = "leaves", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, leaves), .size = 24, .count = 0, .type = &Leaf_type},
    {.tag = Game_tree_tag, .name = "tree", .kind = ED_STRUCT,
     .offset = offsetof(Game, tree), .size = 16, .count = 1, .type = &Tree_type,
     .preset_size = 33, .preset = (const u8[]){
         0x81, 0xce, 0x33, 0xef, 0x34, 0xe9, 0x92, 0x82, 0xce, 0x48, 0x81, 0xd8,
         0x41, 0xc0, 0xce, 0xea, 0xbd, 0x3d, 0x97, 0x90, 0x82, 0xce, 0x48, 0x81,
         0xd8, 0x41, 0xc0, 0xce, 0xea, 0xbd, 0x3d, 0x97, 0x90}},
    {.tag = Game_root_tag, .name = "root", .kind = ED_STRUCT,
     .offset = offsetof(Game, root), .size = 32, .count = 1, .type = &Root_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 5, .init = init_Game,
};
