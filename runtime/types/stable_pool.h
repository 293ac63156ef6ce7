/// Pools whose items stay where they are: `Actor all[..64] [[pool, stable]]`. The memory for all
/// items is taken at the first add, and the index of an item is that of its slot. Removing an item
/// leaves a gap, which the next add fills. So pointers to an item are valid as long as it exists.
///
/// ed_Pool.count is the number of slots that were used. `owners` has, for each, its own index if it
/// has an item, or ED_POOL_GAP; the memory of a gap is zero. In a snapshot, and as long as one is
/// loaded, the items are without gaps, as in any pool: ed_pool_gather and ed_pool_spread convert.
#ifndef ED_TYPES_STABLE_POOL_H
#define ED_TYPES_STABLE_POOL_H
#include "runtime/types/pool.h"
#include "runtime/types/state.h"
ED_C_BEGIN

#define ED_POOL_GAP UINT32_MAX

static inline bool ed_pool_is_stable(const ed_Pool *pool) { return pool->limit & ED_POOL_STABLE; }
/// Returns whether there is an item at the index. In other pools, every index below `count` has
/// one.
static inline bool ed_pool_has_index(const ed_Pool *pool, u32 index)
{
    return index < pool->count && (!ed_pool_is_stable(pool) || pool->owners[index] == index);
}

/// Moves the items together, in the order of their slots, into memory of the arena. Returns false
/// and changes nothing if the arena is full.
bool ed_pool_gather(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align);
/// Does the opposite, for a pool with that limit.
bool ed_pool_spread(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align, u32 limit);

/// Gives the stable pools of new states, which are empty, the form of other pools.
void ed_stable_pools_close(const ed_State *state);
/// Spreads all stable pools of a state. Returns false if an arena of the state is full.
bool ed_stable_pools_open(const ed_State *state);

ED_C_END
#endif
