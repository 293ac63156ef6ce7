/// Records with stable handles: `Actor actors[] [[pool]]`. The items are contiguous, so a loop over
/// them is a loop over an array. A handle refers to a slot, and the slot has the item's current
/// index.
///   get     looks up slots[ref.index]; NULL if its generation differs from the handle's
///   remove  moves the last item to the index of the removed one: pointers to the last item become
///           invalid, handles stay valid. In a stable pool (stable_pool.h) no item moves
#ifndef ED_TYPES_POOL_H
#define ED_TYPES_POOL_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// A handle. With generation 0 it refers to no item.
typedef struct ed_Ref {
    u32 index;           // of the slot
    u32 generation;      // of the slot when the handle was made
} ed_Ref;

typedef struct ed_Slot {
    u32 generation;      // starts at 1, incremented each time the slot's item is removed; never 0
    u32 at;              // index of the slot's item; in a free slot: the next free slot + 1, or 0
} ed_Slot;

#define ED_POOL_STABLE 0x80000000u      // in ed_Pool.limit: no item moves

/// A pool in a record. Generated `Actor_pool` has this layout with typed items; it begins like
/// ed_Array.
typedef struct ed_Pool {
    void *items;              // NULL while empty
    u32 count, capacity;      // of items
    u32 *owners;              // for each item, the index of its slot; has room for `capacity`
    ed_Slot *slots;
    u32 slot_count, slot_capacity;
    u32 free_slot;      // the first free slot + 1; 0 if no slot is free
    u32 limit;          // of items, with ED_POOL_STABLE; 0: limited only by the arena
} ed_Pool;

/// Adds a zeroed item at the end. Returns NULL and changes nothing if the pool has `limit` items or
/// the arena is full. Generated `Actor_pool_add` also sets defaults.
void *ed_pool_add(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align);
ed_Ref ed_pool_ref(const ed_Pool *pool, u32 index);                ///< of the item at `index`
bool ed_pool_has(const ed_Pool *pool, ed_Ref ref);                 ///< the item exists
void *ed_pool_get(const ed_Pool *pool, ed_Ref ref, u32 size);      ///< NULL if the item was removed
/// Returns false if the item did not exist.
bool ed_pool_remove(ed_Pool *pool, ed_Ref ref, u32 size);
void ed_pool_clear(ed_Pool *pool, u32 size);      ///< removes all items
// For stable pools:
/// Removes an item by its address. Does nothing if no item is there.
void ed_pool_free(ed_Pool *pool, void *item, u32 size);
/// Returns the item after `item`, or the first one for NULL. Returns NULL after the last one. The
/// item itself may have been removed.
void *ed_pool_next(const ed_Pool *pool, const void *item, u32 size);

/// Returns false if the items were changed without these functions (`count = 0`, an array's add).
/// Handles are not reliable then.
bool ed_pool_is_valid(const ed_Pool *pool);

ED_C_END
#endif
