#include "runtime/types/stable_pool.h"
#include <string.h>
#include "runtime/types/field.h"

void ed_pool_free(ed_Pool *pool, void *item, u32 size)
{
    size_t offset = (size_t)((u8 *)item - (u8 *)pool->items);
    if (!item || offset % size || offset / size >= pool->count) return;
    ed_pool_remove(pool, ed_pool_ref(pool, (u32)(offset / size)), size);
}

void *ed_pool_next(const ed_Pool *pool, const void *item, u32 size)
{
    u8 *items = (u8 *)pool->items;
    u32 index = item ? (u32)((size_t)((const u8 *)item - items) / size) + 1 : 0;
    while (index < pool->count && !ed_pool_has_index(pool, index)) index++;
    return index < pool->count ? items + (size_t)index * size : NULL;
}

bool ed_pool_gather(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align)
{
    u32 count = 0;
    for (u32 i = 0; i < pool->count; i++) count += ed_pool_has_index(pool, i);
    ed_Pool dense = *pool;
    dense.items = ed_arena_push(arena, (size_t)count * size, align);
    dense.owners = (u32 *)ed_arena_push(arena, count * sizeof *dense.owners, _Alignof(u32));
    dense.slots =
        (ed_Slot *)ed_arena_push(arena, pool->slot_count * sizeof *dense.slots, _Alignof(ed_Slot));
    if (!dense.items || !dense.owners || !dense.slots) return false;
    if (pool->slot_count) memcpy(dense.slots, pool->slots, pool->slot_count * sizeof *dense.slots);
    dense.limit &= ~ED_POOL_STABLE;
    dense.count = 0;
    for (u32 i = 0; i < pool->count; i++) {
        if (!ed_pool_has_index(pool, i)) continue;
        memcpy((u8 *)dense.items + (size_t)dense.count * size,
               (const u8 *)pool->items + (size_t)i * size, size);
        dense.slots[i].at = dense.count;
        dense.owners[dense.count++] = i;
    }
    dense.capacity = count;
    dense.slot_capacity = pool->slot_count;
    *pool = dense;
    return true;
}

bool ed_pool_spread(ed_Arena *arena, ed_Pool *pool, u32 size, u32 align, u32 limit)
{
    u32 slots = pool->slot_count > limit ? pool->slot_count : limit;
    ed_Pool spread = *pool;
    spread.limit = limit | ED_POOL_STABLE;
    spread.count = pool->slot_count;
    spread.capacity = spread.slot_capacity = slots;
    if (!pool->slot_count) {
        *pool = (ed_Pool){ .limit = spread.limit };
        return true;
    }
    spread.items = ed_arena_push(arena, (size_t)slots * size, align);
    spread.owners = (u32 *)ed_arena_push(arena, slots * sizeof *spread.owners, _Alignof(u32));
    spread.slots = (ed_Slot *)ed_arena_push(arena, slots * sizeof *spread.slots, _Alignof(ed_Slot));
    if (!spread.items || !spread.owners || !spread.slots) return false;
    memcpy(spread.slots, pool->slots, pool->slot_count * sizeof *spread.slots);
    for (u32 i = 0; i < pool->slot_count; i++) spread.owners[i] = ED_POOL_GAP;
    for (u32 i = 0; i < pool->count; i++) {
        u32 slot = pool->owners[i];
        memcpy((u8 *)spread.items + (size_t)slot * size, (const u8 *)pool->items + (size_t)i * size,
               size);
        spread.owners[slot] = spread.slots[slot].at = slot;
    }
    *pool = spread;
    return true;
}

// --- the pools of a state ------------------------------------------------------------------------

static ed_Pool *pool_of(const ed_State *state, u32 s, const ed_Field *field)
{
    if (field->shape != ED_POOL || !(field->flags & ED_FIELD_STABLE)) return NULL;
    return (ed_Pool *)(void *)((u8 *)state->roots[s].at + field->offset);
}

void ed_stable_pools_close(const ed_State *state)
{
    for (u32 s = 0; s < state->schema->state_count; s++)
        for (u32 i = 0; i < state->schema->states[s]->field_count; i++) {
            ed_Pool *pool = pool_of(state, s, &state->schema->states[s]->fields[i]);
            if (pool) pool->limit &= ~ED_POOL_STABLE;
        }
}

bool ed_stable_pools_open(const ed_State *state)
{
    bool good = true;
    for (u32 s = 0; s < state->schema->state_count; s++)
        for (u32 i = 0; i < state->schema->states[s]->field_count; i++) {
            const ed_Field *field = &state->schema->states[s]->fields[i];
            ed_Pool *pool = pool_of(state, s, field);
            if (pool)
                good &= ed_pool_spread(state->roots[s].arena, pool, field->size,
                                       ed_field_align(field), field->count);
        }
    return good;
}
