#include <assert.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"

#define ROOM_BYTES 8192u      // enough to decode nearly every value

void ed_decode_into(ed_Reader *r, const ed_Field *field, ed_Arena *arena, u32 options, void *it)
{
    _Alignas(64) u8 room[ROOM_BYTES];
    ed_Arena scratch;
    const ed_Type alone = {
        .name = field->name, .kind = ED_STRUCT, .fields = field, .field_count = 1
    };
    if (!ed_read_ok(r)) return;
    ed_arena_open_at(&scratch, "value buffer", room, sizeof room, ed_work_bytes_max());
    ed_Decoder d = { .r = r,
                     .arena = &scratch,
                     .into = arena,
                     .with_transient = (options & ED_DECODE_TRANSIENT) != 0,
                     .live = (options & ED_DECODE_POINTERS) != 0 };
    ed_decode_field(&d, &alone, 0, (u8 *)it);
    ed_arena_close(&scratch);
}

void ed_decode_refuse_items(ed_Decoder *d, const ed_Field *field, u32 count)
{
    ed_read_fail(d->r, ED_ERR_LIMIT, d->r->at,
                 "%u items of %u bytes do not fit into the memory of %s", count, field->size,
                 d->into->name);
}

bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count)
{
    ed_Field element = {
        .name = type->name, .kind = type->kind, .type = type, .size = type->size, .count = 1
    };
    u32 there = ed_read_array(r);
    for (u32 i = 0; i < count; i++) ed_type_init(type, arena, (u8 *)rows + (size_t)i * type->size);
    for (u32 i = 0; i < there && ed_read_enter(r, NULL, i); i++) {
        if (i < count) ed_decode_into(r, &element, arena, 0, (u8 *)rows + (size_t)i * type->size);
        else ed_read_skip(r);
        ed_read_leave(r);
    }
    return ed_read_ok(r);
}

// --- pools -------------------------------------------------------------------------

static ed_Ref handle_at(ed_Decoder *d, const ed_Array *handles, u32 i, const ed_Pool *pool)
{
    ed_Ref ref;
    memcpy(&ref, (const u8 *)handles->items + (size_t)i * sizeof ref, sizeof ref);
    bool good =
        ref.index < pool->slot_count && ref.generation && !pool->slots[ref.index].generation;
    if (!good) ed_read_fail(d->r, ED_ERR_RANGE, d->r->at, "a handle is out of range or used twice");
    return ref;
}

static bool reserve_slots(ed_Decoder *d, ed_Arena *arena, u32 items, u32 slots, ed_Pool *pool)
{
    pool->owners = (u32 *)ed_arena_push(arena, items * sizeof(u32), _Alignof(u32));
    pool->slots = (ed_Slot *)ed_arena_push(arena, slots * sizeof(ed_Slot), _Alignof(ed_Slot));
    if (pool->owners && pool->slots) {
        pool->slot_count = pool->slot_capacity = slots;
        return true;
    }
    ed_read_fail(d->r, ED_ERR_LIMIT, d->r->at, "%u handles do not fit into the memory of %s", slots,
                 arena->name);
    return false;
}

/// Restores the slots of the first `kept` items, and builds the chain of free slots: first the
/// writer's, then those of the items beyond `kept`.
static void keep_slots(ed_Decoder *d, const ed_Array *handles, const ed_Array *free_handles,
                       u32 kept, ed_Pool *pool)
{
    u32 *link = &pool->free_slot, cut = UINT32_MAX;
    for (u32 i = 0; i < handles->count; i++) {
        ed_Ref ref = handle_at(d, handles, i, pool);
        if (!ed_read_ok(d->r)) return;
        pool->slots[ref.index] = (ed_Slot){ ref.generation, i };
        if (i < kept) {
            pool->owners[i] = ref.index;
            continue;
        }
        u32 next = ref.generation == UINT32_MAX ? 1 : ref.generation + 1;
        pool->slots[ref.index] = (ed_Slot){ next, cut == UINT32_MAX ? 0 : cut + 1 };
        cut = ref.index;
    }
    for (u32 i = 0; i < free_handles->count; i++) {
        ed_Ref ref = handle_at(d, free_handles, i, pool);
        if (!ed_read_ok(d->r)) return;
        *link = ref.index + 1;
        link = &pool->slots[ref.index].at;
        pool->slots[ref.index].generation = ref.generation;
    }
    *link = cut == UINT32_MAX ? 0 : cut + 1;
}

void ed_decode_pool_slots(ed_Decoder *d, ed_Arena *arena, const ed_Array *handles,
                          const ed_Array *free_handles, u32 kept, ed_Pool *pool)
{
    u32 slots = handles ? handles->count + free_handles->count : kept;
    assert(!handles || kept <= handles->count);      // a pool has a handle for each item
    if (!slots || !ed_read_ok(d->r) || !reserve_slots(d, arena, kept, slots, pool)) return;
    if (handles) {
        keep_slots(d, handles, free_handles, kept, pool);
        return;
    }
    for (u32 i = 0; i < kept; i++) {
        pool->slots[i] = (ed_Slot){ 1, i };
        pool->owners[i] = i;
    }
}

/// Adds or removes items for a plain list of `count` items. Handles of the other items stay valid.
static bool resize_pool(ed_Decoder *d, const ed_Field *field, u32 count, ed_Pool *pool)
{
    while (pool->count > count
           && ed_pool_remove(pool, ed_pool_ref(pool, pool->count - 1), field->size)) {}
    while (pool->count < count && ed_pool_add(d->into, pool, field->size, ed_field_align(field))) {}
    if (pool->count != count) ed_decode_refuse_items(d, field, count);
    return pool->count == count;
}

bool ed_decode_pool_begin(ed_Decoder *d, const ed_Field *field, const ed_Array *handles,
                          const ed_Array *free_handles, u32 count, ed_Pool *pool)
{
    if (!handles) return resize_pool(d, field, count, pool);
    void *items = ed_arena_push_raw(d->into, (size_t)count * field->size, ed_field_align(field));
    if (!items) {
        ed_decode_refuse_items(d, field, count);
        return false;
    }
    *pool = (ed_Pool){
        .limit = field->count, .items = count ? items : NULL, .count = count, .capacity = count
    };
    ed_decode_pool_slots(d, d->into, handles, free_handles, count, pool);
    return ed_read_ok(d->r);
}
