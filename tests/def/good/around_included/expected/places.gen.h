// From places.def by eddiec: edit that file, not this one.
#ifndef GEN_PLACES_H
#define GEN_PLACES_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Player  // by more than one header
#define GEN_NAMES_Player
typedef struct Player Player;
typedef struct Player_array {
    Player *items;
    u32 count, capacity;
} Player_array;
/// A handle of one in its pool; all zero is the null handle.
typedef struct Player_ref {
    u32 index;
    u32 generation;
} Player_ref;
/// The items lie packed together; a handle finds its own wherever it is now.
typedef struct Player_pool {
    Player *items;
    u32 count, capacity;
    u32 *owners;
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;
    u32 limit;
} Player_pool;
#endif

typedef struct Place Place;
typedef struct Place_array {
    Place *items;
    u32 count, capacity;
} Place_array;

/// By value in the other file, so only that one's header includes this one's.
struct Place {
    f32        x;
    Player_ref owner;
};

__extension__ enum {
    Place_x_tag = 0xfd0c5087u,
    Place_owner_tag = 0xf5674cd4u,
};

extern const ed_Type Place_type;

/// Every default of the schema.
static inline void Place_init(ed_Arena *arena, Place *it)
{
    Place_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Place_pack(ed_Writer *w, const Place *rows, u32 count)
{
    ed_pack_rows(w, &Place_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Place_unpack(ed_Reader *r, ed_Arena *arena, Place *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Place_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Place *Place_array_add(ed_Arena *arena, Place_array *array)
{
    Place *it = (Place *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Place_type.align);
    if (it) {
        Place_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Place_array_remove(Place_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    Player_pool all;
    u32         places_count;
    Place       places[4];
    u32         _pad0;
};

__extension__ enum {
    Game_all_tag = 0x13254bc4u,
    Game_places_tag = 0xb831971du,
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
