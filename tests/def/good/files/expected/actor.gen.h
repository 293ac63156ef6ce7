// From actor.def by eddiec: edit that file, not this one.
#ifndef GEN_ACTOR_H
#define GEN_ACTOR_H
#include "gen/math.gen.h"
#include "gen/unused.gen.h"
#include "gen/kinds.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;

struct Actor {
    Vec2 pos;
    Kind kind;
    u8   bag[BAG_MAX];
    u8   _pad0[3];
};

__extension__ enum {
    Actor_pos_tag = 0x54336489u,
    Actor_kind_tag = 0xd913e243u,
    Actor_bag_tag = 0x63b75f31u,
};

extern const ed_Type Actor_type;

/// Every default of the schema.
static inline void Actor_init(ed_Arena *arena, Actor *it)
{
    Actor_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Actor_pack(ed_Writer *w, const Actor *rows, u32 count)
{
    ed_pack_rows(w, &Actor_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Actor_unpack(ed_Reader *r, ed_Arena *arena, Actor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Actor_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Actor *Actor_array_add(ed_Arena *arena, Actor_array *array)
{
    Actor *it = (Actor *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Actor_type.align);
    if (it) {
        Actor_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Actor_array_remove(Actor_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    Actor_array actors;
};

__extension__ enum {
    Game_actors_tag = 0xb0b7b16bu,
};

extern const ed_Type Game_type;

/// Every default of the schema.
static inline void Game_init(ed_Arena *arena, Game *it)
{
    Game_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}

ED_C_END
#endif
