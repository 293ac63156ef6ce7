// From game.def by eddiec: edit that file, not this one.
#include "gen/game.gen.h"
#include "gen/actor.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Team, chief) == 0, "Team.chief");
_Static_assert(offsetof(Team, members) == 8, "Team.members");
_Static_assert(offsetof(Team, shapes) == 24, "Team.shapes");
_Static_assert(sizeof(Team) == 40, "Team");

static void init_Team(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Team));
}

static const ed_Field Team_fields[] = {
    {.tag = Team_chief_tag, .name = "chief", .kind = ED_REF,
     .offset = offsetof(Team, chief), .size = 8, .count = 1, .type = &Actor_type},
    {.tag = Team_members_tag, .name = "members", .kind = ED_REF, .shape = ED_DYNAMIC,
     .offset = offsetof(Team, members), .size = 8, .count = 0, .type = &Actor_type},
    {.tag = Team_shapes_tag, .name = "shapes", .kind = ED_UNION, .shape = ED_DYNAMIC,
     .offset = offsetof(Team, shapes), .size = 8, .count = 0, .type = &Shape_type},
};

const ed_Type Team_type = {
    .name = "Team",
    .tag = 0x2329c92cu,
    .kind = ED_STRUCT, .size = sizeof(Team), .align = _Alignof(Team),
    .fields = Team_fields, .field_count = 3, .init = init_Team,
};

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(offsetof(Game, loot) == 48, "Game.loot");
_Static_assert(offsetof(Game, team) == 64, "Game.team");
_Static_assert(sizeof(Game) == 104, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    memset(it, 0, sizeof *it);
    it->actors.limit = 16;
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->loot, 2, 2, 2)) {
        it->loot.count = 2;
        Item_type.init(arena, &it->loot.items[0]);
        Item_type.init(arena, &it->loot.items[1]);
        it->loot.items[1].weight = 7;
    }
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_POOL,
     .offset = offsetof(Game, actors), .size = 8, .count = 16, .type = &Actor_type},
    {.tag = Game_loot_tag, .name = "loot", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, loot), .size = 2, .count = 0, .type = &Item_type,
     .preset_size = 15, .preset = (const u8[]){
         0x92, 0x81, 0xce, 0x50, 0xa0, 0x9e, 0xb9, 0x02, 0x81, 0xce, 0x50, 0xa0,
         0x9e, 0xb9, 0x07}},
    {.tag = Game_team_tag, .name = "team", .kind = ED_STRUCT,
     .offset = offsetof(Game, team), .size = 40, .count = 1, .type = &Team_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 3, .init = init_Game,
};
