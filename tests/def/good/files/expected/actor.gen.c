// From actor.def by eddiec: edit that file, not this one.
#include "gen/actor.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

_Static_assert(offsetof(Actor, pos) == 0, "Actor.pos");
_Static_assert(offsetof(Actor, kind) == 8, "Actor.kind");
_Static_assert(offsetof(Actor, bag) == 9, "Actor.bag");
_Static_assert(sizeof(Actor) == 16, "Actor");

static const ed_Field Actor_fields[] = {
    {.tag = Actor_pos_tag, .name = "pos", .kind = ED_STRUCT,
     .offset = offsetof(Actor, pos), .size = 8, .count = 1, .type = &Vec2_type},
    {.tag = Actor_kind_tag, .name = "kind", .kind = ED_ENUM,
     .offset = offsetof(Actor, kind), .size = 1, .count = 1, .type = &Kind_type},
    {.tag = Actor_bag_tag, .name = "bag", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Actor, bag), .size = 1, .count = 4, .dims = {4}},
};

static void init_Actor(ed_Arena *arena, void *it);

const ed_Type Actor_type = {
    .name = "Actor",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 3, .init = init_Actor,
};

void Actor_init(ed_Arena *arena, Actor *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Actor(ed_Arena *arena, void *it)
{
    Actor_init(arena, it);
}

void Actor_pack(ed_Writer *w, const Actor *rows, u32 count)
{
    ed_pack_rows(w, &Actor_type, rows, count);
}

bool Actor_unpack(ed_Reader *r, ed_Arena *arena, Actor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Actor_type, rows, count);
}

Actor *Actor_array_add(ed_Arena *arena, Actor_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Actor), _Alignof(Actor));
}

void Actor_array_remove(Actor_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(sizeof(Game) == 16, "Game");

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, actors), .size = 16, .count = 0, .type = &Actor_type},
};

static void init_Game(ed_Arena *arena, void *it);

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 1, .init = init_Game,
};

void Game_init(ed_Arena *arena, Game *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Game(ed_Arena *arena, void *it)
{
    Game_init(arena, it);
}

void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}
