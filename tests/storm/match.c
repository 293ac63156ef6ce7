#include <string.h>
#include "tests/storm/oracle.h"

/// What is transient is not written: the writer has no such field, the reader looks for none.
static u32 find_written(const st_Type *type, const char *name)
{
    u32 index = st_find_field(type, name);
    return index < type->field_count && !type->fields[index].transient ? index : ST_NONE;
}

static bool taken(const st_Match *match, u32 count, u32 source)
{
    for (u32 i = 0; i < count; i++) if (match->source[i] == source) return true;
    return false;
}

/// A field that begins anew has no source, unless the writer's field of that name had begun anew already.
static bool begins_anew(const st_Type *from, const st_Field *field)
{
    u32 own = find_written(from, field->name);
    return field->fresh && !(own != ST_NONE && from->fields[own].fresh);
}

static u32 by_was(const st_Match *match, const st_Type *from, const st_Type *to, const st_Field *field)
{
    u32 own = find_written(from, field->name);
    for (u32 i = 0; i < field->was.count; i++) {
        u32 source = find_written(from, field->was.at[i]);
        if (source == ST_NONE || taken(match, to->field_count, source)) continue;
        if (own != ST_NONE && st_names_have(&from->fields[own].was, field->was.at[i])) continue;
        return source;
    }
    return ST_NONE;
}

static u32 by_name(const st_Match *match, const st_Type *from, const st_Type *to, const st_Field *field)
{
    u32 source = find_written(from, field->name);
    return source != ST_NONE && !taken(match, to->field_count, source) ? source : ST_NONE;
}

static u32 by_reverse_was(const st_Match *match, const st_Type *from, const st_Type *to, const st_Field *field)
{
    if (find_written(from, field->name) != ST_NONE) return ST_NONE;
    for (u32 i = 0; i < from->field_count; i++)
        if (!from->fields[i].transient && !taken(match, to->field_count, i) && st_names_have(&from->fields[i].was, field->name)) return i;
    return ST_NONE;
}

void st_match_fields(const st_Oracle *o, const st_Type *from, const st_Type *to, st_Match *match)
{
    for (u32 i = 0; i < ST_FIELDS_MAX; i++) match->source[i] = ST_NONE;
    for (u32 rule = 1; rule <= 3; rule++) {
        for (u32 i = 0; i < to->field_count; i++) {
            const st_Field *field = &to->fields[i];
            if (field->transient || match->source[i] != ST_NONE || begins_anew(from, field)) continue;
            if (rule == 1)                                     match->source[i] = by_was(match, from, to, field);
            else if (rule == 2)                                match->source[i] = by_name(match, from, to, field);
            else if (o->features & ST_REVERSE)                 match->source[i] = by_reverse_was(match, from, to, field);
        }
    }
}

static u32 root_called(const st_Schema *schema, const char *name, bool was)
{
    for (u32 i = 0; i < schema->count; i++) {
        const st_Type *type = &schema->types[i];
        if (!type->root || type->gone) continue;
        if (was ? st_names_have(&type->was, name) : strcmp(type->name, name) == 0) return i;
    }
    return ST_NONE;
}

u32 st_match_root(const st_Oracle *o, u32 from)
{
    const st_Type *type = &o->from->types[from];
    u32 found = root_called(o->to, type->name, false);
    if (found == ST_NONE) found = root_called(o->to, type->name, true);
    if (found != ST_NONE || !(o->features & ST_REVERSE)) return found;
    for (u32 i = 0; i < type->was.count && found == ST_NONE; i++)
        if (root_called(o->from, type->was.at[i], false) == ST_NONE) found = root_called(o->to, type->was.at[i], false);
    return found;
}
