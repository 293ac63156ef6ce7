// From players.def by eddiec: edit that file, not this one.
#ifndef GEN_PLAYERS_H
#define GEN_PLAYERS_H
#include "gen/places.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Team  // by more than one header
#define GEN_NAMES_Team
typedef struct Team Team;
typedef struct Team_array {
    Team *items;
    u32 count, capacity;
} Team_array;
#endif

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

struct Player {
    u32        id;
    Place      home;
    Team_array teams;
};

__extension__ enum {
    Player_id_tag = 0x37386ae0u,
    Player_home_tag = 0xd2c8c28eu,
    Player_teams_tag = 0x140c8eedu,
};

extern const ed_Type Player_type;

/// Every default of the schema.
static inline void Player_init(ed_Arena *arena, Player *it)
{
    Player_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Player_pack(ed_Writer *w, const Player *rows, u32 count)
{
    ed_pack_rows(w, &Player_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Player_unpack(ed_Reader *r, ed_Arena *arena, Player *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Player_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Player *Player_array_add(ed_Arena *arena, Player_array *array)
{
    Player *it = (Player *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Player_type.align);
    if (it) {
        Player_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Player_array_remove(Player_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// One more, with its defaults; NULL over the limit.
Player *Player_pool_add(ed_Arena *arena, Player_pool *pool);
/// The handle of an item of the pool; none for NULL.
Player_ref Player_pool_ref(const Player_pool *pool, const Player *it);
/// NULL where it is gone.
Player *Player_pool_get(const Player_pool *pool, Player_ref ref);
/// The last one takes its place; false where it was gone.
bool Player_pool_remove(Player_pool *pool, Player_ref ref);
/// All of them go; their handles find nothing.
void Player_pool_clear(Player_pool *pool);

ED_C_END
#endif
