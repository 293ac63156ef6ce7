// From game.def by eddiec: edit that file, not this one.
#ifndef GEN_GAME_H
#define GEN_GAME_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Actor  // by more than one header
#define GEN_NAMES_Actor
typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Actor_ref {
    u32 index;
    u32 generation;
} Actor_ref;
typedef struct Actor_ref_array {
    Actor_ref *items;
    u32 count, capacity;
} Actor_ref_array;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Actor_pool {
    Actor *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Actor_pool;
#endif

#ifndef GEN_NAMES_Shape  // by more than one header
#define GEN_NAMES_Shape
typedef struct Shape Shape;
typedef struct Shape_array {
    Shape *items;
    u32 count, capacity;
} Shape_array;
#endif

typedef struct Team Team;
typedef struct Team_array {
    Team *items;
    u32 count, capacity;
} Team_array;

struct Team {
    Actor_ref       chief;
    Actor_ref_array members;
    Shape_array     shapes;
};

__extension__ enum {
    Team_chief_tag = 0xd18a3a92u,
    Team_members_tag = 0x37e24810u,
    Team_shapes_tag = 0xb04f20cfu,
};

extern const ed_Type Team_type;

/// Every default of the schema.
static inline void Team_init(ed_Arena *arena, Team *it)
{
    Team_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Team_pack(ed_Writer *w, const Team *rows, u32 count)
{
    ed_pack_rows(w, &Team_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Team_unpack(ed_Reader *r, ed_Arena *arena, Team *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Team_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Team *Team_array_add(ed_Arena *arena, Team_array *array)
{
    Team *it = (Team *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Team_type.align);
    if (it) {
        Team_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Team_array_remove(Team_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

#ifndef GEN_NAMES_Item  // by more than one header
#define GEN_NAMES_Item
typedef struct Item Item;
typedef struct Item_array {
    Item *items;
    u32 count, capacity;
} Item_array;
#endif

typedef struct Game Game;

struct Game {
    Actor_pool actors;
    Item_array loot;
    Team       team;
};

__extension__ enum {
    Game_actors_tag = 0xb0b7b16bu,
    Game_loot_tag = 0xe1ef4eb7u,
    Game_team_tag = 0xa2fd7d0cu,
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
