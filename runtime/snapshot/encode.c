#include "runtime/snapshot/encode.h"
#include <assert.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"
#include "runtime/types/stable_pool.h"
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"

/// Counts one level of nesting as a reader does. Fails at a depth that the reader would refuse.
static bool enter(ed_Writer *w)
{
    if (w->depth < ED_DEPTH_MAX) {
        w->depth++;
        return true;
    }
    ed_fail(&w->err, ED_ERR_DEPTH, "values are nested deeper than %u: they could not be read back",
            ED_DEPTH_MAX);
    return false;
}

static void leave(ed_Writer *w) { w->depth--; }

// --- one element ---------------------------------------------------------------------------------

/// Returns whether an element is a bool, number, enum or flags: at most ED_PUT_BYTES bytes.
static bool is_plain(const ed_Field *field)
{
    return field->kind <= ED_F64 || (ed_field_is_named(field) && field->kind != ED_SYMBOL);
}

static void pack_handle(ed_Writer *w, ed_Ref ref)
{
    if (!ref.generation) {
        ed_write_nil(w);
        return;
    }
    ed_write_array(w, 2);
    ed_write_u64(w, ref.index);
    ed_write_u64(w, ref.generation);
}

static void pack_ref(ed_Writer *w, const ed_Field *field, const void *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    bool dead = w->containers && !ed_handle_lives(ed_pool_of(w->containers, field->type), at);
    pack_handle(w, dead ? (ed_Ref){ 0, 0 } : ref);
}

static void pack_chars(ed_Writer *w, const ed_Field *field, const char *at)
{
    size_t size = w->containers ? ed_chars_size(at, field->size) : strnlen(at, field->size);
    if (w->containers && at[size]) ed_write_change(&w->changes, ED_CHANGE_TERMINATOR, field->name);
    ed_write_str(w, at, size);
}

static void pack_str(ed_Writer *w, const ed_Field *field, const ed_Str *str)
{
    size_t size = str->items ? str->count : 0, whole = size;
    if (w->containers && size) size = strnlen(str->items, size);
    if (size < whole) ed_write_change(&w->changes, ED_CHANGE_ZERO_BYTE, field->name);
    if (whole < str->count) ed_write_change(&w->changes, ED_CHANGE_ITEMS, field->name);
    ed_write_str(w, ed_str_text(str), size);
}

static void pack_text_ptr(ed_Writer *w, const ed_Field *field, const void *at)
{
    ed_ReadablePage page = { 0 };
    const ed_Span text = ed_text_ptr_read(at, &page);
    if (!text.at && ed_text_ptr(at)) ed_write_change(&w->changes, ED_CHANGE_TEXT, field->name);
    if (text.at) ed_write_str(w, (const char *)text.at, text.size);
    else ed_write_nil(w);
}

static void pack_ptr(ed_Writer *w, const void *at)
{
    const void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    if (w->live && pointer) ed_write_u64(w, (u64)(uintptr_t)pointer);
    else ed_write_nil(w);
}

/// Without containers, the value is written as it is: a name, or an address for this process.
static void pack_record_ptr(ed_Writer *w, const ed_Field *field, const void *at)
{
    u64 address, name;
    memcpy(&address, at, sizeof address);
    name = w->containers ? ed_link_find(w->containers, field->type, address) : address;
    if (address && !name) ed_write_change(&w->changes, ED_CHANGE_POINTER, field->name);
    if (name) ed_write_u64(w, name);
    else ed_write_nil(w);
}

static void pack_symbol(ed_Writer *w, const ed_Field *field, const void *at)
{
    const ed_Value *value = ed_symbol_value(field->type, at);
    if (!value) ed_write_change(&w->changes, ED_CHANGE_SYMBOL, field->name);
    ed_write_u64(w, value ? (u64)value->number : 0);
}

void ed_pack_element(ed_Writer *w, const ed_Field *field, const void *at)
{
    switch (field->kind) {
    case ED_STRUCT:
    case ED_UNION: ed_pack_record(w, field->type, at); break;
    case ED_CHARS: pack_chars(w, field, (const char *)at); break;
    case ED_STR: pack_str(w, field, (const ed_Str *)at); break;
    case ED_TEXT_PTR: pack_text_ptr(w, field, at); break;
    case ED_PTR: pack_ptr(w, at); break;
    case ED_REF: pack_ref(w, field, at); break;
    case ED_RECORD_PTR: pack_record_ptr(w, field, at); break;
    case ED_SYMBOL: pack_symbol(w, field, at); break;
    default: ed_number_write(w, ed_field_number_kind(field), at); break;
    }
}

// --- arrays --------------------------------------------------------------------------------------

#define PLAIN_AT_ONCE 128u      // elements for each check for room

static void pack_plain(ed_Writer *w, const ed_Field *field, const u8 *at, u32 count)
{
    ed_Kind kind = ed_field_number_kind(field);
    size_t size = field->size;
    for (u32 i = 0; i < count && ed_write_ok(w);) {
        u32 end = count - i < PLAIN_AT_ONCE ? count : i + PLAIN_AT_ONCE;
        u8 *to = ed_write_reserve(w, PLAIN_AT_ONCE * ED_PUT_BYTES);
        if (!to) {
            ed_number_write(w, kind, at + i++ * size);
            continue;
        }
        for (; i < end; i++) to = ed_number_put(to, kind, at + i * size);
        ed_write_commit(w, to);
    }
}

static void pack_elements(ed_Writer *w, const ed_Field *field, const u8 *at, u32 count)
{
    if (!enter(w)) return;
    if (is_plain(field)) pack_plain(w, field, at, count);
    else
        for (u32 i = 0; i < count; i++) ed_pack_element(w, field, at + (size_t)i * field->size);
    leave(w);
}

static void pack_fixed(ed_Writer *w, const ed_Field *field, u32 dim, const u8 *at)
{
    ed_write_array(w, field->dims[dim]);
    if (dim + 1 == ed_field_rank(field)) {
        pack_elements(w, field, at, field->dims[dim]);
        return;
    }
    if (!enter(w)) return;
    for (u32 i = 0; i < field->dims[dim]; i++)
        pack_fixed(w, field, dim + 1, at + i * ed_field_stride(field, dim));
    leave(w);
}

/// Smaller arrays without records stay in open form, which a person can read.
#define TABLE_BYTES_MIN 64u
/// Larger records are written as maps, and the arrays in them as tables: a reader of tables
/// allocates buffers of whole rows.
#define ROW_BYTES_MAX (1u << 20)

/// Returns whether an array is written as a row table. Arrays of records have no minimum size: in
/// open form, each record would repeat the tags of its fields. Arrays of pointers are never tables:
/// rows would contain addresses.
static bool goes_as_table(const ed_Writer *w, const ed_Field *field, u32 count)
{
    if (!w->type_list || count == 0 || field->kind == ED_PTR || field->size > ROW_BYTES_MAX)
        return false;
    return field->kind == ED_STRUCT || field->kind == ED_UNION
        || (u64)count * field->size >= TABLE_BYTES_MIN;
}

static void pack_items(ed_Writer *w, const ed_Field *field, const void *items, u32 count)
{
    if (goes_as_table(w, field, count)) {
        ed_pack_table(w, field, items, count);
        return;
    }
    ed_write_array(w, count);
    pack_elements(w, field, (const u8 *)items, count);
}

typedef enum WhichHandles { OF_ITEMS, FREE, NEW } WhichHandles;

/// Iterates over the handles of a pool: those of the items (OF_ITEMS), or the free ones in the
/// order in which they will be used (FREE). NEW is for a pool whose items the game changed without
/// the pool's functions: each item gets a slot with a generation that no handle has, so no handle
/// finds a wrong item.
typedef struct HandleIterator {
    const ed_Pool *pool;
    WhichHandles which;
    u32 at, slot;
    u32 generation;      // of NEW handles
} HandleIterator;

static ed_Ref next_handle(HandleIterator *h)
{
    const ed_Slot *slots = h->pool->slots;
    if (h->which == OF_ITEMS) return ed_pool_ref(h->pool, h->at++);
    if (h->which == NEW) return (ed_Ref){ h->at++, h->generation };
    u32 slot = h->at++ ? slots[h->slot - 1].at : h->pool->free_slot;
    assert(slot);      // ed_pool_is_valid: the chain has all free slots
    h->slot = slot;
    return (ed_Ref){ slot - 1, slots[slot - 1].generation };
}

static u32 new_generation(const ed_Pool *pool)
{
    u32 generation = 0;
    for (u32 i = 0; i < pool->slot_count; i++)
        if (pool->slots[i].generation > generation) generation = pool->slots[i].generation;
    return generation == UINT32_MAX ? 1 : generation + 1;
}

static void pack_handles(ed_Writer *w, const ed_Pool *pool, WhichHandles which)
{
    HandleIterator h = { .pool = pool, .which = which };
    if (which == NEW) h.generation = new_generation(pool);
    u32 count = which == FREE ? pool->slot_count - pool->count : pool->count;
    if (!goes_as_table(w, &ed_handles_field, count)) {
        ed_write_array(w, count);
        for (u32 i = 0; i < count; i++) pack_handle(w, next_handle(&h));
        return;
    }
    u8 *rows = ed_write_table(w, ED_TABLE_NONE, count, (size_t)count * sizeof(ed_Ref));
    for (u32 i = 0; rows && i < count; i++) {
        ed_Ref ref = next_handle(&h);
        memcpy(rows + (size_t)i * sizeof ref, &ref, sizeof ref);
    }
    ed_write_array(w, 0);      // the heap: handles have no variable-length columns
}

static bool is_whole(const ed_Writer *w, const ed_Pool *pool)
{
    for (u32 i = 0; w->containers && i < w->containers->count; i++)
        if (w->containers->items[i].pool == pool) return w->containers->items[i].whole;
    return ed_pool_is_valid(pool);
}

static void pack_parts(ed_Writer *w, const ed_Field *field, const ed_Pool *pool, bool whole)
{
    ed_write_map(w, 3);
    ed_write_text(w, "handles");
    pack_handles(w, pool, whole ? OF_ITEMS : NEW);
    ed_write_text(w, "free");
    if (whole) pack_handles(w, pool, FREE);
    else ed_write_array(w, 0);
    ed_write_text(w, "items");
    pack_items(w, field, pool->items, pool->count);
}

/// The items of a stable pool are written without its gaps.
static void pack_pool(ed_Writer *w, const ed_Field *field, const ed_Pool *pool)
{
    ed_Arena scratch;
    ed_Pool dense = *pool;
    bool whole = is_whole(w, pool);
    if (!whole) ed_write_change(&w->changes, ED_CHANGE_POOL, field->name);
    if (!ed_pool_is_stable(pool)) {
        pack_parts(w, field, pool, whole);
        return;
    }
    if (!ed_arena_open(&scratch, "pool", ed_bytes_max, &w->err)) return;
    if (ed_pool_gather(&scratch, &dense, field->size, ed_field_align(field)))
        pack_parts(w, field, &dense, whole);
    ed_arena_check(&scratch, &w->err);
    ed_arena_close(&scratch);
}

// --- fields and records --------------------------------------------------------------------------

/// Notes that a count is above its limit, or that a list has a count but no memory. `count` is the
/// number of elements that are written.
static void check_count(ed_Writer *w, const ed_Field *field, const u8 *at, u32 count)
{
    u32 stored = count;
    ed_Array list;
    if (field->shape == ED_BOUNDED) memcpy(&stored, at - sizeof stored, sizeof stored);
    else if (ed_field_is_list(field)) {
        memcpy(&list, at, sizeof list);
        stored = list.count;
    }
    ed_WriteChange what = field->shape == ED_BOUNDED ? ED_CHANGE_COUNT : ED_CHANGE_ITEMS;
    if (stored != count) ed_write_change(&w->changes, what, field->name);
}

static void pack_shape(ed_Writer *w, const ed_Field *field, const u8 *at)
{
    ed_ElementSpan all = ed_field_elements(field, at);
    check_count(w, field, at, all.count);
    switch (field->shape) {
    case ED_ONE: ed_pack_element(w, field, at); break;
    case ED_FIXED:
        if (goes_as_table(w, field, field->count)) ed_pack_table(w, field, at, field->count);
        else pack_fixed(w, field, 0, at);
        break;
    case ED_POOL: pack_pool(w, field, (const ed_Pool *)(const void *)at); break;
    case ED_OPTIONAL:
        if (all.count) ed_pack_element(w, field, at);
        else ed_write_nil(w);
        break;
    case ED_BOUNDED:
    case ED_DYNAMIC: pack_items(w, field, all.at, all.count); break;
    }
}

void ed_pack_field(ed_Writer *w, const ed_Field *field, const void *it)
{
    if (!enter(w)) return;
    pack_shape(w, field, (const u8 *)it + field->offset);
    leave(w);
}

static void pack_union(ed_Writer *w, const ed_Type *type, const void *it)
{
    const ed_Field *alternative = ed_union_alternative(type, it);
    if (!ed_union_is_known(type, it)) ed_write_change(&w->changes, ED_CHANGE_UNION, type->name);
    ed_write_array(w, 2);
    ed_write_u64(w, alternative->tag);
    ed_pack_field(w, alternative, it);
}

u32 ed_packed_count(const ed_Type *type)
{
    u32 count = 0;
    for (u32 i = 0; i < type->field_count; i++)
        count += !(type->fields[i].flags & ED_FIELD_TRANSIENT);
    return count;
}

static bool is_plain_field(const ed_Field *field, const u8 *it)
{
    bool there = field->shape == ED_ONE || (field->shape == ED_OPTIONAL && it[field->offset - 1]);
    return there && is_plain(field);
}

/// Writes plain fields through a pointer, with one check for room for a run of them. Other fields
/// are written one by one.
static void pack_fields(ed_Writer *w, const ed_Type *type, const u8 *it)
{
    size_t room = 2 * (size_t)type->field_count * ED_PUT_BYTES;      // for tags and values
    bool deepest = w->depth == ED_DEPTH_MAX;      // ed_pack_field reports the error
    u8 *to = deepest ? NULL : ed_write_reserve(w, room);
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (field->flags & ED_FIELD_TRANSIENT) continue;
        if (to) to = ed_put_u64(to, field->tag);
        else ed_write_u64(w, field->tag);
        if (to && is_plain_field(field, it)) {
            to = ed_number_put(to, ed_field_number_kind(field), it + field->offset);
            continue;
        }
        if (to) ed_write_commit(w, to);
        ed_pack_field(w, field, it);
        to = deepest ? NULL : ed_write_reserve(w, room);
    }
    if (to) ed_write_commit(w, to);
}

void ed_pack_record(ed_Writer *w, const ed_Type *type, const void *it)
{
    if (type->kind == ED_UNION) {
        pack_union(w, type, it);
        return;
    }
    ed_write_map(w, ed_packed_count(type));
    pack_fields(w, type, (const u8 *)it);
}

void ed_pack_rows(ed_Writer *w, const ed_Type *type, const void *rows, u32 count)
{
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++)
        ed_pack_record(w, type, (const u8 *)rows + (size_t)i * type->size);
}
