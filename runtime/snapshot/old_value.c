#include "runtime/snapshot/old_value.h"
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/snapshot/varlen.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"

// --- locating values -----------------------------------------------------------------------------

/// The value of an array in a decoded record.
static ed_OldValue in_slot(const ed_Decoder *d, const ed_Field *field, const u8 *at)
{
    ed_Array slot;
    memcpy(&slot, at, sizeof slot);
    ed_OldValue old = { .field = field,
                        .state = ED_OLD_VALUE,
                        .list = true,
                        .count = slot.count,
                        .at = (const u8 *)slot.items,
                        .storage = at };
    if (slot.capacity) {
        const ed_OldTable *table = &d->tables[slot.capacity - 1];
        bool slots = ed_has_varlen(table->field);
        old.field = table->field;
        if (slots && !table->rows) old.table = slot.capacity;
        if (slots && table->rows) old.at = table->rows;
    }
    if (old.count && ed_field_rank(old.field) > 1) old.count = old.field->dims[0];
    return old;
}

ed_OldValue ed_old_value(const ed_Decoder *d, const ed_Field *field, const u8 *at)
{
    bool single = field->shape == ED_ONE || field->shape == ED_OPTIONAL;
    if (!single && (field->flags & ED_FIELD_DECODED)) return in_slot(d, field, at);
    ed_OldValue old = {
        .field = field, .state = ED_OLD_VALUE, .count = 1, .at = at, .storage = at
    };
    ed_ElementSpan all = ed_field_elements(field, at);
    if (field->shape == ED_OPTIONAL && !all.count) old.state = ED_OLD_NIL;
    if (single) return old;
    old.list = true;
    old.at = all.at;
    old.count = field->shape == ED_FIXED ? field->dims[0] : all.count;
    return old;
}

ed_OldValue ed_old_default(ed_Decoder *d, const ed_Type *type, u32 index)
{
    const ed_Field *field = &type->fields[index];
    const ed_DecodedType *decoded = field->packed_default_size ? ed_decoded_type(d, type) : NULL;
    if (!decoded || !ed_decoded_default_is_known(&decoded->fields[index]))
        return (ed_OldValue){ .field = field, .state = ED_OLD_MISSING };
    return ed_old_field(d, &(ed_OldRecordView){ &decoded->type, decoded->type.image }, index);
}

ed_OldValue ed_old_item(ed_Decoder *d, ed_OldValue *list, u32 index)
{
    if (list->table) {
        list->at = ed_table_rows(d, list->table - 1);
        list->table = 0;
    }
    ed_OldValue item = *list;
    bool fixed = list->field->shape == ED_FIXED;
    item.level = list->level + 1;
    item.list = fixed && item.level < ed_field_rank(list->field);
    item.count = item.list ? list->field->dims[item.level] : 1;
    size_t stride = fixed ? ed_field_stride(list->field, list->level) : list->field->size;
    item.at = list->at ? list->at + index * stride : NULL;
    if (!item.at) item.state = ED_OLD_MISSING;      // after a failure
    return item;
}

bool ed_old_next(const ed_Decoder *d, const ed_OldRecordView *record, u32 *index,
                 ed_OldValue *field)
{
    const ed_Type *type = record->type;
    while (*index < type->field_count) {
        u32 i = (*index)++;
        bool held = type->kind != ED_UNION || i == ed_old_kind(record);
        if (!held || (!d->with_transient && (type->fields[i].flags & ED_FIELD_TRANSIENT))) continue;
        *field = ed_old_field(d, record, i);
        return true;
    }
    return false;
}

u32 ed_old_kind(const ed_OldRecordView *record) { return ed_union_index(record->type, record->at); }

ed_OldText ed_old_text_at(const ed_Field *field, const u8 *at)
{
    ed_Str slot;
    if (field->kind == ED_CHARS && !(field->flags & ED_FIELD_DECODED))
        return (ed_OldText){ (const char *)at, (u32)strnlen((const char *)at, field->size) };
    memcpy(&slot, at, sizeof slot);
    return (ed_OldText){ slot.items, slot.items ? slot.count : 0 };
}

ed_Array ed_old_part(const ed_OldValue *pool, ed_PoolPart part)
{
    ed_Array array;
    memcpy(&array, pool->storage + part * sizeof array, sizeof array);
    return array;
}

// --- zero and empty values -----------------------------------------------------------------------

static u32 plain_size(const ed_Field *field) { return ed_kind_size(ed_field_number_kind(field)); }

static bool record_is_nothing(ed_Decoder *d, const ed_OldRecordView *record)
{
    ed_OldValue field;
    if (record->type->kind == ED_UNION && ed_old_kind(record) != 0) return false;
    for (u32 i = 0; ed_old_next(d, record, &i, &field);)
        if (!ed_old_is_nothing(d, &field)) return false;
    return true;
}

static bool element_is_nothing(ed_Decoder *d, const ed_OldValue *value)
{
    static const u8 zeros[16];
    if (value->field->shape == ED_OPTIONAL && value->level == 0) return false;
    if (ed_field_is_text(value->field)) return ed_old_text_at(value->field, value->at).size == 0;
    if (ed_field_is_record(value->field)) {
        ed_OldRecordView record = ed_old_record_view(value);
        return record_is_nothing(d, &record);
    }
    if (value->field->kind == ED_PTR && !d->live) return true;
    return memcmp(value->at, zeros, plain_size(value->field)) == 0;
}

bool ed_old_is_nothing(ed_Decoder *d, ed_OldValue *value)
{
    if (value->state != ED_OLD_VALUE) return true;
    if (!value->list) return element_is_nothing(d, value);
    if (value->field->shape != ED_FIXED) return value->count == 0;
    for (u32 i = 0; i < value->count; i++) {
        ed_OldValue item = ed_old_item(d, value, i);
        if (!ed_old_is_nothing(d, &item)) return false;
    }
    return true;
}

// --- equality ------------------------------------------------------------------------------------

static bool same_record(ed_Decoder *d, const ed_OldRecordView *one, const ed_OldRecordView *other)
{
    ed_OldValue a;
    if (one->type->kind == ED_UNION && ed_old_kind(one) != ed_old_kind(other)) return false;
    for (u32 i = 0; ed_old_next(d, one, &i, &a);) {
        ed_OldValue b = ed_old_field(d, other, i - 1);
        if (!ed_old_same(d, &a, &b)) return false;
    }
    return true;
}

static bool same_element(ed_Decoder *d, const ed_OldValue *one, const ed_OldValue *other)
{
    if (ed_field_is_record(one->field)) {
        ed_OldRecordView a = ed_old_record_view(one), b = ed_old_record_view(other);
        return same_record(d, &a, &b);
    }
    if (!ed_field_is_text(one->field))
        return memcmp(one->at, other->at, plain_size(one->field)) == 0;
    ed_OldText a = ed_old_text_at(one->field, one->at), b = ed_old_text_at(other->field, other->at);
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

bool ed_old_same(ed_Decoder *d, ed_OldValue *one, ed_OldValue *other)
{
    if (one->state != other->state || one->list != other->list || one->count != other->count)
        return false;
    if (one->state != ED_OLD_VALUE) return true;
    if (!one->list) return same_element(d, one, other);
    for (u32 i = 0; i < one->count; i++) {
        ed_OldValue a = ed_old_item(d, one, i), b = ed_old_item(d, other, i);
        if (!ed_old_same(d, &a, &b)) return false;
    }
    return true;
}

bool ed_old_differs(ed_Decoder *d, ed_OldValue *value, ed_OldValue *defaults)
{
    if (value->state == ED_OLD_MISSING) return false;
    if (defaults->state == ED_OLD_MISSING) return !ed_old_is_nothing(d, value);
    return !ed_old_same(d, value, defaults);
}

// --- hashing -------------------------------------------------------------------------------------

/// Every hash starts with a number for its kind of value, so that values of different kinds differ.
static u64 hash_number(ed_Number n)
{
    bool real = n.form == ED_FORMAT_F32 || n.form == ED_FORMAT_F64;
    bool whole = real && n.f >= -9e15 && n.f <= 9e15 && n.f == (f64)(i64)n.f;
    if (whole) return ed_hash_u64(1, (u64)(i64)n.f);
    if (real) return ed_hash_bytes(2, &n.f, sizeof n.f);
    return ed_hash_u64(1, (u64)ed_number_bits(n));
}

static u64 hash_plain(ed_Decoder *d, const ed_OldValue *value)
{
    const ed_Field *field = value->field;
    i64 bits;
    if (field->kind == ED_REF) return ed_hash_bytes(7, value->at, sizeof(ed_Ref));
    if (field->kind == ED_PTR) return d->live ? ed_hash_bytes(8, value->at, sizeof(void *)) : 8;
    ed_Kind kind = ed_field_number_kind(field);
    ed_Number number = ed_number_load(kind, value->at);
    if (field->kind == ED_ENUM && ed_number_to_bits(kind, number, &bits)) {
        const ed_Value *known = ed_value_by_number(field->type, bits);
        if (known) return ed_hash_u64(3, known->tag);
    }
    return hash_number(number);
}

static u64 hash_record(ed_Decoder *d, const ed_OldRecordView *record)
{
    u64 hash = 6;
    ed_OldValue field;
    for (u32 i = 0; ed_old_next(d, record, &i, &field);)
        hash = ed_hash_u64(ed_hash_u64(hash, field.field->tag), ed_old_hash(d, &field));
    return hash;
}

u64 ed_old_hash(ed_Decoder *d, ed_OldValue *value)
{
    u64 hash = 9;
    if (value->state != ED_OLD_VALUE) return 5;
    if (!value->list) {
        if (ed_field_is_text(value->field)) {
            ed_OldText text = ed_old_text_at(value->field, value->at);
            return ed_hash_bytes(4, text.at, text.size);
        }
        if (!ed_field_is_record(value->field)) return hash_plain(d, value);
        ed_OldRecordView record = ed_old_record_view(value);
        return hash_record(d, &record);
    }
    for (u32 i = 0; i < value->count && ed_read_ok(d->r); i++) {
        ed_OldValue item = ed_old_item(d, value, i);
        hash = ed_hash_u64(hash, ed_old_hash(d, &item));
    }
    return ed_hash_u64(hash, value->count);
}
