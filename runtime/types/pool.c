#include "runtime/types/pool.h"
#include <string.h>
#include "runtime/types/stable_pool.h"

static bool reserve(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align)
{
    ed_Array items = { pool->items, pool->count, pool->capacity };
    ed_Array owners = { pool->owners, pool->count, pool->capacity };
    ed_Array slots = { pool->slots, pool->slot_count, pool->slot_capacity };
    if (!ed_array_reserve(arena, &items, pool->count + 1, size, align)) return false;
    if (!ed_array_reserve(arena, &owners, items.capacity, sizeof *pool->owners, _Alignof(u32)))
        return false;
    if (!pool->free_slot
        && !ed_array_reserve(arena, &slots, pool->slot_count + 1, sizeof *pool->slots,
                             _Alignof(ed_Slot)))
        return false;
    pool->items = items.items;
    pool->capacity = items.capacity;
    pool->owners = (u32 *)owners.items;
    pool->slots = (ed_Slot *)slots.items;
    pool->slot_capacity = slots.capacity;
    return true;
}

static u32 take_slot(ed_Pool *pool)
{
    if (!pool->free_slot) {
        pool->slots[pool->slot_count] = (ed_Slot){ .generation = 1 };
        return pool->slot_count++;
    }
    u32 slot = pool->free_slot - 1;
    pool->free_slot = pool->slots[slot].at;
    return slot;
}

/// The memory for all items of a stable pool is taken at once.
static void *add_stable(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align)
{
    u32 limit = pool->limit & ~ED_POOL_STABLE;
    if (!pool->items) {
        ed_Pool empty = { .slot_count = 0 };
        void *items = ed_arena_push(arena, (size_t)limit * size, align);
        empty.owners = (u32 *)ed_arena_push(arena, limit * sizeof(u32), _Alignof(u32));
        empty.slots = (ed_Slot *)ed_arena_push(arena, limit * sizeof(ed_Slot), _Alignof(ed_Slot));
        if (!items || !empty.owners || !empty.slots) return NULL;
        empty.items = items;
        empty.capacity = empty.slot_capacity = limit;
        empty.limit = pool->limit;
        *pool = empty;
    }
    if (!pool->free_slot && pool->slot_count >= pool->capacity) return NULL;
    u32 slot = take_slot(pool);
    pool->slots[slot].at = pool->owners[slot] = slot;
    pool->count = pool->slot_count;
    return memset((u8 *)pool->items + (size_t)slot * size, 0, size);
}

void *ed_pool_add(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align)
{
    if (ed_pool_is_stable(pool)) return add_stable(arena, pool, size, align);
    if (pool->count == UINT32_MAX || (pool->limit && pool->count >= pool->limit)
        || !reserve(arena, pool, size, align))
        return NULL;
    u32 slot = take_slot(pool), index = pool->count++;
    pool->slots[slot].at = index;
    pool->owners[index] = slot;
    return memset((u8 *)pool->items + (size_t)index * size, 0, size);
}

ed_Ref ed_pool_ref(const ed_Pool *pool, u32 index)
{
    if (!ed_pool_has_index(pool, index)) return (ed_Ref){ 0, 0 };
    u32 slot = pool->owners[index];
    return (ed_Ref){ slot, pool->slots[slot].generation };
}

/// Returns the index of the handle's item, or `count` if the item does not exist.
static u32 find(const ed_Pool *pool, ed_Ref ref)
{
    if (ref.generation == 0 || ref.index >= pool->slot_count) return pool->count;
    const ed_Slot *slot = &pool->slots[ref.index];
    bool taken = slot->generation == ref.generation && slot->at < pool->count
              && pool->owners[slot->at] == ref.index;
    return taken ? slot->at : pool->count;
}

bool ed_pool_has(const ed_Pool *pool, ed_Ref ref) { return find(pool, ref) < pool->count; }

void *ed_pool_get(const ed_Pool *pool, ed_Ref ref, u32 size)
{
    u32 index = find(pool, ref);
    return index < pool->count ? (u8 *)pool->items + (size_t)index * size : NULL;
}

/// Makes a slot free whose item was removed.
static void free_slot(ed_Pool *pool, u32 index)
{
    ed_Slot *slot = &pool->slots[index];
    if (++slot->generation == 0) slot->generation = 1;
    slot->at = pool->free_slot;
    pool->free_slot = index + 1;
}

bool ed_pool_remove(ed_Pool *pool, ed_Ref ref, u32 size)
{
    u32 index = find(pool, ref);
    if (index == pool->count) return false;
    if (ed_pool_is_stable(pool)) {
        memset((u8 *)pool->items + (size_t)index * size, 0, size);
        pool->owners[index] = ED_POOL_GAP;
        free_slot(pool, index);
        return true;
    }
    ed_Array items = { pool->items, pool->count, pool->capacity };
    ed_array_remove_swap(&items, index, size);
    pool->count = items.count;
    pool->owners[index] = pool->owners[pool->count];
    pool->slots[pool->owners[index]].at = index;
    pool->owners[pool->count] = 0;
    free_slot(pool, ref.index);
    return true;
}

void ed_pool_clear(ed_Pool *pool, u32 size)
{
    for (u32 i = 0; ed_pool_is_stable(pool) && i < pool->count; i++)
        ed_pool_remove(pool, ed_pool_ref(pool, i), size);
    while (pool->count && !ed_pool_is_stable(pool))
        // ed_pool_remove fails only if the item has no valid slot
        if (!ed_pool_remove(pool, ed_pool_ref(pool, pool->count - 1), size)) pool->count--;
}

static bool is_taken(const ed_Pool *pool, u32 slot)
{
    u32 at = pool->slots[slot].at;
    return at < pool->count && pool->owners[at] == slot;
}

/// Checks that each slot has a generation and belongs to one item or to the chain of free slots.
bool ed_pool_is_valid(const ed_Pool *pool)
{
    u32 free_slots = 0, items = 0;
    if (pool->count > pool->slot_count || pool->count > pool->capacity) return false;
    for (u32 i = 0; i < pool->count; i++) {
        u32 slot = pool->owners[i];
        if (ed_pool_is_stable(pool) && slot == ED_POOL_GAP) continue;
        items++;
        if (slot >= pool->slot_count || pool->slots[slot].at != i || !pool->slots[slot].generation)
            return false;
    }
    for (u32 next = pool->free_slot; next && free_slots <= pool->slot_count; free_slots++) {
        if (next > pool->slot_count || !pool->slots[next - 1].generation
            || is_taken(pool, next - 1))
            return false;
        next = pool->slots[next - 1].at;
    }
    return items + free_slots == pool->slot_count;
}
