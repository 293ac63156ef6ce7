#include "runtime/packed.h"
#include <string.h>
#include "runtime/hash.h"
#include "runtime/number.h"
#include "runtime/path.h"
#include "runtime/table.h"
#include "runtime/value.h"

static const ed_Span none = { NULL, 0 };

// --- is there anything in it? --------------------------------------------------------------------

bool ed_packed_is_zero(ed_Span value)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    return ed_read_is_zero(&r, true);
}

static bool next_is_nothing(ed_Reader *r, const ed_Field *field, u32 rank);

static bool member_is_nothing(ed_Reader *r, const ed_Type *type, u32 index)
{
    u64 tag = ed_read_u64(r);
    bool here = index < type->field_count && type->fields[index].tag == tag;
    const ed_Field *field = here ? &type->fields[index]
                          : tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
    bool first = type->kind == ED_STRUCT || field == type->fields;
    return first && next_is_nothing(r, field, field ? ed_field_rank(field) : 0);
}

static bool items_are_nothing(ed_Reader *r, const ed_Field *field, u32 rank)
{
    u32 count = ed_read_array(r);
    bool nothing = field->shape == ED_FIXED || count == 0;
    for (u32 i = 0; i < count && nothing && ed_read_ok(r); i++)
        nothing = next_is_nothing(r, field, rank - 1);
    return nothing;
}

static bool record_is_nothing(ed_Reader *r, const ed_Type *type)
{
    u32 count = type->kind == ED_UNION ? ed_read_array(r) / 2 : ed_read_map(r);
    bool nothing = true;
    for (u32 i = 0; i < count && nothing && ed_read_ok(r); i++)
        nothing = member_is_nothing(r, type, i);
    return nothing;
}

/// A pool is empty where all in it is zero: its handles are not.
static bool next_is_nothing(ed_Reader *r, const ed_Field *field, u32 rank)
{
    ed_Form form = ed_read_form(r);
    bool table = ed_table_follows(r), nothing = form == ED_FORM_NIL;
    if (!field || nothing || !ed_read_enter(r, NULL, 0)) return ed_read_is_zero(r, true);
    if (rank && field->shape != ED_FIXED && table) nothing = ed_read_table(r).count == 0;
    else if (rank && form == ED_FORM_ARRAY)        nothing = items_are_nothing(r, field, rank);
    else if (!rank && field->shape == ED_OPTIONAL) nothing = false;
    else if (!rank && form == (field->kind == ED_STRUCT ? ED_FORM_MAP : ED_FORM_ARRAY)
             && ed_field_is_record(field))
        nothing = record_is_nothing(r, field->type);
    else
        nothing = ed_read_is_zero(r, true);
    ed_read_leave(r);
    return nothing && ed_read_ok(r);
}

bool ed_packed_is_nothing(ed_Span value, const ed_Field *field, u32 rank)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    return next_is_nothing(&r, field, rank);
}

bool ed_packed_is_there_and_zero(ed_Span value)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    return ed_read_is_zero(&r, false);
}

// --- the same value? -----------------------------------------------------------------------------

static u64 hash_number(ed_Number n)
{
    bool real = n.form == ED_FORM_F32 || n.form == ED_FORM_F64;
    // a whole one
    if (real && n.f >= -9e15 && n.f <= 9e15 && n.f == (f64)(i64)n.f)
        return ed_hash_u64(1, (u64)(i64)n.f);
    if (real) return ed_hash_bytes(2, &n.f, sizeof n.f);
    return ed_hash_u64(1, n.form == ED_FORM_INT ? (u64)n.i : n.u);
}

static u64 hash_named(ed_Number n, const ed_Type *type)
{
    const ed_Value *value = ed_value_by_number(type, n.form == ED_FORM_INT ? n.i : (i64)n.u);
    return value ? ed_hash_u64(3, value->tag) : hash_number(n);
}

static u64 hash_next(ed_Reader *r, const ed_Field *field)
{
    ed_Form form = ed_read_form(r);
    if (form >= ED_FORM_BOOL && form <= ED_FORM_F64) {
        ed_Number number = ed_read_number(r);
        return field && field->kind == ED_ENUM ? hash_named(number, field->type)
                                               : hash_number(number);
    }
    if (form == ED_FORM_STR) { ed_Span s = ed_read_str(r); return ed_hash_bytes(4, s.at, s.size); }
    if (form != ED_FORM_ARRAY && form != ED_FORM_MAP) {
        ed_Span s = ed_read_skip(r);
        return ed_hash_bytes(5, s.at, s.size);
    }
    u64 hash = 6;
    u32 count = form == ED_FORM_MAP ? ed_read_map(r) * 2 : ed_read_array(r);
    if (!ed_read_enter(r, NULL, 0)) return hash;
    for (u32 i = 0; i < count && ed_read_ok(r); i++)
        hash = ed_hash_u64(hash, hash_next(r, form == ED_FORM_ARRAY ? field : NULL));
    ed_read_leave(r);
    return hash;
}

u64 ed_packed_hash(ed_Span value, const ed_Field *field)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    return hash_next(&r, field);
}

u64 ed_packed_hash_number(ed_Kind kind, const void *at)
{
    return hash_number(ed_number_load(kind, at));
}

// --- a part of it --------------------------------------------------------------------------------

ed_Span ed_packed_member(ed_Span record, u32 tag)
{
    ed_Reader r;
    ed_read_init(&r, record.at, record.size);
    if (ed_read_form(&r) != ED_FORM_MAP) return none;
    u32 count = ed_read_map(&r);
    for (u32 i = 0; i < count && ed_read_ok(&r); i++) {
        u64 key = ed_read_form(&r) == ED_FORM_UINT ? ed_read_u64(&r)
                                                   : (ed_read_skip(&r), UINT64_MAX);
        ed_Span value = ed_read_skip(&r);
        if (ed_read_ok(&r) && key == tag) return value;
    }
    return none;
}

/// A pool is { "items": [item…], "handles": …, "free": … }.
static bool enter_items(ed_Reader *r)
{
    u32 count = ed_read_form(r) == ED_FORM_MAP ? ed_read_map(r) : 0;
    for (u32 i = 0; i < count && ed_read_form(r) == ED_FORM_STR; i++) {
        ed_Span key = ed_read_str(r);
        if (ed_span_is(key, "items")) break;
        ed_read_skip(r);
    }
    return ed_read_form(r) == ED_FORM_ARRAY;
}

ed_Span ed_packed_items(ed_Span list)
{
    ed_Reader r;
    ed_read_init(&r, list.at, list.size);
    return enter_items(&r) ? ed_read_skip(&r) : none;
}

ed_Span ed_packed_item(ed_Span list, u64 index)
{
    ed_Reader r;
    ed_read_init(&r, list.at, list.size);
    u32 count = enter_items(&r) ? ed_read_array(&r) : 0;
    if (index >= count) return none;
    for (u64 i = 0; i < index && ed_read_ok(&r); i++) ed_read_skip(&r);
    ed_Span item = ed_read_skip(&r);
    return ed_read_ok(&r) ? item : none;
}

/// The value of a union where `field` is what it holds just now, else none: [tag, value].
static ed_Span alternative_of(ed_Span value, const ed_Field *field)
{
    ed_Span tag = ed_packed_item(value, 0);
    ed_Reader r;
    ed_read_init(&r, tag.at, tag.size);
    bool held = tag.size && ed_read_u64(&r) == field->tag && ed_read_ok(&r);
    return held ? ed_packed_item(value, 1) : none;
}

ed_Span ed_packed_find(ed_Span record, const ed_Type *type, const char *path,
                       const ed_Field **field, u32 *indexed)
{
    ed_Span value = record;
    ed_Path rest = ed_path(path);
    ed_PathStep step;
    *field = NULL;
    while (value.size && *rest.rest) {
        if (!ed_path_next(&rest, &step, NULL)) return none;
        if (step.kind == ED_PATH_INDEX) {
            if (!*field || *indexed >= ed_field_rank(*field)) return none;
            value = ed_packed_item(value, step.index);
            ++*indexed;
            continue;
        }
        const ed_Field *next = type && type->fields && step.kind == ED_PATH_FIELD
            ? ed_field_by_name(type, step.name, step.name_size) : NULL;
        if (!next) return none;
        value = type->kind == ED_UNION ? alternative_of(value, next)
                                       : ed_packed_member(value, next->tag);
        type = ed_field_is_record(next) ? next->type : NULL;
        *field = next;
        *indexed = 0;
    }
    return value;
}
