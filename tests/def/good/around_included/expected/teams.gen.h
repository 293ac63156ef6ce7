// From teams.def by eddiec: edit that file, not this one.
#ifndef GEN_TEAMS_H
#define GEN_TEAMS_H
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

#ifndef GEN_NAMES_Team  // by more than one header
#define GEN_NAMES_Team
typedef struct Team Team;
typedef struct Team_array {
    Team *items;
    u32 count, capacity;
} Team_array;
#endif

struct Team {
    u32          score;
    u32          _pad0;
    Player_array players;
};

__extension__ enum {
    Team_score_tag = 0xd22f9095u,
    Team_players_tag = 0xa90eae09u,
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

ED_C_END
#endif
