// From actor.def by eddiec: edit that file, not this one.
#include "gen/actor.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Actor, pos) == 0, "Actor.pos");
_Static_assert(offsetof(Actor, kind) == 8, "Actor.kind");
_Static_assert(offsetof(Actor, bag) == 9, "Actor.bag");
_Static_assert(sizeof(Actor) == 16, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Actor));
}

static const ed_Field Actor_fields[] = {
    {.tag = Actor_pos_tag, .name = "pos", .kind = ED_STRUCT,
     .offset = offsetof(Actor, pos), .size = 8, .count = 1, .type = &Vec2_type},
    {.tag = Actor_kind_tag, .name = "kind", .kind = ED_ENUM,
     .offset = offsetof(Actor, kind), .size = 1, .count = 1, .type = &Kind_type},
    {.tag = Actor_bag_tag, .name = "bag", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Actor, bag), .size = 1, .count = 4, .dims = {4}},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 3, .init = init_Actor,
};

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(sizeof(Game) == 16, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Game));
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, actors), .size = 16, .count = 0, .type = &Actor_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 1, .init = init_Game,
};
