#include "runtime/migrate/old_record.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/migrate/step.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"

static const ed_Old nothing = { .state = ED_OLD_MISSING };

static ed_Old member(const ed_Before *before, const ed_OldRecord *record, const char *name,
                     size_t size)
{
    const ed_Field *field = ed_field_by_name(record->type, name, size);
    if (!field) return nothing;
    u32 index = (u32)(field - record->type->fields);
    bool held = record->type->kind != ED_UNION || ed_old_kind(record) == index;
    ed_Old missing = { .field = field, .state = ED_OLD_MISSING };
    return held ? ed_old_field(before->d, record, index) : missing;
}

/// The old value at a path. Its state is VALUE where there is one.
static ed_Old find(const ed_Before *before, const char *path)
{
    ed_OldRecord record = before->record;
    ed_Old value = member(before, &record, path, strcspn(path, ".["));
    for (path += strcspn(path, ".["); *path && value.state == ED_OLD_VALUE;) {
        if (*path == '[') {
            char *end;
            u64 index = strtoull(path + 1, &end, 10);
            if (!value.list || *end != ']' || index >= value.count) return nothing;
            value = ed_old_item(before->d, &value, (u32)index);
            path = end + 1;
            continue;
        }
        if (value.list || !ed_field_is_record(value.field)) return nothing;
        record = ed_old_record(before->d, &value);
        size_t size = strcspn(++path, ".[");
        value = member(before, &record, path, size);
        path += size;
    }
    ed_Ref ref = { 0, 1 };
    bool single = value.state == ED_OLD_VALUE && !value.list;
    if (single && value.field->kind == ED_REF) memcpy(&ref, value.at, sizeof ref);
    if (!ref.generation || (single && value.field->kind == ED_PTR)) value.state = ED_OLD_NIL;
    return value;
}

bool ed_before_has(const ed_Before *before, const char *path)
{
    return find(before, path).state == ED_OLD_VALUE;
}

u32 ed_before_count(const ed_Before *before, const char *path)
{
    ed_Old value = find(before, path);
    if (value.state != ED_OLD_VALUE) return 0;
    return value.list ? value.count : 1;
}

/// The old number; false if none exists.
static bool number_at(const ed_Before *before, const char *path, ed_Kind kind, void *at)
{
    ed_Old value = find(before, path);
    if (value.state != ED_OLD_VALUE || value.list) return false;
    if (value.field->kind > ED_F64 && !ed_field_is_named(value.field)) return false;
    ed_Kind old = ed_field_number(value.field);
    return ed_number_store(kind, at, ed_number_load(old, value.at)) != ED_FIT_NONE;
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

/// Of the value of an enum, or of the alternative of a union; NULL if it has no name.
static const char *name_of(const ed_Before *before, const ed_Old *old)
{
    if (old->field->kind == ED_ENUM) {
        const ed_Value *value = ed_number_value(old->field->type, old->at);
        return value ? value->name : NULL;
    }
    if (old->field->kind != ED_UNION || !old->field->type->field_count) return NULL;
    ed_OldRecord record = ed_old_record(before->d, old);
    return record.type->fields[ed_old_kind(&record)].name;
}

const char *ed_before_text(const ed_Before *before, const char *path, const char *otherwise)
{
    ed_Old value = find(before, path);
    if (value.state != ED_OLD_VALUE || value.list) return otherwise;
    if (ed_field_is_text(value.field)) {
        ed_OldText text = ed_old_text(&value);
        char *copy = (char *)ed_arena_push(before->arena, (size_t)text.size + 1, 1);
        if (copy && text.size) memcpy(copy, text.at, text.size);
        return copy ? copy : otherwise;
    }
    const char *name = name_of(before, &value);
    return name ? name : otherwise;
}

bool ed_before_refuse(const ed_Before *before, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(before->reason, ED_REASON_BYTES, format, args);
    va_end(args);
    return false;
}
