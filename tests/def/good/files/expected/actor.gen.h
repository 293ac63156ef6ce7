// From actor.def by eddiec: edit that file, not this one.
#ifndef GEN_ACTOR_H
#define GEN_ACTOR_H
#include "gen/math.gen.h"
#include "gen/unused.gen.h"
#include "gen/kinds.gen.h"
#include "runtime/read.h"
#include "runtime/types.h"
#include "runtime/write.h"
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

enum {
    Actor_pos_tag = 0x54336489u,
    Actor_kind_tag = 0xd913e243u,
    Actor_bag_tag = 0x63b75f31u,
};

extern const ed_Type Actor_type;

/// Every default of the schema.
void Actor_init(ed_Arena *arena, Actor *it);
/// An array of maps by tag.
void Actor_pack(ed_Writer *w, const Actor *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Actor_unpack(ed_Reader *r, ed_Arena *arena, Actor *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
Actor *Actor_array_add(ed_Arena *arena, Actor_array *array);
/// The last one takes its place.
void Actor_array_remove(Actor_array *array, u32 index);

typedef struct Game Game;

struct Game {
    Actor_array actors;
};

enum {
    Game_actors_tag = 0xb0b7b16bu,
};

extern const ed_Type Game_type;

/// Every default of the schema.
void Game_init(ed_Arena *arena, Game *it);
/// An array of maps by tag.
void Game_pack(ed_Writer *w, const Game *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count);

ED_C_END
#endif
