#include "runtime/before.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "runtime/number.h"
#include "runtime/packed.h"
#include "runtime/value.h"

/// The old value at a path, and the field it is of.
typedef struct Old {
    ed_Reader       r;
    const ed_Field *field;
    u32             indexed;     // dimensions of it that the path went into
    bool            there;
} Old;

static Old find(const ed_Before *before, const char *path)
{
    Old old;
    old.indexed = 0;
    ed_Span value = ed_packed_find(before->record, before->type, path, &old.field, &old.indexed);
    ed_read_init(&old.r, value.at, value.size);
    old.there = value.size && ed_read_form(&old.r) != ED_FORM_NIL;
    return old;
}

bool ed_before_has(const ed_Before *before, const char *path) { return find(before, path).there; }

u32 ed_before_count(const ed_Before *before, const char *path)
{
    Old old = find(before, path);
    if (!old.there) return 0;
    bool list = ed_read_form(&old.r) == ED_FORM_ARRAY && old.field
             && old.indexed < ed_field_rank(old.field);
    if (old.field && old.field->shape == ED_POOL && old.indexed == 0) {
        ed_Span pool = ed_packed_find(before->record, before->type, path, &old.field, &(u32){ 0 });
        ed_Span items = ed_packed_items(pool);
        ed_read_init(&old.r, items.at, items.size);
        list = items.size != 0;
    }
    return list ? ed_read_array(&old.r) : 1;
}

/// The old number, or false where there is none.
static bool number_at(const ed_Before *before, const char *path, ed_Kind kind, void *at)
{
    Old old = find(before, path);
    ed_Form form = old.there ? ed_read_form(&old.r) : ED_FORM_NONE;
    if (form < ED_FORM_BOOL || form > ED_FORM_F64) return false;
    return ed_number_store(kind, at, ed_read_number(&old.r)) != ED_FIT_NONE;
}

f64 ed_before_f64(const ed_Before *before, const char *path, f64 otherwise)
{
    f64 value;
    return number_at(before, path, ED_F64, &value) ? value : otherwise;
}

i64 ed_before_i64(const ed_Before *before, const char *path, i64 otherwise)
{
    i64 value;
    return number_at(before, path, ED_I64, &value) ? value : otherwise;
}

u64 ed_before_u64(const ed_Before *before, const char *path, u64 otherwise)
{
    u64 value;
    return number_at(before, path, ED_U64, &value) ? value : otherwise;
}

bool ed_before_bool(const ed_Before *before, const char *path, bool otherwise)
{
    bool value;
    return number_at(before, path, ED_BOOL, &value) ? value : otherwise;
}

static const char *enum_name(Old *old)
{
    i64 number;
    if (!ed_number_to_bits(old->field->type->base, ed_read_number(&old->r), &number)) return NULL;
    const ed_Value *value = ed_value_by_number(old->field->type, number);
    return value ? value->name : NULL;
}

static const char *alternative_name(Old *old)
{
    if (ed_read_array(&old->r) != 2) return NULL;
    const ed_Field *alternative = ed_field_by_tag(old->field->type, (u32)ed_read_u64(&old->r));
    return ed_read_ok(&old->r) && alternative ? alternative->name : NULL;
}

const char *ed_before_text(const ed_Before *before, const char *path, const char *otherwise)
{
    Old old = find(before, path);
    ed_Form form = old.there ? ed_read_form(&old.r) : ED_FORM_NONE;
    const char *name = NULL;
    if (form == ED_FORM_STR) {
        ed_Span text = ed_read_str(&old.r);
        char *copy = (char *)ed_arena_push(before->arena, text.size + 1, 1);
        if (copy) memcpy(copy, text.at, text.size);
        return copy ? copy : otherwise;
    }
    if (!old.field) return otherwise;
    if (old.field->kind == ED_ENUM && (form == ED_FORM_UINT || form == ED_FORM_INT))
        name = enum_name(&old);
    if (old.field->kind == ED_UNION && form == ED_FORM_ARRAY) name = alternative_name(&old);
    return name ? name : otherwise;
}

bool ed_before_refuse(const ed_Before *before, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf((char *)(uintptr_t)before->reason, sizeof before->reason, format, args);
    va_end(args);
    return false;
}
