#include <string.h>
#include "runtime/aside.h"
#include "runtime/init.h"
#include "runtime/packed.h"
#include "runtime/unpack_inner.h"

// --- its handles ---------------------------------------------------------------------------------

/// Zeroed room for so many items and slots; fails in the reader.
static void reserve_slots(const ed_Job *job, ed_Pool *pool, u32 items, u32 slots)
{
    if (!slots || !ed_read_ok(job->u->r)) return;
    pool->owners = (u32 *)ed_arena_push(job->u->arena, items * sizeof(u32), _Alignof(u32));
    pool->slots  = (ed_Slot *)ed_arena_push(job->u->arena, slots * sizeof(ed_Slot),
                                            _Alignof(ed_Slot));
    if ((items && !pool->owners) || !pool->slots) {
        ed_read_fail(job->u->r, ED_ERR_LIMIT, job->u->r->at, "%u handles do not fit %s", slots,
                     job->u->arena->name);
        *pool = (ed_Pool){ .limit = pool->limit };
        return;
    }
    pool->slot_count = pool->slot_capacity = slots;
}

/// Room for what tables announce is made once it is known that it is there.
static u32 table_count(ed_Reader *r, const ed_Table *table, size_t size)
{
    bool there = size && (u64)table->count * size <= table->rows.size;
    if (ed_read_ok(r) && !there)
        ed_read_fail(r, ED_ERR_FORMAT, table->at, "%zu bytes of rows: expected %u of %zu",
                     table->rows.size, table->count, size);
    return ed_read_ok(r) ? table->count : 0;
}

/// A list of handles in either form.
typedef struct Handles {
    u32      count;
    ed_Table table;              // rows.at is NULL in the other
} Handles;

/// The reader goes to the first of them.
static Handles enter_handles(const ed_Job *job, ed_Span list)
{
    ed_Reader *r = job->u->r;
    u32 order = job->plan && job->plan->from ? job->plan->from->flags & ED_FIELD_BIG : 0;
    ed_Field handle = { .name = "handles", .kind = ED_REF, .size = sizeof(ed_Ref), .count = 1,
                        .flags = order };
    Handles handles = { .count = 0 };
    if (!ed_read_ok(r)) return handles;
    r->at = list.at;
    if (!ed_table_follows(r)) { handles.count = ed_read_array(r); return handles; }
    if (!job->u->plan) {
        ed_read_fail(r, ED_ERR_FORMAT, list.at, "a table of handles where no types are told");
        return handles;
    }
    handles.table = ed_read_table(r);
    if (ed_table_check(r, ed_aside_arena(job->u), &handle, &handles.table))
        handles.count = handles.table.count;
    return handles;
}

static ed_Ref read_ref(ed_Reader *r, const Handles *handles, u32 i)
{
    u32 row[2];
    const u8 *at = r->at;
    if (handles->table.rows.at) {
        memcpy(row, handles->table.rows.at + (size_t)i * sizeof row, sizeof row);
        return (ed_Ref){ row[0], row[1] };
    }
    if (ed_read_array(r) != 2)
        ed_read_fail(r, ED_ERR_FORMAT, at, "a handle is [index, generation]");
    u64 index = ed_read_u64(r), generation = ed_read_u64(r);
    if (index > UINT32_MAX || generation > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "a handle is [index, generation], both u32");
    return (ed_Ref){ (u32)index, (u32)generation };
}

/// Of no use after a failure.
static ed_Ref read_handle(ed_Reader *r, const Handles *handles, u32 i,
                          const ed_Pool *pool, u32 slots)
{
    const u8 *at = r->at;
    ed_Ref ref = read_ref(r, handles, i);
    bool good = ref.index < slots && ref.generation && !pool->slots[ref.index].generation;
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_RANGE, at, "a handle that is out of range or given twice");
    return ref;
}

/// Slots of items, in their order; those of items without room become free, in a chain: its first
/// slot, or UINT32_MAX.
static u32 read_owners(const ed_Job *job, ed_Span list, ed_Pool *pool, u32 slots, u32 kept)
{
    ed_Reader *r = job->u->r;
    Handles handles = enter_handles(job, list);
    u32 spare = UINT32_MAX;
    for (u32 i = 0; i < handles.count && ed_read_ok(r); i++) {
        ed_Ref ref = read_handle(r, &handles, i, pool, slots);
        if (!ed_read_ok(r)) break;
        pool->slots[ref.index] = (ed_Slot){ ref.generation, i };
        if (i < kept) { pool->owners[i] = ref.index; continue; }
        u32 next_generation = ref.generation == UINT32_MAX ? 1 : ref.generation + 1;
        pool->slots[ref.index] = (ed_Slot){ next_generation, spare == UINT32_MAX ? 0 : spare + 1 };
        spare = ref.index;
    }
    return spare;
}

/// Every slot is named once, by its item or as free; behind the free ones come those of items
/// without room.
static void read_slots(const ed_Job *job, const ed_PoolParts *parts, ed_Pool *pool,
                       u32 slots, u32 kept)
{
    ed_Reader *r = job->u->r;
    const u8 *end = r->at;
    u32 *link = &pool->free_slot;
    u32 spare = read_owners(job, parts->handles, pool, slots, kept);
    Handles handles = enter_handles(job, parts->free);
    for (u32 i = 0; i < handles.count && ed_read_ok(r); i++) {
        ed_Ref ref = read_handle(r, &handles, i, pool, slots);
        if (!ed_read_ok(r)) return;
        *link = ref.index + 1;
        link  = &pool->slots[ref.index].at;
        pool->slots[ref.index].generation = ref.generation;
    }
    *link = spare == UINT32_MAX ? 0 : spare + 1;
    if (ed_read_ok(r)) r->at = end;
}

/// How many there are in a list of either form; `size`: bytes of one in a row.
static u32 count_list(ed_Reader *r, ed_Span list, size_t size)
{
    const u8 *end = r->at;
    u32 count;
    if (!ed_read_ok(r)) return 0;
    r->at = list.at;
    if (ed_table_follows(r)) {
        ed_Table table = ed_read_table(r);
        count = table_count(r, &table, size);
    }
    else count = ed_read_array(r);
    if (ed_read_ok(r)) r->at = end;
    return count;
}

static void unpack_pool_items(const ed_Job *job, ed_Pool *pool, ed_Span items, u32 count)
{
    ed_Reader *r = job->u->r;
    const u8 *end = r->at;
    r->at = items.at;
    if (ed_table_follows(r)) {      // needs_opening says that it goes by rows
        ed_Table table = ed_read_table(r);
        if (ed_table_check(r, ed_aside_arena(job->u), job->plan->from, &table))
            ed_unpack_rows_of(job, &table, (u8 *)pool->items, count, pool);
        if (ed_read_ok(r)) r->at = end;
        return;
    }
    ed_read_array(r);
    for (u32 i = 0; i < count && ed_read_enter(r, NULL, i); i++) {
        u8 *at = (u8 *)pool->items + (size_t)i * job->to->size;
        ed_Job inner = i < pool->count ? ed_job_handle(job, ed_pool_ref(pool, i))
                                       : ed_job_tail(job, pool->count, i);
        if (i < pool->count) {
            ed_init_element(job->to, job->u->arena, at);
            ed_unpack_element(&inner, at);
        } else {
            ed_unpack_cut(&inner);
        }
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

/// The items are a table that has to be read item by item.
static bool needs_opening(const ed_Job *job, const ed_PoolParts *parts)
{
    ed_Reader items;
    ed_read_init(&items, parts->items.at, parts->items.size);
    if (!ed_table_follows(&items)) return false;
    ed_Table table = ed_read_table(&items);
    return !job->plan || !ed_unpack_by_rows(job, &table);
}

static void read_pool(const ed_Job *job, ed_Pool *pool);
static void read_opened(const ed_Job *job, void *pool) { read_pool(job, (ed_Pool *)pool); }

static void unpack_opened_pool(const ed_Job *job, const u8 *at, ed_Pool *pool)
{
    ed_Reader *r = job->u->r;
    const u8 *end = r->at;
    if (!job->plan) {
        ed_read_fail(r, ED_ERR_FORMAT, at, "a table of what the types do not tell");
        return;
    }
    r->at = at;
    ed_unpack_opened(job, job->plan->from, read_opened, pool);
    if (ed_read_ok(r)) r->at = end;
}

static void read_pool(const ed_Job *job, ed_Pool *pool)
{
    ed_Reader *r = job->u->r;
    const u8 *start = r->at;
    u32 limit = job->to->count ? job->to->count : UINT32_MAX;
    ed_PoolParts parts = ed_read_pool(r);
    if (!ed_read_ok(r)) return;
    if (needs_opening(job, &parts)) { unpack_opened_pool(job, start, pool); return; }
    u32 count = count_list(r, parts.items, job->plan
                           && job->plan->from ? job->plan->from->size : 0);
    u32 handles = count_list(r, parts.handles, sizeof(ed_Ref));
    u32 free_slots = count_list(r, parts.free, sizeof(ed_Ref));
    if (ed_read_ok(r) && handles != count)
        ed_read_fail(r, ED_ERR_FORMAT, parts.handles.at, "%u handles for %u items", handles, count);
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
    ed_unpack_tail(job, (u8 *)items, count, total - kept);
    for (; pool->count < total; pool->count++)
        give_slot(pool, handles + free_slots + pool->count - kept);
}

/// Every item gets a slot of its own.
void ed_unpack_listed_pool(const ed_Job *job, const ed_Array *items, ed_Pool *pool)
{
    *pool = (ed_Pool){ .items = items->items, .capacity = items->count, .limit = job->to->count };
    reserve_slots(job, pool, items->count, items->count);
    for (; pool->count < items->count && ed_read_ok(job->u->r); pool->count++)
        give_slot(pool, pool->count);
}

// --- from a pool or a list, to a pool or a list --------------------------------------------------

bool ed_unpack_is_pool(const ed_Job *job)
{
    bool from = !job->plan || !job->plan->from || job->plan->from->shape == ED_POOL;
    return from && job->level == 0 && ed_read_form(job->u->r) == ED_FORM_MAP
        && !ed_table_follows(job->u->r);
}

void ed_unpack_pool(const ed_Job *job, ed_Pool *pool)
{
    ed_Array items;
    if (ed_unpack_is_pool(job)) { read_pool(job, pool); return; }
    ed_unpack_dynamic(job, &items, job->to->count ? job->to->count : UINT32_MAX);
    ed_unpack_listed_pool(job, &items, pool);
}

void ed_unpack_pool_as_list(const ed_Job *job, void *it)
{
    ed_Reader *r = job->u->r;
    ed_PoolParts parts = ed_read_pool(r);
    const u8 *end = r->at;
    if (!ed_read_ok(r)) return;
    r->at = parts.items.at;
    ed_unpack_shape(job, it);
    if (ed_read_ok(r)) r->at = end;
}
