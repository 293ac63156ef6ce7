// From order.def by eddiec: edit that file, not this one.
#include "gen/order.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

static const ed_Value Kind_values[] = {
    {.name = "FLOOR", .tag = 0x9c3b7e3du, .number = Kind_FLOOR},
    {.name = "WALL", .tag = 0xaca75e15u, .number = Kind_WALL},
};

const ed_Type Kind_type = {
    .name = "Kind",
    .tag = 0x3ff50c63u,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Kind), .align = _Alignof(Kind),
    .values = Kind_values, .value_count = 2,
};

_Static_assert(offsetof(Tile, kind) == 0, "Tile.kind");
_Static_assert(sizeof(Tile) == 1, "Tile");

static void init_Tile(ed_Arena *arena, void *any)
{
    Tile *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Kind_WALL;
}

static const ed_Field Tile_fields[] = {
    {.tag = Tile_kind_tag, .name = "kind", .kind = ED_ENUM,
     .offset = offsetof(Tile, kind), .size = 1, .count = 1, .type = &Kind_type,
     .preset_size = 1, .preset = (const u8[]){0x01}},
};

const ed_Type Tile_type = {
    .name = "Tile",
    .tag = 0xf3e131e9u,
    .kind = ED_STRUCT, .size = sizeof(Tile), .align = _Alignof(Tile),
    .fields = Tile_fields, .field_count = 1, .init = init_Tile,
};

_Static_assert(offsetof(Tree, kids) == 0, "Tree.kids");
_Static_assert(offsetof(Tree, kind) == 16, "Tree.kind");
_Static_assert(sizeof(Tree) == 24, "Tree");

static void init_Tree(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Tree));
}

static const ed_Field Tree_fields[] = {
    {.tag = Tree_kids_tag, .name = "kids", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Tree, kids), .size = 24, .count = 0, .type = &Tree_type},
    {.tag = Tree_kind_tag, .name = "kind", .kind = ED_ENUM,
     .offset = offsetof(Tree, kind), .size = 1, .count = 1, .type = &Kind_type},
};

const ed_Type Tree_type = {
    .name = "Tree",
    .tag = 0xedb780f5u,
    .kind = ED_STRUCT, .size = sizeof(Tree), .align = _Alignof(Tree),
    .fields = Tree_fields, .field_count = 2, .init = init_Tree,
};

_Static_assert(offsetof(World, tiles) == 0, "World.tiles");
_Static_assert(offsetof(World, root) == 64, "World.root");
_Static_assert(offsetof(World, lefts) == 88, "World.lefts");
_Static_assert(sizeof(World) == 104, "World");

static void init_World(ed_Arena *arena, void *any)
{
    World *it = any;
    memset(it, 0, sizeof *it);
    for (u32 i = 0; i < SIZE; i++)
        for (u32 j = 0; j < SIZE; j++)
            Tile_type.init(arena, &it->tiles[i][j]);
}

static const ed_Field World_fields[] = {
    {.tag = World_tiles_tag, .name = "tiles", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(World, tiles), .size = 1, .count = 64, .dims = {8, 8}, .type = &Tile_type},
    {.tag = World_root_tag, .name = "root", .kind = ED_STRUCT,
     .offset = offsetof(World, root), .size = 24, .count = 1, .type = &Tree_type},
    {.tag = World_lefts_tag, .name = "lefts", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(World, lefts), .size = 16, .count = 0, .type = &Left_type},
};

const ed_Type World_type = {
    .name = "World",
    .tag = 0xdd60ed33u,
    .kind = ED_STRUCT, .size = sizeof(World), .align = _Alignof(World),
    .fields = World_fields, .field_count = 3, .init = init_World,
};

_Static_assert(offsetof(Game, world) == 0, "Game.world");
_Static_assert(sizeof(Game) == 104, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    memset(it, 0, sizeof *it);
    World_type.init(arena, &it->world);
}

static const ed_Field Game_fields[] = {
    {.tag = Game_world_tag, .name = "world", .kind = ED_STRUCT,
     .offset = offsetof(Game, world), .size = 104, .count = 1, .type = &World_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 1, .init = init_Game,
};

_Static_assert(offsetof(Left, rights) == 0, "Left.rights");
_Static_assert(sizeof(Left) == 16, "Left");

static void init_Left(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Left));
}

static const ed_Field Left_fields[] = {
    {.tag = Left_rights_tag, .name = "rights", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Left, rights), .size = 24, .count = 0, .type = &Right_type},
};

const ed_Type Left_type = {
    .name = "Left",
    .tag = 0x92773890u,
    .kind = ED_STRUCT, .size = sizeof(Left), .align = _Alignof(Left),
    .fields = Left_fields, .field_count = 1, .init = init_Left,
};

_Static_assert(offsetof(Right, lefts) == 0, "Right.lefts");
_Static_assert(offsetof(Right, tile) == 16, "Right.tile");
_Static_assert(sizeof(Right) == 24, "Right");

static void init_Right(ed_Arena *arena, void *any)
{
    Right *it = any;
    memset(it, 0, sizeof *it);
    Tile_type.init(arena, &it->tile);
}

static const ed_Field Right_fields[] = {
    {.tag = Right_lefts_tag, .name = "lefts", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Right, lefts), .size = 16, .count = 0, .type = &Left_type},
    {.tag = Right_tile_tag, .name = "tile", .kind = ED_STRUCT,
     .offset = offsetof(Right, tile), .size = 1, .count = 1, .type = &Tile_type},
};

const ed_Type Right_type = {
    .name = "Right",
    .tag = 0x1e9e9f85u,
    .kind = ED_STRUCT, .size = sizeof(Right), .align = _Alignof(Right),
    .fields = Right_fields, .field_count = 2, .init = init_Right,
};
