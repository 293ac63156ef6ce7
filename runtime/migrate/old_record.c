#include "runtime/migrate/old_record.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/migrate/field_step.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"

static const ed_OldValue nothing = { .state = ED_OLD_MISSING };

static ed_OldValue member(const ed_OldRecord *old, const ed_OldRecordView *record, const char *name,
                          size_t size)
{
    const ed_Field *field = ed_field_by_name(record->type, name, size);
    if (!field) return nothing;
    u32 index = (u32)(field - record->type->fields);
    bool held = record->type->kind != ED_UNION || ed_old_kind(record) == index;
    ed_OldValue missing = { .field = field, .state = ED_OLD_MISSING };
    return held ? ed_old_field(old->d, record, index) : missing;
}

/// The field of another state, if the record has no field of that name. Moves `path` to the name of
/// the field.
static ed_OldValue member_of_state(const ed_OldRecord *old, const char **path)
{
    size_t size = strcspn(*path, ".[");
    const ed_PlanState *state = ed_plan_state(old->plan, *path, size);
    if (!state || !state->record.at || (*path)[size] != '.') return nothing;
    *path += size + 1;
    return member(old, &state->record, *path, strcspn(*path, ".["));
}

/// The old value at a path. Its state is ED_OLD_VALUE only if there is a value.
static ed_OldValue find(const ed_OldRecord *old, const char *path)
{
    ed_OldRecordView record = old->record;
    ed_OldValue value = member(old, &record, path, strcspn(path, ".["));
    if (!value.field) value = member_of_state(old, &path);
    for (path += strcspn(path, ".["); *path && value.state == ED_OLD_VALUE;) {
        if (*path == '[') {
            char *end;
            u64 index = strtoull(path + 1, &end, 10);
            if (!value.list) return nothing;
            if (end == path + 1) {
                size_t size = strcspn(end, "]");
                index = ed_field_index_by_name(value.field, value.level, end, size);
                end += size;
            }
            if (*end != ']' || index >= value.count) return nothing;
            value = ed_old_item(old->d, &value, (u32)index);
            path = end + 1;
            continue;
        }
        if (*path++ != '.' || value.list || !ed_field_is_record(value.field)) return nothing;
        record = ed_old_record_view(&value);
        size_t size = strcspn(path, ".[");
        value = member(old, &record, path, size);
        path += size;
    }
    ed_Ref ref = { 0, 1 };
    bool single = value.state == ED_OLD_VALUE && !value.list;
    if (single && value.field->kind == ED_REF) memcpy(&ref, value.at, sizeof ref);
    if (!ref.generation || (single && value.field->kind == ED_PTR)) value.state = ED_OLD_NIL;
    return value;
}

bool ed_old_has(const ed_OldRecord *old, const char *path)
{
    return find(old, path).state == ED_OLD_VALUE;
}

u32 ed_old_count(const ed_OldRecord *old, const char *path)
{
    ed_OldValue value = find(old, path);
    if (value.state != ED_OLD_VALUE) return 0;
    return value.list ? value.count : 1;
}

/// Stores the old number at `at`, converted to `kind`. False if there is no such number.
static bool number_at(const ed_OldRecord *old, const char *path, ed_Kind kind, void *at)
{
    ed_OldValue value = find(old, path);
    if (value.state != ED_OLD_VALUE || value.list) return false;
    if (value.field->kind > ED_F64 && !ed_field_is_named(value.field)) return false;
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
static const char *name_of(const ed_OldValue *value)
{
    if (value->field->kind == ED_ENUM) {
        const ed_Value *named = ed_number_value(value->field->type, value->at);
        return named ? named->name : NULL;
    }
    if (value->field->kind != ED_UNION || !value->field->type->field_count) return NULL;
    ed_OldRecordView record = ed_old_record_view(value);
    return record.type->fields[ed_old_kind(&record)].name;
}

const char *ed_old_text(const ed_OldRecord *old, const char *path, const char *otherwise)
{
    ed_OldValue value = find(old, path);
    if (value.state != ED_OLD_VALUE || value.list) return otherwise;
    if (ed_field_is_text(value.field)) {
        ed_OldText text = ed_old_text_at(value.field, value.at);
        char *copy = (char *)ed_arena_push(old->arena, (size_t)text.size + 1, 1);
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
