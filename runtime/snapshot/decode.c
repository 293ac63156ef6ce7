#include "runtime/snapshot/decode_inner.h"
#include <string.h>
#include "runtime/msgpack/take.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"

// --- one element ---------------------------------------------------------------------------------

static bool decode_element(ed_Decoder *d, ed_OldField *field, u8 *at);

/// Skips and counts a value that does not fit the writer's own type.
static bool misfit(ed_Decoder *d, ed_OldField *field)
{
    if (ed_table_follows(d->r)) ed_refuse_table(d, field->field->name);
    ed_read_skip(d->r);
    field->lost.defaulted++;
    return false;
}

static bool count_fit(ed_OldField *field, ed_ConvertResult fit)
{
    field->lost.saturated += fit == ED_CONVERT_SATURATED;
    field->lost.rounded += fit == ED_CONVERT_ROUNDED;
    field->lost.defaulted += fit == ED_CONVERT_NONE;
    return fit != ED_CONVERT_NONE;
}

static bool is_number(ed_Format form) { return form >= ED_FORMAT_BOOL && form <= ED_FORMAT_F64; }

static bool decode_number(ed_Decoder *d, ed_OldField *field, ed_Kind kind, u8 *at)
{
    if (!is_number(ed_read_format(d->r))) return misfit(d, field);
    return count_fit(field, ed_number_store(kind, at, ed_read_number(d->r)));
}

/// Drops bits beyond the width of the type's base.
static bool decode_flags(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    u64 bits = 0;
    u32 size = ed_kind_size(field->field->type->base);
    ed_Number number = ed_read_number(d->r);
    bool below = number.form == ED_FORMAT_INT || (number.form >= ED_FORMAT_F32 && number.f < 0);
    ed_ConvertResult fit = ed_number_store(below ? ED_I64 : ED_U64, &bits, number);
    bool good = fit == ED_CONVERT_EXACT || fit == ED_CONVERT_ROUNDED;
    bool whole = good && (size == 8 || below || bits >> 8 * size == 0);
    if (good) memcpy(at, &bits, size);
    field->lost.defaulted += !whole;
    field->lost.exact += good && !whole;
    field->lost.rounded += whole && fit == ED_CONVERT_ROUNDED;
    return good;
}

/// Decodes an enum or flags value from its name or number. A number out of range is not saturated:
/// the nearest number would be a different value.
static bool decode_named(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    const ed_Type *type = field->field->type;
    ed_Format form = ed_read_format(d->r);
    if (form != ED_FORMAT_STR && !is_number(form)) return misfit(d, field);
    ed_ConvertResult fit = ED_CONVERT_NONE;
    if (form == ED_FORMAT_STR) {
        ed_Span name = ed_read_str(d->r);
        const ed_Value *value =
            ed_read_ok(d->r) ? ed_value_by_name(type, (const char *)name.at, name.size) : NULL;
        if (value)
            fit = ed_number_store(type->base, at, ed_number_from_bits(type->base, value->number));
    } else if (type->kind == ED_FLAGS) return decode_flags(d, field, at);
    else fit = ed_number_store(type->base, at, ed_read_number(d->r));
    if (fit == ED_CONVERT_EXACT || fit == ED_CONVERT_ROUNDED) return count_fit(field, fit);
    field->lost.defaulted++;
    return false;
}

static bool decode_text(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    if (ed_read_format(d->r) != ED_FORMAT_STR) return misfit(d, field);
    ed_Span span = ed_read_str(d->r);
    ed_OldText text = { (const char *)span.at, (u32)span.size };
    memcpy(at, &text, sizeof text);
    return true;
}

static u32 read_u32(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 part = ed_read_u64(r);
    if (part > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "expected a handle as [index, generation], both u32");
    return (u32)part;
}

static bool decode_handle(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    ed_Ref ref = { 0, 0 };
    const u8 *start = d->r->at;
    ed_Format form = ed_read_format(d->r);
    if (form == ED_FORMAT_NIL) ed_read_nil(d->r);
    else if (form != ED_FORMAT_ARRAY) return misfit(d, field);
    else {
        if (ed_read_array(d->r) != 2 && ed_read_ok(d->r))
            ed_read_fail(d->r, ED_ERR_FORMAT, start, "expected a handle as [index, generation]");
        ref.index = read_u32(d->r);
        ref.generation = read_u32(d->r);
    }
    memcpy(at, &ref, sizeof ref);
    return true;
}

/// A pointer from a file is always null.
static bool decode_pointer(ed_Decoder *d, u8 *at)
{
    u64 pointer = 0;
    if (d->live && ed_read_format(d->r) == ED_FORMAT_UINT) pointer = ed_read_u64(d->r);
    else ed_read_skip(d->r);
    memcpy(at, &pointer, sizeof pointer);
    return true;
}

static bool decode_array(ed_Decoder *d, ed_OldField *field, u8 *at);
static bool decode_pool(ed_Decoder *d, ed_OldField *field, u8 *at);

/// Stores the type's default for a value that is present but could not be decoded. A struct or
/// union needs nothing here: its fields are marked as ED_OLD_MISSING.
static void store_type_default(const ed_OldField *field, u8 *at)
{
    const ed_Type *type = field->field->type;
    if (field->field->kind == ED_STRUCT || field->field->kind == ED_UNION) return;
    memset(at, 0, field->size);
    bool no_zero =
        field->field->kind == ED_ENUM && type->value_count && !ed_value_by_number(type, 0);
    if (no_zero)
        ed_number_store(type->base, at, ed_number_from_bits(type->base, type->values[0].number));
}

static ed_OldState decode_field(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    bool there = false, optional = field->field->shape == ED_OPTIONAL;
    if (!ed_read_enter(d->r, field->field->name, 0)) return ED_OLD_MISSING;
    bool nil = optional && ed_read_format(d->r) == ED_FORMAT_NIL;
    if (nil) ed_read_nil(d->r);
    else if (field->field->shape == ED_POOL) there = decode_pool(d, field, at);
    else if (!ed_is_inline(field->field)) there = decode_array(d, field, at);
    else there = decode_element(d, field, at);
    ed_read_leave(d->r);
    // an optional value that cannot be decoded is present, with its type's default
    if (optional && !nil && !there) store_type_default(field, at);
    return nil ? ED_OLD_NIL : there || optional ? ED_OLD_VALUE : ED_OLD_MISSING;
}

/// Finds a field by its tag, or by the tag of a former name, which a document written by hand may
/// still use. Tries the field `next` first: most records have their fields in the order of the
/// type.
static ed_OldField *field_of(const ed_OldType *type, u64 tag, u32 next)
{
    bool expected = next < type->type->field_count && type->fields[next].field->tag == tag;
    if (expected) return &type->fields[next];
    const ed_Field *known = tag <= UINT32_MAX ? ed_field_by_tag(type->type, (u32)tag) : NULL;
    return known ? &type->fields[known - type->type->fields] : NULL;
}

static bool is_transient(const ed_OldField *field)
{
    return field->field->flags & ED_FIELD_TRANSIENT;
}

static const u8 *take_text(const u8 *at, const u8 *end, u8 *to)
{
    ed_OldText text;
    at = ed_take_str(at, end, &text.at, &text.size);
    if (at) memcpy(to, &text, sizeof text);
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

/// Fast path: decodes one element in the form that eddie writes. Returns NULL for another form.
static const u8 *take_value(const ed_OldField *field, const u8 *at, const u8 *end, u8 *to)
{
    if (field->number != ED_STRUCT) return ed_number_take(at, field->number, to);
    switch (field->field->kind) {
    case ED_CHARS:
    case ED_STR: return take_text(at, end, to);
    case ED_REF: return take_handle(at, end, to);
    default: return NULL;
    }
}

#define SHORT_ARRAY_MAX 15u      // the largest count that fits in the first byte of an array

/// Fast path: decodes a short fixed array of numbers in the form that eddie writes. Returns NULL if
/// the array or a number has another form.
static const u8 *take_array(ed_Decoder *d, const ed_OldField *field, const u8 *at, const u8 *end,
                            u8 *to)
{
    const ed_Field *f = field->field;
    u32 count = f->count, size = field->size;
    bool plain = f->shape == ED_FIXED && field->number != ED_STRUCT && count <= SHORT_ARRAY_MAX
              && ed_field_rank(f) == 1 && d->r->depth + 2 < ED_DEPTH_MAX;
    if (!plain || *at != (0x90 | count) || end - at < 1 + (i64)(count * ED_TAKE_BYTES)) return NULL;
    size_t used = d->arena->used;
    u8 *items = (u8 *)ed_decode_push(d, count * size);
    at = items ? at + 1 : NULL;
    for (u32 i = 0; at && i < count; i++) at = ed_number_take(at, field->number, items + i * size);
    if (!at) {
        d->arena->used = used;
        return NULL;
    }
    memcpy(to, &(ed_OldArray){ items, count, 0 }, sizeof(ed_OldArray));
    return at;
}

#define KEY_BYTES_MAX 5      // a tag has 32 bits

/// Returns whether enough bytes are left to read a key and a plain value without further checks.
static bool has_pair(const u8 *at, const u8 *end)
{
    return end - at >= KEY_BYTES_MAX + (i64)ED_TAKE_BYTES;
}

static bool has_key(const ed_OldField *field, const u8 *at)
{
    u64 key;
    memcpy(&key, at, sizeof key);
    return (key & field->key_mask) == field->key;
}

/// Fast path: decodes the fields of a record as long as they are in the order of its type. Each key
/// is compared with the expected bytes, and plain values are read without tracking the path. Stops
/// before the first unexpected key, or after `most` pairs. Returns how many pairs were decoded.
/// `next` is the index of the expected field.
static u32 decode_expected(ed_Decoder *d, const ed_OldType *type, u8 *record, u32 most, u32 *next)
{
    const u8 *at = d->r->at, *end = d->r->end;
    u32 done = 0, i = *next, count = type->type->field_count;
    if (d->r->depth == ED_DEPTH_MAX) return 0;      // decode_field reports the error
    for (; done < most && i < count && has_pair(at, end); i++) {
        ed_OldField *field = &type->fields[i];
        if (!has_key(field, at)) {
            if (is_transient(field)) continue;
            break;
        }
        const u8 *value = at + field->key_size;
        u8 *to = record + field->offset;
        bool nil = field->field->shape == ED_OPTIONAL && *value == 0xc0;
        record[i] = nil ? ED_OLD_NIL : ED_OLD_VALUE;
        at = nil                        ? value + 1
           : ed_is_inline(field->field) ? take_value(field, value, end, to)
                                        : take_array(d, field, value, end, to);
        if (!at) {
            d->r->at = value;
            record[i] = (u8)decode_field(d, field, to);
            at = d->r->at;
        }
        done++;
    }
    *next = i;
    d->r->at = at;
    return done;
}

static void decode_pair(ed_Decoder *d, const ed_OldType *type, u8 *record, u32 *next)
{
    if (ed_read_format(d->r) == ED_FORMAT_STR) {
        ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at,
                     "expected one record of %s, whose keys are tags; found text as a key",
                     type->type->name);
        return;
    }
    u64 tag = ed_read_u64(d->r);
    ed_OldField *field = ed_read_ok(d->r) ? field_of(type, tag, *next) : NULL;
    bool known = field && (d->with_transient || !is_transient(field));
    if (!known) {
        ed_read_skip(d->r);
        return;
    }
    u32 index = (u32)(field - type->fields);
    record[index] = (u8)decode_field(d, field, record + field->offset);
    *next = index + 1;
}

static bool decode_struct(ed_Decoder *d, const ed_OldType *type, u8 *record)
{
    u32 left = ed_read_map(d->r), next = 0;
    memset(record, ED_OLD_MISSING, type->type->field_count);
    while (left && ed_read_ok(d->r)) {
        left -= decode_expected(d, type, record, left, &next);
        if (left && ed_read_ok(d->r)) {
            decode_pair(d, type, record, &next);
            left--;
        }
    }
    return true;
}

/// Reads a tag. Returns the alternative with that tag, or NULL if the union has none.
static ed_OldField *read_alternative(ed_Decoder *d, const ed_OldType *type)
{
    for (u32 i = 0; has_pair(d->r->at, d->r->end) && i < type->type->field_count; i++)
        if (has_key(&type->fields[i], d->r->at)) {
            d->r->at += type->fields[i].key_size;
            return &type->fields[i];
        }
    u64 tag = ed_read_u64(d->r);
    return ed_read_ok(d->r) ? field_of(type, tag, 0) : NULL;
}

/// Decodes [tag, value]. An alternative that the writer's type does not have is a misfit.
static bool decode_union(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    const u8 *start = d->r->at;
    const ed_OldType *type = field->inner;
    // if the value is a misfit in a list, it becomes the first alternative
    memset(at, ED_OLD_MISSING, ED_ALTERNATIVE_AT);
    if (ed_read_format(d->r) != ED_FORMAT_ARRAY) return misfit(d, field);
    if (ed_read_array(d->r) != 2 && ed_read_ok(d->r))
        ed_read_fail(d->r, ED_ERR_FORMAT, start, "expected a union as [tag, value]");
    ed_OldField *held = read_alternative(d, type);
    if (!held) return misfit(d, field);
    u32 index = (u32)(held - type->fields);
    memcpy(at, &index, sizeof index);
    at[sizeof index] = (u8)decode_field(d, held, at + held->offset);
    return true;
}

static bool decode_element(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    const ed_Field *f = field->field;
    switch (f->kind) {
    case ED_CHARS:
    case ED_STR: return decode_text(d, field, at);
    case ED_ENUM:
    case ED_FLAGS: return decode_named(d, field, at);
    case ED_REF: return decode_handle(d, field, at);
    case ED_PTR: return decode_pointer(d, at);
    case ED_UNION: return decode_union(d, field, at);
    case ED_STRUCT:
        if (ed_read_format(d->r) != ED_FORMAT_MAP) {
            memset(at, ED_OLD_MISSING, f->type->field_count);
            return misfit(d, field);
        }
        return decode_struct(d, field->inner, at);
    default: return decode_number(d, field, f->kind, at);
    }
}

// --- arrays --------------------------------------------------------------------------------------

/// Fast path: decodes numbers as long as they have the form that eddie writes. Returns how many
/// were decoded.
static u32 decode_numbers(ed_Decoder *d, const ed_OldField *field, u8 *to, u32 count)
{
    const u8 *at = d->r->at, *end = d->r->end, *after;
    u32 done = 0;
    size_t size = field->size;
    if (d->r->depth == ED_DEPTH_MAX) return 0;      // ed_read_enter reports the error
    for (; done < count && end - at >= (i64)ED_TAKE_BYTES; at = after, done++) {
        after = ed_number_take(at, field->number, to + done * size);
        if (!after) break;
    }
    d->r->at = at;
    return done;
}

/// Decodes the elements of an array, one dimension for each level of recursion. Elements beyond
/// `room` are counted and skipped; elements that the document omits stay as they are. Returns false
/// if it omits elements.
static bool decode_items(ed_Decoder *d, ed_OldField *field, u32 dim, u8 *at, u32 room)
{
    u32 count = ed_read_array(d->r), rank = ed_field_rank(field->field);
    bool whole = count >= room;
    size_t stride = field->size * ed_field_elements_per_index(field->field, dim);
    bool numbers = dim + 1 == rank && field->number != ED_STRUCT;
    for (u32 i = 0; i < count; i++) {
        if (numbers && i < room)
            i += decode_numbers(d, field, at + i * stride, (count < room ? count : room) - i);
        if (i == count || !ed_read_enter(d->r, NULL, i)) return whole;
        u8 *item = at + i * stride;
        if (i >= room) {
            ed_read_skip(d->r);
            field->lost.truncated++;
        } else if (dim + 1 == rank) {
            if (!decode_element(d, field, item)) store_type_default(field, item);
        } else if (ed_read_format(d->r) == ED_FORMAT_ARRAY)
            whole &= decode_items(d, field, dim + 1, item, field->field->dims[dim + 1]);
        else whole = misfit(d, field);
        ed_read_leave(d->r);
    }
    return whole;
}

/// Sets all elements of a fixed array with several dimensions to their defaults, for a document
/// that omits some. Records need nothing here: their fields are marked as ED_OLD_MISSING. Any other
/// default has no more elements than the array, so the time stays in proportion to the document.
static void fill_defaults(ed_Decoder *d, ed_OldField *field, u8 *items)
{
    const ed_Field *f = field->field;
    size_t used = d->arena->used;
    ed_OldType *known = d->known;
    if (ed_field_is_record(f)) return;
    for (u32 i = 0; i < f->count; i++) store_type_default(field, items + (size_t)i * field->size);
    d->sparse = true;
    ed_OldValue value = ed_decode_default(d, f);
    d->sparse = false;
    if (value.state == ED_OLD_VALUE && value.layout == ED_OLD_OPEN && value.at)
        memcpy(items, value.at, (size_t)f->count * field->size);
    d->known = known;
    d->arena->used = used;
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

/// A document written by hand may have a single value instead of a list with one item.
static bool decode_single(ed_Decoder *d, ed_OldField *field, ed_OldArray *array)
{
    u8 *item = (u8 *)ed_decode_push(d, field->size);
    if (!item) return false;
    if (!decode_element(d, field, item)) store_type_default(field, item);
    *array = (ed_OldArray){ item, 1, 0 };
    return ed_read_ok(d->r);
}

static bool decode_list(ed_Decoder *d, ed_OldField *field, ed_OldArray *array)
{
    *array = (ed_OldArray){ NULL, 0, 0 };
    if (ed_table_follows(d->r)) return ed_decode_table(d, field->field, array);
    if (ed_read_format(d->r) == ED_FORMAT_NIL) {
        ed_read_nil(d->r);
        return true;
    }
    u32 rank = ed_field_rank(field->field);
    bool single = ed_read_format(d->r) != ED_FORMAT_ARRAY;
    if (single && rank > 1) return misfit(d, field);
    if (ed_field_is_record(field->field) && !ed_old_inner(d, field)) return false;
    if (single) return decode_single(d, field, array);
    u32 count = peek_count(d->r);
    u64 total = count;
    if (rank > 1) {
        if (!d->sparse && !has_bytes_for(d, field->field)) return false;
        count = field->field->dims[0];
        total = field->field->count;
    }
    u8 *items = total ? (u8 *)ed_decode_push(d, total * field->size) : NULL;
    if (total && !items) return false;
    bool zero = items && (rank > 1 || !ed_field_is_record(field->field));
    if (zero) memset(items, 0, (size_t)(total * field->size));
    const u8 *start = d->r->at;
    ed_Tally lost = field->lost;
    if (!decode_items(d, field, 0, items, count) && rank > 1 && !d->sparse && ed_read_ok(d->r)) {
        field->lost = lost;      // the same values are counted again
        fill_defaults(d, field, items);
        d->r->at = start;
        decode_items(d, field, 0, items, count);
    }
    *array = (ed_OldArray){ items, (u32)total, 0 };
    return ed_read_ok(d->r);
}

static bool decode_array(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    ed_OldArray array;
    bool good = decode_list(d, field, &array);
    memcpy(at, &array, sizeof array);
    return good;
}

static bool decode_pool(ed_Decoder *d, ed_OldField *field, u8 *at)
{
    ed_OldArray parts[ED_POOL_PARTS] = { { NULL, 0, 0 } };
    bool is_pool = ed_read_format(d->r) == ED_FORMAT_MAP && !ed_table_follows(d->r);
    if (!is_pool) {      // a plain list of items, written by hand
        bool good = decode_list(d, field, &parts[0]);
        memcpy(at, parts, sizeof parts);
        return good;
    }
    ed_Span spans[ED_POOL_PARTS];
    ed_read_pool(d->r, spans);
    const u8 *end = d->r->at;
    bool good = ed_read_ok(d->r);
    ed_OldField of_handles = { .field = &ed_handles_field,
                               .size = sizeof(ed_Ref),
                               .number = ED_STRUCT };
    for (u32 i = 0; i < ED_POOL_PARTS && good; i++) {
        d->r->at = spans[i].at;
        good = decode_list(d, i == ED_POOL_ITEMS ? field : &of_handles, &parts[i]);
    }
    u32 handles = parts[ED_POOL_HANDLES].count, items = parts[ED_POOL_ITEMS].count;
    if (good && handles != items)
        ed_read_fail(d->r, ED_ERR_FORMAT, spans[ED_POOL_HANDLES].at, "%u handles for %u items",
                     handles, items);
    if (ed_read_ok(d->r)) d->r->at = end;
    memcpy(at, parts, sizeof parts);
    return good && ed_read_ok(d->r);
}

// --- whole records, defaults ---------------------------------------------------------------------

const u8 *ed_decode_record(ed_Decoder *d, const ed_OldType *type)
{
    u8 *at = (u8 *)ed_decode_push(d, type->size);
    if (at) decode_struct(d, type, at);
    return ed_read_ok(d->r) ? at : NULL;
}

ed_OldValue ed_decode_default(ed_Decoder *d, const ed_Field *field)
{
    ed_OldValue missing = { .field = field, .state = ED_OLD_MISSING };
    if (!field->packed_default_size) return missing;
    ed_Reader r, *before = d->r;
    ed_Type *alone = (ed_Type *)ed_decode_push(d, sizeof *alone);
    if (!alone) return missing;
    *alone = (ed_Type){ .name = field->name, .kind = ED_STRUCT, .fields = field, .field_count = 1 };
    ed_read_init(&r, field->packed_default, field->packed_default_size);
    d->r = &r;
    ed_OldValue value = ed_old_read(d, alone);
    d->r = before;
    return value;
}

ed_OldValue ed_old_read(ed_Decoder *d, const ed_Type *alone)
{
    ed_OldValue missing = { .field = alone->fields, .state = ED_OLD_MISSING };
    const ed_OldType *type = ed_old_type(d, alone);
    u8 *record = type ? (u8 *)ed_decode_push(d, type->size) : NULL;
    if (!record) return missing;
    record[0] = (u8)decode_field(d, type->fields, record + type->fields->offset);
    if (!ed_read_ok(d->r)) return missing;
    return ed_old_field(d, &(ed_OldRecordView){ alone, type, record }, 0);
}
