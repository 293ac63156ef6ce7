#include "runtime/snapshot/decode.h"
#include <string.h>
#include "runtime/msgpack/take.h"
#include "runtime/snapshot/decode_value.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"

static ed_DecodedPart part_of(ed_Decoder *d, const ed_Type *type, u32 index)
{
    const ed_Field *field = &type->fields[index];
    if (d->into) return (ed_DecodedPart){ field, field, &d->uncounted };
    ed_DecodedType *decoded = ed_decoded_of(type);
    return (ed_DecodedPart){ field, &decoded->writer->fields[index],
                             d->in_default ? &d->uncounted : &decoded->lost[index] };
}

static bool decode_element(ed_Decoder *d, const ed_DecodedPart *part, u8 *at);

// --- records -------------------------------------------------------------------------------------

/// Finds a field by its tag, or by the tag of a former name, which a document written by hand may
/// still use. Tries the field `next` first: most records have their fields in the order of the
/// type. Returns the number of fields if the type has no such field.
static u32 index_of(const ed_Type *type, u64 tag, u32 next)
{
    if (next < type->field_count && type->fields[next].tag == tag) return next;
    const ed_Field *known = tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
    return known ? (u32)(known - type->fields) : type->field_count;
}

static bool is_left_out(const ed_Decoder *d, const ed_Field *field)
{
    return (field->flags & ED_FIELD_TRANSIENT) && !d->with_transient;
}

static const u8 *take_text(const u8 *at, const u8 *end, u8 *to)
{
    const char *text;
    ed_Str slot = { .count = 0 };
    at = ed_take_str(at, end, &text, &slot.count);
    slot.items = (char *)(uintptr_t)text;
    if (at) memcpy(to, &slot, sizeof slot);
    return at;
}

static const u8 *take_handle(const u8 *at, const u8 *end, u8 *to)
{
    u64 index = 0, generation = 0;
    if (end - at < 1 + 2 * (i64)ED_TAKE_BYTES) return NULL;
    if (*at != 0xc0) {
        at = *at == 0x92 ? ed_take_u64(at + 1, UINT32_MAX, &index) : NULL;
        at = at ? ed_take_u64(at, UINT32_MAX, &generation) : NULL;
    } else at++;
    ed_Ref ref = { (u32)index, (u32)generation };
    if (at) memcpy(to, &ref, sizeof ref);
    return at;
}

static const u8 *take_record_name(const u8 *at, u8 *to)
{
    u64 name = 0;
    if (*at == 0xc0) at++;
    else at = ed_take_u64(at, UINT64_MAX, &name);
    if (name && !(name & ED_NAME_BIT)) return NULL;
    if (at) memcpy(to, &name, sizeof name);
    return at;
}

/// Returns whether a number of that form can be stored without a check of its value.
static bool takes_number(const ed_Decoder *d, const ed_Field *field)
{
    return field->kind <= ED_F64 || (!d->into && ed_field_is_named(field));
}

/// Fast path: decodes one element in the form that eddie writes. Returns NULL for another form.
static const u8 *take_value(const ed_Decoder *d, const ed_Field *field, const u8 *at, const u8 *end,
                            u8 *to)
{
    if (takes_number(d, field)) return ed_number_take(at, ed_field_number_kind(field), to);
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: return d->into ? NULL : take_text(at, end, to);
    case ED_REF: return take_handle(at, end, to);
    case ED_RECORD_PTR: return d->into ? NULL : take_record_name(at, to);
    default: return NULL;
    }
}

#define KEY_BYTES 5u      // of a tag that does not fit in 16 bits, as nearly all are

/// Returns whether enough bytes are left to read a key and a plain value without further checks.
static bool has_pair(const u8 *at, const u8 *end)
{
    return end - at >= (i64)(KEY_BYTES + ED_TAKE_BYTES);
}

static bool has_key(const ed_Field *field, const u8 *at)
{
    return *at == 0xce && ed_take_bits(at + 1, 4) == field->tag;
}

/// Fast path: decodes the fields of a record as long as they are in the order of its type. Each key
/// is compared with the expected one, and plain values are read without tracking the path. Stops
/// before the first unexpected key, or after `most` pairs. Returns how many pairs were decoded.
/// `next` is the index of the expected field.
static u32 decode_expected(ed_Decoder *d, const ed_Type *type, u8 *record, u32 most, u32 *next)
{
    const u8 *at = d->r->at, *end = d->r->end;
    u32 done = 0, i = *next, count = type->field_count;
    if (d->r->depth == ED_DEPTH_MAX) return 0;      // ed_decode_field reports the error
    for (; done < most && i < count && has_pair(at, end); i++) {
        const ed_Field *field = &type->fields[i];
        if (is_left_out(d, field)) continue;
        if (!has_key(field, at)) break;
        const u8 *value = at + KEY_BYTES;
        at = field->shape == ED_ONE ? take_value(d, field, value, end, record + field->offset)
                                    : NULL;
        if (!at) {
            d->r->at = value;
            ed_decode_field(d, type, i, record);
            at = d->r->at;
        }
        done++;
    }
    *next = i;
    d->r->at = at;
    return done;
}

static void decode_pair(ed_Decoder *d, const ed_Type *type, u8 *record, u32 *next)
{
    if (ed_read_format(d->r) == ED_FORMAT_STR) {
        ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at,
                     "expected one record of %s, whose keys are tags; found text as a key",
                     type->name);
        return;
    }
    u64 tag = ed_read_u64(d->r);
    u32 index = ed_read_ok(d->r) ? index_of(type, tag, *next) : type->field_count;
    if (index == type->field_count || is_left_out(d, &type->fields[index])) {
        ed_read_skip(d->r);
        return;
    }
    ed_decode_field(d, type, index, record);
    *next = index + 1;
}

static void decode_struct(ed_Decoder *d, const ed_Type *type, u8 *record)
{
    u32 left = ed_read_map(d->r), next = 0;
    while (left && ed_read_ok(d->r)) {
        left -= decode_expected(d, type, record, left, &next);
        if (left && ed_read_ok(d->r)) {
            decode_pair(d, type, record, &next);
            left--;
        }
    }
}

/// Makes the union hold an alternative, with its default.
static void begin_alternative(ed_Decoder *d, const ed_Type *type, u32 index, u8 *at)
{
    if (d->into) {
        ed_union_set(type, &type->fields[index], d->into, at);
        return;
    }
    memset(at, 0, type->size);
    memcpy(at, &index, sizeof index);
    ed_decoded_field_init(d, &type->fields[index], at);
}

/// Decodes [tag, value]. An alternative that the writer's type does not have is a misfit.
static bool decode_union(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const u8 *start = d->r->at;
    const ed_Type *type = part->field->type;
    if (ed_read_format(d->r) != ED_FORMAT_ARRAY) return ed_decode_misfit(d, part);
    if (ed_read_array(d->r) != 2 && ed_read_ok(d->r))
        ed_read_fail(d->r, ED_ERR_FORMAT, start, "expected a union as [tag, value]");
    u64 tag = ed_read_u64(d->r);
    u32 index = ed_read_ok(d->r) ? index_of(type, tag, 0) : type->field_count;
    if (index == type->field_count) return ed_decode_misfit(d, part);
    begin_alternative(d, type, index, at);
    ed_decode_field(d, type, index, at);
    return true;
}

static bool decode_element(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const ed_Field *field = part->field;
    switch (field->kind) {
    case ED_UNION: return decode_union(d, part, at);
    case ED_STRUCT:
        if (ed_read_format(d->r) != ED_FORMAT_MAP) return ed_decode_misfit(d, part);
        decode_struct(d, field->type, at);
        return true;
    default: return ed_decode_value(d, part, at);
    }
}

// --- arrays --------------------------------------------------------------------------------------

/// Fast path: decodes numbers as long as they have the form that eddie writes. Returns how many
/// were decoded.
static u32 take_numbers(ed_Decoder *d, const ed_Field *field, u8 *to, u32 count)
{
    const u8 *at = d->r->at, *end = d->r->end, *after;
    u32 done = 0;
    size_t size = field->size;
    ed_Kind kind = ed_field_number_kind(field);
    if (d->r->depth == ED_DEPTH_MAX) return 0;      // ed_read_enter reports the error
    for (; done < count && end - at >= (i64)ED_TAKE_BYTES; at = after, done++) {
        after = ed_number_take(at, kind, to + done * size);
        if (!after) break;
    }
    d->r->at = at;
    return done;
}

/// Decodes the elements of an array, one dimension for each level of recursion. Elements beyond
/// `room` are counted and skipped; elements that the document omits stay as they are. Returns false
/// if it omits elements.
static bool decode_items(ed_Decoder *d, const ed_DecodedPart *part, u32 dim, u8 *at, u32 room)
{
    const ed_Field *field = part->field;
    u32 count = ed_read_array(d->r);
    bool whole = count >= room, last = dim + 1 == ed_field_rank(field);
    size_t stride = ed_field_stride(field, dim);
    bool numbers = last && takes_number(d, field);
    for (u32 i = 0; i < count; i++) {
        if (numbers && i < room)
            i += take_numbers(d, field, at + i * stride, (count < room ? count : room) - i);
        if (i == count || !ed_read_enter(d->r, NULL, i)) return whole;
        u8 *item = at + i * stride;
        if (i >= room) {
            ed_read_skip(d->r);
            part->lost->truncated++;
        } else if (last) decode_element(d, part, item);
        else if (ed_read_format(d->r) == ED_FORMAT_ARRAY)
            whole &= decode_items(d, part, dim + 1, item, field->dims[dim + 1]);
        else whole = ed_decode_misfit(d, part);
        ed_read_leave(d->r);
    }
    return whole;
}

static bool is_slot(const ed_Field *field) { return field->flags & ED_FIELD_DECODED; }

static void init_elements(ed_Decoder *d, const ed_Field *field, u8 *items, u32 count)
{
    memset(items, 0, (size_t)count * field->size);
    ed_init_elements(field, d->into ? d->into : d->arena, items, count);
}

static u8 *push_elements(ed_Decoder *d, const ed_Field *field, u32 count)
{
    u64 size = (u64)count * field->size;
    if (is_slot(field)) return (u8 *)ed_decode_push(d, size);
    void *items = ed_arena_push_raw(d->into, (size_t)size, ed_field_align(field));
    if (!items) ed_decode_refuse_items(d, field, count);
    return (u8 *)items;
}

/// Sets the number of elements of the array at `at`. Returns its elements, with the default of
/// their type. A fixed array in memory of the reader keeps its elements. Returns NULL if the array
/// is empty, or if memory is full.
static u8 *begin_elements(ed_Decoder *d, const ed_Field *field, u8 *at, u32 count)
{
    if (!is_slot(field) && field->shape == ED_FIXED) return at;
    if (!is_slot(field) && field->shape == ED_BOUNDED) {
        // items after the last one are zero
        memset(at, 0, (size_t)ed_bounded_count(field, at) * field->size);
        memcpy(at - sizeof count, &count, sizeof count);
        init_elements(d, field, at, count);
        return at;
    }
    u8 *items = count ? push_elements(d, field, count) : NULL;
    ed_Array array = { items, items ? count : 0, items && d->into ? count : 0 };
    // before `at` is set, which may be in the default that each element begins with
    if (items) init_elements(d, field, items, count);
    memcpy(at, &array, sizeof array);
    return items;
}

/// Returns the count of the array at the reader without consuming it.
static u32 peek_count(ed_Reader *r)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (ed_read_ok(r)) r->at = at;
    return count;
}

/// Fails if the value has fewer bytes than the field has elements, so that a few bytes cannot claim
/// a large array. An element takes at least one byte.
static bool has_bytes_for(ed_Decoder *d, const ed_Field *field)
{
    ed_Reader ahead;
    ed_read_init(&ahead, d->r->at, (size_t)(d->r->end - d->r->at));
    size_t size = ed_read_skip(&ahead).size;
    if (field->count > size)
        ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at, "only %zu byte%s for the %u elements of %s",
                     size, size == 1 ? "" : "s", field->count, field->name);
    return field->count <= size;
}

/// Sets the elements of a slot with several dimensions to the default that the document has for the
/// field, since the document omits some of them. The default has no more elements than the array,
/// so the time stays in proportion to the document.
static void fill_with_default(ed_Decoder *d, const ed_DecodedPart *part, u8 *items)
{
    const ed_Field *field = part->written;
    ed_Reader r, *document = d->r;
    ed_read_init(&r, field->packed_default, field->packed_default_size);
    if (!field->packed_default_size || ed_read_format(&r) != ED_FORMAT_ARRAY) return;
    d->r = &r;
    decode_items(d, &(ed_DecodedPart){ part->field, field, &d->uncounted }, 0, items,
                 field->dims[0]);
    d->r = document;
    if (!ed_read_ok(&r)) init_elements(d, part->field, items, part->field->count);
}

static void decode_slot_items(ed_Decoder *d, const ed_DecodedPart *part, u8 *items, u32 room)
{
    const u8 *start = d->r->at;
    ed_Tally lost = *part->lost;
    bool whole = decode_items(d, part, 0, items, room);
    if (whole || ed_field_rank(part->field) < 2 || !ed_read_ok(d->r)) return;
    *part->lost = lost;      // the same values are counted again
    fill_with_default(d, part, items);
    d->r->at = start;
    decode_items(d, part, 0, items, room);
}

/// Finds the type of decoded records in an array, at the first array.
static bool find_element_type(ed_Decoder *d, const ed_DecodedPart *part)
{
    if (part->field->size || !ed_field_is_record(part->field)) return true;
    const ed_DecodedType *inner = ed_decoded_type(d, part->written->type);
    if (!inner) return false;
    ed_Field *field = (ed_Field *)(uintptr_t)part->field;      // ed_DecodedType.fields
    field->type = &inner->type;
    field->size = inner->type.size;
    return true;
}

static bool decode_table(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    ed_Array slot;
    if (!is_slot(part->field)) return ed_decode_misfit(d, part);
    if (!ed_decode_table(d, part->written, &slot)) return false;
    memcpy(at, &slot, sizeof slot);
    return true;
}

/// Decodes an array. A document that was written by hand may have nil, or a single value instead of
/// an array with one item.
static void decode_array(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const ed_Field *field = part->field;
    bool slot = is_slot(field), several = ed_field_rank(field) > 1;
    if (ed_table_follows(d->r)) {
        decode_table(d, part, at);
        return;
    }
    if (ed_read_format(d->r) == ED_FORMAT_NIL) {
        ed_read_nil(d->r);
        begin_elements(d, field, at, 0);
        return;
    }
    bool single = ed_read_format(d->r) != ED_FORMAT_ARRAY;
    if (single && several) {
        ed_decode_misfit(d, part);
        begin_elements(d, field, at, 0);
        return;
    }
    if (!find_element_type(d, part)) return;
    u32 count = single ? 1 : peek_count(d->r);
    if (several && slot && !has_bytes_for(d, field)) return;
    u32 room = several || (!slot && field->shape == ED_FIXED) ? field->dims[0] : count;
    if (!slot && field->shape == ED_BOUNDED && count > field->count) room = field->count;
    u8 *items = begin_elements(d, field, at, several ? field->count : room);
    if (!items && room) return;
    if (single) decode_element(d, part, items);
    else if (slot) decode_slot_items(d, part, items, room);
    else decode_items(d, part, 0, items, room);
}

// --- pools ---------------------------------------------------------------------------------------

/// The array of a pool's handles, as a slot.
static bool decode_handles(ed_Decoder *d, ed_Span span, ed_Array *handles)
{
    ed_Field field = ed_handles_field;
    field.flags |= ED_FIELD_DECODED;
    d->r->at = span.at;
    *handles = (ed_Array){ NULL, 0, 0 };
    decode_array(d, &(ed_DecodedPart){ &field, &ed_handles_field, &d->uncounted }, (u8 *)handles);
    ed_DecodedTable *table = ed_slot_table(handles);
    if (table) handles->items = (u8 *)(uintptr_t)table->table.rows.at;
    return ed_read_ok(d->r);
}

static bool check_handles(ed_Decoder *d, const ed_Array *handles, u32 items)
{
    if (handles->count != items)
        ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at, "%u handles for %u items", handles->count,
                     items);
    return handles->count == items;
}

/// Decodes the items at the reader into a pool of the reader's memory. `handles` is NULL for a
/// plain list of items, which was written by hand.
static void decode_pool_into(ed_Decoder *d, const ed_DecodedPart *part, const ed_Array *handles,
                             const ed_Array *free_handles, ed_Pool *pool)
{
    const ed_Field *field = part->field;
    bool single = ed_read_format(d->r) != ED_FORMAT_ARRAY;
    u32 count = single ? 1 : peek_count(d->r), limit = field->count ? field->count : UINT32_MAX,
        room = count < limit ? count : limit;
    if (!ed_read_ok(d->r) || (handles && !check_handles(d, handles, count))) return;
    bool used = handles && (handles->count || free_handles->count);
    if (!ed_decode_pool_begin(d, field, used ? handles : NULL, free_handles, room, pool)) return;
    if (room) init_elements(d, field, (u8 *)pool->items, room);
    if (single) decode_element(d, part, (u8 *)pool->items);
    else decode_items(d, part, 0, (u8 *)pool->items, room);
}

/// Decodes the three arrays of a pool. The reader is at the pool, a map.
static void decode_pool_parts(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    ed_Span spans[ED_POOL_PARTS];
    ed_Array parts[ED_POOL_PARTS] = { { NULL, 0, 0 } };
    ed_read_pool(d->r, spans);
    const u8 *end = d->r->at;
    if (!ed_read_ok(d->r) || !decode_handles(d, spans[ED_POOL_HANDLES], &parts[ED_POOL_HANDLES])
        || !decode_handles(d, spans[ED_POOL_FREE], &parts[ED_POOL_FREE]))
        return;
    d->r->at = spans[ED_POOL_ITEMS].at;
    if (d->into) {
        decode_pool_into(d, part, &parts[ED_POOL_HANDLES], &parts[ED_POOL_FREE],
                         (ed_Pool *)(void *)at);
    } else {
        decode_array(d, part, (u8 *)&parts[ED_POOL_ITEMS]);
        d->r->at = ed_read_ok(d->r) ? spans[ED_POOL_HANDLES].at : d->r->at;
        if (ed_read_ok(d->r)) check_handles(d, &parts[ED_POOL_HANDLES], parts[ED_POOL_ITEMS].count);
        memcpy(at, parts, sizeof parts);
    }
    if (ed_read_ok(d->r)) d->r->at = end;
}

static void decode_pool(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    bool plain = ed_read_format(d->r) != ED_FORMAT_MAP || ed_table_follows(d->r);
    if (!plain) {
        decode_pool_parts(d, part, at);
        return;
    }
    if (!d->into) {
        memset(at, 0, ED_POOL_PARTS * sizeof(ed_Array));
        decode_array(d, part, at);
        return;
    }
    decode_pool_into(d, part, NULL, NULL, (ed_Pool *)(void *)at);
}

// --- one field -----------------------------------------------------------------------------------

static void decode_optional(ed_Decoder *d, const ed_DecodedPart *part, u8 *at)
{
    const ed_Field *field = part->field;
    bool present = ed_read_format(d->r) != ED_FORMAT_NIL;
    if (!present) ed_read_nil(d->r);
    if (!present || d->into || !at[-1]) {
        memset(at, 0, field->size);
        if (present) ed_init_element(field, d->into ? d->into : d->arena, at);
    }
    at[-1] = present;
    if (present) decode_element(d, part, at);
}

void ed_decode_field(ed_Decoder *d, const ed_Type *type, u32 index, u8 *it)
{
    const ed_DecodedPart part = part_of(d, type, index);
    u8 *at = it + part.field->offset;
    if (!ed_read_enter(d->r, part.field->name, 0)) return;
    switch (part.field->shape) {
    case ED_ONE: decode_element(d, &part, at); break;
    case ED_OPTIONAL: decode_optional(d, &part, at); break;
    case ED_POOL: decode_pool(d, &part, at); break;
    case ED_FIXED:
    case ED_BOUNDED:
    case ED_DYNAMIC: decode_array(d, &part, at); break;
    }
    ed_read_leave(d->r);
}

const u8 *ed_decode_record(ed_Decoder *d, const ed_DecodedType *type)
{
    u8 *at = (u8 *)ed_decode_push(d, type->type.size);
    if (!at) return NULL;
    memcpy(at, type->type.image, type->type.size);
    decode_struct(d, &type->type, at);
    return ed_read_ok(d->r) ? at : NULL;
}
