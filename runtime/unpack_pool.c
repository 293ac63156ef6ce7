#include "runtime/job.h"
#include <string.h>
#include "runtime/init.h"

ed_PoolParts ed_read_pool(ed_Reader *r)
{
    ed_PoolParts parts = { { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
    const u8 *at = r->at;
    u32 count = ed_read_map(r);
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r), value = ed_read_skip(r);
        if (key.size == 7 && memcmp(key.at, "handles", 7) == 0) parts.handles = value;
        if (key.size == 4 && memcmp(key.at, "free", 4) == 0)    parts.free = value;
        if (key.size == 5 && memcmp(key.at, "items", 5) == 0)   parts.items = value;
    }
    if (ed_read_ok(r) && (!parts.handles.at || !parts.free.at || !parts.items.at))
        ed_read_fail(r, ED_ERR_FORMAT, at, "a pool has handles, free and items");
    return parts;
}

/// Zeroed room for so many items and slots; fails in the reader.
static void reserve_slots(const ed_Job *job, ed_Pool *pool, u32 items, u32 slots)
{
    if (!slots || !ed_read_ok(job->u->r)) return;
    pool->owners = (u32 *)ed_arena_push(job->u->arena, items * sizeof(u32), _Alignof(u32));
    pool->slots  = (ed_Slot *)ed_arena_push(job->u->arena, slots * sizeof(ed_Slot), _Alignof(ed_Slot));
    if ((items && !pool->owners) || !pool->slots) {
        ed_read_fail(job->u->r, ED_ERR_LIMIT, job->u->r->at, "%u handles do not fit %s", slots, job->u->arena->name);
        *pool = (ed_Pool){ .limit = pool->limit };
        return;
    }
    pool->slot_count = pool->slot_capacity = slots;
}

static ed_Ref read_handle(ed_Reader *r, const ed_Pool *pool, u32 slots)
{
    const u8 *at = r->at;
    ed_Ref ref = { 0, 0 };
    if (ed_read_array(r) != 2) { ed_read_fail(r, ED_ERR_FORMAT, at, "a handle is [index, generation]"); return ref; }
    u64 index = ed_read_u64(r), generation = ed_read_u64(r);
    bool good = index < slots && generation && generation <= UINT32_MAX && !pool->slots[index].generation;
    if (!ed_read_ok(r)) return ref;
    if (!good) { ed_read_fail(r, ED_ERR_RANGE, at, "a handle that is out of range or given twice"); return ref; }
    return (ed_Ref){ (u32)index, (u32)generation };
}

/// Every slot is named once, by its item or as free; a slot whose item has no room is free from now on.
static void read_slots(const ed_Job *job, const ed_PoolParts *parts, ed_Pool *pool, u32 slots, u32 kept)
{
    ed_Reader *r = job->u->r;
    const u8 *end = r->at;
    r->at = parts->handles.at;
    u32 count = ed_read_array(r), *link = &pool->free_slot;
    u32 spare = UINT32_MAX;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Ref ref = read_handle(r, pool, slots);
        if (!ed_read_ok(r)) return;
        pool->slots[ref.index] = (ed_Slot){ ref.generation, i };
        if (i < kept) { pool->owners[i] = ref.index; continue; }
        pool->slots[ref.index] = (ed_Slot){ ref.generation == UINT32_MAX ? 1 : ref.generation + 1, spare == UINT32_MAX ? 0 : spare + 1 };
        spare = ref.index;
    }
    r->at = parts->free.at;
    count = ed_read_ok(r) ? ed_read_array(r) : 0;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        ed_Ref ref = read_handle(r, pool, slots);
        if (!ed_read_ok(r)) return;
        *link = ref.index + 1;
        link  = &pool->slots[ref.index].at;
        pool->slots[ref.index].generation = ref.generation;
    }
    *link = spare == UINT32_MAX ? 0 : spare + 1;
    if (ed_read_ok(r)) r->at = end;
}

static u32 array_size(ed_Reader *r, ed_Span array)
{
    const u8 *end = r->at;
    r->at = array.at;
    u32 count = ed_read_ok(r) ? ed_read_array(r) : 0;
    if (ed_read_ok(r)) r->at = end;
    return count;
}

static void unpack_pool_items(const ed_Job *job, ed_Pool *pool, ed_Span items, u32 count)
{
    ed_Reader *r = job->u->r;
    const u8 *end = r->at;
    r->at = items.at;
    ed_read_array(r);
    for (u32 i = 0; i < count && ed_read_enter(r, NULL, i); i++) {
        u8 *at = (u8 *)pool->items + (size_t)i * job->to->size;
        ed_Job inner = i < pool->count ? ed_job_handle(job, ed_pool_ref(pool, i)) : ed_job_tail(job, pool->count, i);
        if (i < pool->count) { ed_init_element(job->to, job->u->arena, at); ed_unpack_element(&inner, at); }
        else                 ed_unpack_cut(&inner);
        ed_read_leave(r);
    }
    if (ed_read_ok(r)) r->at = end;
}

/// The next item is there: it gets the slot.
static void give_slot(ed_Pool *pool, u32 slot)
{
    pool->slots[slot] = (ed_Slot){ 1, pool->count };
    pool->owners[pool->count] = slot;
}

void ed_unpack_pool(const ed_Job *job, ed_Pool *pool)
{
    ed_Reader *r = job->u->r;
    u32 limit = job->to->count ? job->to->count : UINT32_MAX;
    ed_PoolParts parts = ed_read_pool(r);
    if (!ed_read_ok(r)) return;
    u32 count = array_size(r, parts.items), handles = array_size(r, parts.handles), free_slots = array_size(r, parts.free);
    if (ed_read_ok(r) && handles != count) ed_read_fail(r, ED_ERR_FORMAT, parts.handles.at, "%u handles for %u items", handles, count);
    u32 kept = count < limit ? count : limit, total = kept;
    if (kept == count) total += ed_unpack_waiting(job, count, limit);
    *pool = (ed_Pool){ .limit = job->to->count };
    void *items = total && ed_read_ok(r) ? ed_unpack_push(job, total) : NULL;
    reserve_slots(job, pool, total, handles + free_slots + total - kept);
    if (!ed_read_ok(r)) return;
    pool->items    = items;
    pool->capacity = total;
    pool->count    = kept;
    if (pool->slot_count) read_slots(job, &parts, pool, handles + free_slots, kept);
    if (ed_read_ok(r)) unpack_pool_items(job, pool, parts.items, count);
    ed_unpack_tail(job, (u8 *)items, kept, total - kept);
    for (; pool->count < total; pool->count++) give_slot(pool, handles + free_slots + pool->count - kept);
}

/// A list that became a pool: every item gets a slot of its own.
void ed_unpack_listed_pool(const ed_Job *job, const ed_Array *items, ed_Pool *pool)
{
    *pool = (ed_Pool){ .items = items->items, .count = items->count, .capacity = items->count, .limit = job->to->count };
    reserve_slots(job, pool, items->count, items->count);
    for (pool->count = 0; pool->count < items->count && ed_read_ok(job->u->r); pool->count++) give_slot(pool, pool->count);
}
