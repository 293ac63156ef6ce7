#include "runtime/migrate/old_record.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "runtime/migrate/field_step.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"

/// The value at a path in another state, if the record has no field of the path's first name.
static bool find_in_state(const ed_OldRecord *old, const char *path, ed_ValueRef *value)
{
    size_t size = strcspn(path, ".[");
    const ed_PlanState *state = ed_plan_state(old->plan, path, size);
    if (!state || !state->record.at || path[size] != '.') return false;
    *value = state->record;
    return ed_value_find_in(value, path + size + 1, NULL);
}

/// Finds the old value at a path. Returns false if the record has no such value, and for null
/// handles and pointers.
static bool find(const ed_OldRecord *old, const char *path, ed_ValueRef *value)
{
    bool own = ed_field_by_name(old->record.type, path, strcspn(path, ".["));
    ed_Ref ref = { 0, 1 };
    *value = old->record;
    bool found = own ? ed_value_find_in(value, path, NULL) : find_in_state(old, path, value);
    if (!found || !value->at || ed_value_is_absent(value)) return false;
    if (ed_value_is_list(value)) return true;
    if (value->field->kind == ED_TEXT_PTR) return ed_value_text(value).at;
    if (value->field->kind == ED_REF) memcpy(&ref, value->at, sizeof ref);
    return ref.generation && value->field->kind != ED_PTR && value->field->kind != ED_RECORD_PTR;
}

bool ed_old_has(const ed_OldRecord *old, const char *path)
{
    ed_ValueRef value;
    return find(old, path, &value);
}

u32 ed_old_count(const ed_OldRecord *old, const char *path)
{
    ed_ValueRef value;
    if (!find(old, path, &value)) return 0;
    return ed_value_is_list(&value) ? ed_value_count(&value) : 1;
}

/// Stores the old number at `at`, converted to `kind`. False if there is no such number.
static bool number_at(const ed_OldRecord *old, const char *path, ed_Kind kind, void *at)
{
    ed_ValueRef value;
    if (!find(old, path, &value) || ed_value_is_list(&value)) return false;
    if (value.field->kind > ED_F64
        && (!ed_field_is_named(value.field) || value.field->kind == ED_SYMBOL))
        return false;
    ed_Kind from = ed_field_number_kind(value.field);
    return ed_number_store(kind, at, ed_number_load(from, value.at)) != ED_CONVERT_NONE;
}

f64 ed_old_f64(const ed_OldRecord *old, const char *path, f64 otherwise)
{
    f64 value;
    return number_at(old, path, ED_F64, &value) ? value : otherwise;
}

i64 ed_old_i64(const ed_OldRecord *old, const char *path, i64 otherwise)
{
    i64 value;
    return number_at(old, path, ED_I64, &value) ? value : otherwise;
}

u64 ed_old_u64(const ed_OldRecord *old, const char *path, u64 otherwise)
{
    u64 value;
    return number_at(old, path, ED_U64, &value) ? value : otherwise;
}

bool ed_old_bool(const ed_OldRecord *old, const char *path, bool otherwise)
{
    bool value;
    return number_at(old, path, ED_BOOL, &value) ? value : otherwise;
}

/// The name of an enum's value, or of the alternative that a union holds. NULL if it has no name.
static const char *name_of(const ed_ValueRef *value)
{
    const ed_Type *type = value->field->type;
    if (value->field->kind == ED_ENUM || value->field->kind == ED_SYMBOL) {
        const ed_Value *named = ed_number_value(type, value->at);
        return named ? named->name : NULL;
    }
    if (value->field->kind != ED_UNION || !type->field_count) return NULL;
    return ed_union_alternative(type, value->at)->name;
}

const char *ed_old_text(const ed_OldRecord *old, const char *path, const char *otherwise)
{
    ed_ValueRef value;
    if (!find(old, path, &value) || ed_value_is_list(&value)) return otherwise;
    if (ed_field_is_text(value.field)) {
        ed_Span text = ed_value_text(&value);
        char *copy = (char *)ed_arena_push(old->arena, text.size + 1, 1);
        if (copy && text.size) memcpy(copy, text.at, text.size);
        return copy ? copy : otherwise;
    }
    const char *name = name_of(&value);
    return name ? name : otherwise;
}

bool ed_old_refuse(const ed_OldRecord *old, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(old->reason, ED_REASON_BYTES, format, args);
    va_end(args);
    return false;
}
