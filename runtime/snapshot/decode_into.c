#include "runtime/snapshot/decode_into.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/snapshot/decode_inner.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"

typedef struct Store {
    ed_Decoder *d;
    ed_Arena *arena;      // for the lists and texts of the record
} Store;

static void store_field(const Store *s, ed_OldValue *value, u8 *it);

static void refuse_full(const Store *s, u32 count, u32 size)
{
    ed_read_fail(s->d->r, ED_ERR_LIMIT, s->d->r->at,
                 "%u items of %u bytes do not fit into the memory of %s", count, size,
                 s->arena->name);
}

// --- one element ---------------------------------------------------------------------------------

static void store_text(const Store *s, const ed_OldValue *value, u8 *at)
{
    const ed_Field *field = value->field;
    ed_OldText text = ed_old_value_text(value);
    size_t size = text.size && !s->d->with_transient ? strnlen(text.at, text.size) : text.size;
    if (field->kind == ED_STR) {
        if (!ed_str_put(s->arena, (ed_Str *)(void *)at, text.at, size))
            ed_read_fail(s->d->r, ED_ERR_LIMIT, s->d->r->at,
                         "a text of %zu bytes does not fit into the memory of %s", size,
                         s->arena->name);
        return;
    }
    size = ed_utf8_cut(text.at, size, field->size - 1);
    memset(at, 0, field->size);
    if (size) memcpy(at, text.at, size);
}

/// Leaves the enum at `at` unchanged if its type has no value with the number at `from`.
static void store_named(const ed_Type *type, const u8 *from, u8 *at)
{
    i64 bits = 0, known = 0;
    if (!ed_number_to_bits(type->base, ed_number_load(type->base, from), &bits)) return;
    for (u32 i = 0; i < type->value_count; i++) known |= type->values[i].number;
    if (type->kind == ED_FLAGS) bits &= known;
    else if (!ed_value_by_number(type, bits)) return;
    ed_number_store(type->base, at, ed_number_from_bits(type->base, bits));
}

static void store_record(const Store *s, const ed_OldValue *value, u8 *at)
{
    ed_OldRecordView record = ed_old_record_view(s->d, value);
    const ed_Type *type = record.type;
    ed_OldValue field;
    if (type->kind == ED_UNION && type->field_count)
        ed_union_set(type, &type->fields[ed_old_kind(&record)], s->arena, at);
    for (u32 i = 0; ed_read_ok(s->d->r) && ed_old_next(s->d, &record, &i, &field);)
        store_field(s, &field, at);
}

static void store_element(const Store *s, const ed_OldValue *value, u8 *at)
{
    const ed_Field *field = value->field;
    if (value->state != ED_OLD_VALUE) return;
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR: store_text(s, value, at); break;
    case ED_ENUM:
    case ED_FLAGS: store_named(field->type, value->at, at); break;
    case ED_STRUCT:
    case ED_UNION: store_record(s, value, at); break;
    case ED_PTR:
        memset(at, 0, sizeof(void *));
        if (s->d->live) memcpy(at, value->at, sizeof(void *));
        break;
    case ED_REF: memcpy(at, value->at, sizeof(ed_Ref)); break;
    default: ed_number_store(field->kind, at, ed_number_load(field->kind, value->at)); break;
    }
}

// --- arrays --------------------------------------------------------------------------------------

static void store_fixed(const Store *s, ed_OldValue *value, u8 *at)
{
    if (!value->list) {
        store_element(s, value, at);
        return;
    }
    u32 room = value->field->dims[value->level];
    size_t stride = ed_field_stride(value->field, value->level);
    for (u32 i = 0; i < value->count && i < room && ed_read_ok(s->d->r); i++) {
        ed_OldValue item = ed_old_item(s->d, value, i);
        store_fixed(s, &item, at + i * stride);
    }
}

static void store_items(const Store *s, ed_OldValue *list, u8 *items, u32 count)
{
    size_t size = list->field->size;
    if (!count || !ed_read_ok(s->d->r)) return;
    memset(items, 0, count * size);
    ed_init_elements(list->field, s->arena, items, count);
    for (u32 i = 0; i < count && ed_read_ok(s->d->r); i++) {
        ed_OldValue item = ed_old_item(s->d, list, i);
        store_element(s, &item, items + i * size);
    }
}

static void store_bounded(const Store *s, ed_OldValue *list, u8 *at)
{
    const ed_Field *field = list->field;
    u32 count = list->count < field->count ? list->count : field->count;
    // items after the last one are zero
    memset(at, 0, (size_t)ed_bounded_count(field, at) * field->size);
    memcpy(at - sizeof count, &count, sizeof count);
    store_items(s, list, at, count);
}

static void *push_items(const Store *s, const ed_Field *field, u32 count)
{
    void *items = ed_arena_push_raw(s->arena, (size_t)count * field->size, ed_field_align(field));
    if (!items) refuse_full(s, count, field->size);
    return items;
}

/// Allocates exactly as many items as needed.
static void store_dynamic(const Store *s, ed_OldValue *list, u8 *at)
{
    ed_Array array = { NULL, 0, 0 };
    if (list->count) array.items = push_items(s, list->field, list->count);
    if (array.items) array.count = array.capacity = list->count;
    memcpy(at, &array, sizeof array);
    store_items(s, list, (u8 *)array.items, array.count);
}

static void store_optional(const Store *s, ed_OldValue *value, u8 *at)
{
    memset(at, 0, value->field->size);
    at[-1] = value->state == ED_OLD_VALUE;
    if (!at[-1]) return;
    ed_init_element(value->field, s->arena, at);
    store_element(s, value, at);
}

// --- pools ---------------------------------------------------------------------------------------

/// Returns whether the value is a pool with handles, not a plain list of items.
static bool has_handles(const ed_OldValue *value)
{
    bool pool = value->field->shape == ED_POOL && value->state == ED_OLD_VALUE;
    return pool && ed_old_part(value, ED_POOL_HANDLES).count == value->count
        && (value->count || ed_old_part(value, ED_POOL_FREE).count);
}

static ed_Ref handle_at(ed_Decoder *d, const ed_OldArray *handles, u32 i, const ed_Pool *pool)
{
    ed_Ref ref;
    memcpy(&ref, handles->items + (size_t)i * sizeof ref, sizeof ref);
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
static void keep_slots(ed_Decoder *d, const ed_OldArray *handles, const ed_OldArray *free_handles,
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

void ed_decode_pool_slots(ed_Decoder *d, ed_Arena *arena, const ed_OldValue *value, u32 kept,
                          ed_Pool *pool)
{
    ed_OldArray handles = { NULL, 0, 0 }, free_handles = handles;
    bool known = has_handles(value);
    if (known) {
        handles = ed_old_part(value, ED_POOL_HANDLES);
        free_handles = ed_old_part(value, ED_POOL_FREE);
    }
    u32 slots = known ? handles.count + free_handles.count : kept;
    if (!slots || !ed_read_ok(d->r) || !reserve_slots(d, arena, kept, slots, pool)) return;
    if (known) {
        keep_slots(d, &handles, &free_handles, kept, pool);
        return;
    }
    for (u32 i = 0; i < kept; i++) {
        pool->slots[i] = (ed_Slot){ 1, i };
        pool->owners[i] = i;
    }
}

/// Adds or removes items for a plain list of `count` items. Handles of the other items stay valid.
static bool resize(const Store *s, const ed_Field *field, u32 count, ed_Pool *pool)
{
    while (pool->count > count
           && ed_pool_remove(pool, ed_pool_ref(pool, pool->count - 1), field->size)) {}
    while (pool->count < count && ed_pool_add(s->arena, pool, field->size, ed_field_align(field))) {
    }
    if (pool->count != count) refuse_full(s, count, field->size);
    return pool->count == count;
}

static void store_pool(const Store *s, ed_OldValue *list, ed_Pool *pool)
{
    const ed_Field *field = list->field;
    u32 room = field->count ? field->count : UINT32_MAX;
    u32 count = list->count < room ? list->count : room;
    if (has_handles(list)) {
        *pool = (ed_Pool){ .limit = field->count };
        void *items = count ? push_items(s, field, count) : NULL;
        if (items) {
            pool->items = items;
            pool->count = pool->capacity = count;
        }
        if (ed_read_ok(s->d->r)) ed_decode_pool_slots(s->d, s->arena, list, count, pool);
    } else if (!resize(s, field, count, pool)) return;
    store_items(s, list, (u8 *)pool->items, pool->count);
}

// --- one field -----------------------------------------------------------------------------------

static void store_field(const Store *s, ed_OldValue *value, u8 *it)
{
    u8 *at = it + value->field->offset;
    if (value->state == ED_OLD_MISSING || !ed_read_ok(s->d->r)) return;
    switch (value->field->shape) {
    case ED_ONE: store_element(s, value, at); break;
    case ED_FIXED: store_fixed(s, value, at); break;
    case ED_BOUNDED: store_bounded(s, value, at); break;
    case ED_DYNAMIC: store_dynamic(s, value, at); break;
    case ED_OPTIONAL: store_optional(s, value, at); break;
    case ED_POOL: store_pool(s, value, (ed_Pool *)(void *)at); break;
    }
}

void ed_decode_into_next(ed_Decoder *d, const ed_Field *field, ed_Arena *arena, void *it)
{
    ed_Type *alone = ed_read_ok(d->r) ? (ed_Type *)ed_decode_push(d, sizeof *alone) : NULL;
    if (!alone) return;
    *alone = (ed_Type){ .name = field->name, .kind = ED_STRUCT, .fields = field, .field_count = 1 };
    ed_OldValue value = ed_old_read(d, alone);
    store_field(&(Store){ d, arena }, &value, (u8 *)it);
}

void ed_decode_into(ed_Reader *r, const ed_Field *field, ed_Arena *arena, bool with_transient,
                    void *it)
{
    _Alignas(64) u8 room[ED_DECODE_ROOM];
    ed_Arena scratch;
    if (!ed_read_ok(r)) return;
    ed_arena_open_at(&scratch, "value buffer", room, sizeof room, ed_work_bytes_max());
    ed_Decoder d = { .r = r, .arena = &scratch, .with_transient = with_transient, .sparse = true };
    ed_decode_into_next(&d, field, arena, it);
    ed_arena_close(&scratch);
}

bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count)
{
    ed_Field element = {
        .name = type->name, .kind = type->kind, .type = type, .size = type->size, .count = 1
    };
    u32 there = ed_read_array(r);
    for (u32 i = 0; i < count; i++) ed_type_init(type, arena, (u8 *)rows + (size_t)i * type->size);
    for (u32 i = 0; i < there && ed_read_enter(r, NULL, i); i++) {
        if (i < count)
            ed_decode_into(r, &element, arena, false, (u8 *)rows + (size_t)i * type->size);
        else ed_read_skip(r);
        ed_read_leave(r);
    }
    return ed_read_ok(r);
}
