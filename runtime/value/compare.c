#include "runtime/value/compare.h"
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"

static u32 plain_size(const ed_Field *field) { return ed_kind_size(ed_field_number_kind(field)); }

static bool is_compared(const ed_ValueRef *part)
{
    return part->depth || !(part->field->flags & ED_FIELD_TRANSIENT);
}

/// Returns whether the value is a list, or a record whose parts are compared one by one.
static bool has_parts(const ed_ValueRef *value)
{
    return ed_value_is_list(value) || ed_value_record(value);
}

static u32 part_count(const ed_ValueRef *value)
{
    return ed_value_is_list(value) ? ed_value_items(value).count : ed_value_part_count(value);
}

// --- zero and empty values -----------------------------------------------------------------------

static bool plain_is_nothing(const ed_ValueRef *value)
{
    static const u8 zeros[16];
    if (value->field->kind == ED_TEXT_PTR) return !ed_value_text(value).at;
    if (ed_field_is_text(value->field)) return ed_value_text(value).size == 0;
    return memcmp(value->at, zeros, plain_size(value->field)) == 0;
}

bool ed_value_is_nothing(const ed_ValueRef *value)
{
    const ed_Type *record = ed_value_record(value);
    bool optional = value->field && value->field->shape == ED_OPTIONAL;
    if (ed_value_is_absent(value)) return true;
    if (optional) return false;
    if (!has_parts(value)) return plain_is_nothing(value);
    if (!record && value->field->shape != ED_FIXED) return ed_value_count(value) == 0;
    if (record && record->kind == ED_UNION && ed_union_index(record, value->at)) return false;
    for (u32 i = 0, count = part_count(value); i < count; i++) {
        ed_ValueRef part = ed_value_part(value, i);
        if (is_compared(&part) && !ed_value_is_nothing(&part)) return false;
    }
    return true;
}

// --- equality ------------------------------------------------------------------------------------

static bool same_plain(const ed_ValueRef *one, const ed_ValueRef *other)
{
    if (!ed_field_is_text(one->field))
        return memcmp(one->at, other->at, plain_size(one->field)) == 0;
    ed_Span a = ed_value_text(one), b = ed_value_text(other);
    if (one->field->kind == ED_TEXT_PTR && !a.at != !b.at) return false;
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

bool ed_value_same(const ed_ValueRef *one, const ed_ValueRef *other)
{
    const ed_Type *record = ed_value_record(one);
    bool absent = ed_value_is_absent(one);
    if (absent || ed_value_is_absent(other)) return absent == ed_value_is_absent(other);
    if (!has_parts(one)) return same_plain(one, other);
    u32 count = part_count(one);
    if (count != part_count(other)) return false;
    if (record && record->kind == ED_UNION
        && ed_union_index(record, one->at) != ed_union_index(record, other->at))
        return false;
    for (u32 i = 0; i < count; i++) {
        ed_ValueRef a = ed_value_part(one, i), b = ed_value_part(other, i);
        if (is_compared(&a) && !ed_value_same(&a, &b)) return false;
    }
    return true;
}

bool ed_value_differs(const ed_ValueRef *value, const ed_ValueRef *defaults)
{
    return defaults->at ? !ed_value_same(value, defaults) : !ed_value_is_nothing(value);
}

// --- hashes --------------------------------------------------------------------------------------

/// Every hash starts with a number for its kind of value, so that values of different kinds differ.
static u64 hash_number(ed_Number n)
{
    bool real = n.form == ED_FORMAT_F32 || n.form == ED_FORMAT_F64;
    bool whole = real && n.f >= -9e15 && n.f <= 9e15 && n.f == (f64)(i64)n.f;
    if (whole) return ed_hash_u64(1, (u64)(i64)n.f);
    if (real) return ed_hash_bytes(2, &n.f, sizeof n.f);
    return ed_hash_u64(1, (u64)ed_number_bits(n));
}

static u64 hash_plain(const ed_ValueRef *value)
{
    const ed_Field *field = value->field;
    if (ed_field_is_text(field)) {
        ed_Span text = ed_value_text(value);
        const bool null = field->kind == ED_TEXT_PTR && !text.at;
        return ed_hash_bytes(null ? 5 : 4, text.at, text.size);
    }
    if (field->kind == ED_REF) return ed_hash_bytes(7, value->at, sizeof(ed_Ref));
    if (field->kind == ED_PTR || field->kind == ED_RECORD_PTR)
        return ed_hash_bytes(8, value->at, sizeof(void *));
    if (field->kind == ED_ENUM || field->kind == ED_SYMBOL) {
        const ed_Value *known = ed_number_value(field->type, value->at);
        if (known) return ed_hash_u64(3, known->tag);
    }
    return hash_number(ed_field_number(field, value->at));
}

u64 ed_value_hash(const ed_ValueRef *value)
{
    bool record = ed_value_record(value);
    u64 hash = record ? 6 : 9;
    if (ed_value_is_absent(value)) return 5;
    if (!has_parts(value)) return hash_plain(value);
    u32 count = part_count(value);
    for (u32 i = 0; i < count; i++) {
        ed_ValueRef part = ed_value_part(value, i);
        if (!is_compared(&part)) continue;
        if (record) hash = ed_hash_u64(hash, part.field->tag);
        hash = ed_hash_u64(hash, ed_value_hash(&part));
    }
    return record ? hash : ed_hash_u64(hash, count);
}
