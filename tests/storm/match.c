#include <string.h>
#include "tests/storm/oracle.h"

/// Transient fields are not written, so the reader does not look for them.
static u32 find_written(const st_Type *type, const char *name)
{
    u32 index = st_find_field(type, name);
    return index < type->field_count && !type->fields[index].transient ? index : ST_NONE;
}

static bool taken(const st_Match *match, u32 count, u32 source)
{
    for (u32 i = 0; i < count; i++)
        if (match->source[i] == source) return true;
    return false;
}

/// A fresh field has no source and starts from its default, unless the writer's field of that name
/// was fresh, too.
static bool starts_from_default(const st_Type *from, const st_Field *field)
{
    u32 own = find_written(from, field->name);
    return field->fresh && !(own != ST_NONE && from->fields[own].fresh);
}

static u32 by_was(const st_Match *match, const st_Moves *moves, const st_Type *from,
                  const st_Type *to, const st_Field *field)
{
    u32 own = find_written(from, field->name);
    for (u32 i = 0; i < field->was.count; i++) {
        u32 source = find_written(from, field->was.at[i]);
        if (source == ST_NONE || moves->from_whole[source] || taken(match, to->field_count, source))
            continue;
        if (own != ST_NONE && st_names_have(&from->fields[own].was, field->was.at[i])) continue;
        return source;
    }
    return ST_NONE;
}

static u32 by_name(const st_Match *match, const st_Moves *moves, const st_Type *from,
                   const st_Type *to, const st_Field *field)
{
    u32 source = find_written(from, field->name);
    return source != ST_NONE && !moves->from_whole[source] && !taken(match, to->field_count, source)
             ? source
             : ST_NONE;
}

static u32 by_reverse_was(const st_Match *match, const st_Moves *moves, const st_Type *from,
                          const st_Type *to, const st_Field *field)
{
    if (find_written(from, field->name) != ST_NONE) return ST_NONE;
    for (u32 i = 0; i < from->field_count; i++)
        if (!from->fields[i].transient && !moves->from_whole[i] && !taken(match, to->field_count, i)
            && st_names_have(&from->fields[i].was, field->name))
            return i;
    return ST_NONE;
}

/// The index among the fields that are written, as in the writer's type table.
static u32 written_index_of(const st_Type *type, u32 index)
{
    u32 written = 0;
    for (u32 i = 0; i < index; i++) written += !type->fields[i].transient;
    return written;
}

static bool spelled_alike(const st_Oracle *o, const st_Field *from, const st_Field *to)
{
    if (from->kind != to->kind || from->shape != to->shape || from->size != to->size
        || from->limit != to->limit)
        return false;
    bool enums = from->enum_bound && to->enum_bound;
    if (!from->enum_bound != !to->enum_bound) return false;
    if (enums
        && strcmp(o->from->types[from->enum_bound - 1].name, o->to->types[to->enum_bound - 1].name)
               != 0)
        return false;
    if (memcmp(from->dims + enums, to->dims + enums, sizeof from->dims - enums * sizeof(u32)) != 0)
        return false;
    if (strcmp(from->unit ? from->unit : "", to->unit ? to->unit : "") != 0) return false;
    return from->type == ST_NONE
        || strcmp(o->from->types[from->type].name, o->to->types[to->type].name) == 0;
}

static bool names_look_alike(const char *one, const char *other)
{
    ed_Suggestion near = ed_suggestion(one);
    ed_suggestion_try(&near, other);
    return near.best != NULL;
}

/// Rule 4: one field was removed, one was added, and they look alike.
static void guess_rename(const st_Oracle *o, const st_Type *from, const st_Type *to,
                         const st_Moves *moves, st_Match *match)
{
    u32 gone = ST_NONE, new = ST_NONE, gone_count = 0, new_count = 0;
    for (u32 i = 0; i < from->field_count; i++)
        if (!from->fields[i].transient && !moves->from_any[i]
            && !taken(match, to->field_count, i)) {
            gone = i;
            gone_count++;
        }
    for (u32 i = 0; i < to->field_count; i++)
        if (!to->fields[i].transient && !moves->to_any[i] && match->source[i] == ST_NONE
            && !starts_from_default(from, &to->fields[i])) {
            new = i;
            new_count++;
        }
    if (gone_count != 1 || new_count != 1
        || !spelled_alike(o, &from->fields[gone], &to->fields[new]))
        return;
    if (written_index_of(from, gone) == written_index_of(to, new)
        || names_look_alike(from->fields[gone].name, to->fields[new].name))
        match->source[new] = gone;
}

void st_match_fields(const st_Oracle *o, const st_Type *from, const st_Type *to,
                     const st_Moves *moves, st_Match *match)
{
    for (u32 i = 0; i < ST_FIELDS_MAX; i++) match->source[i] = ST_NONE;
    for (u32 rule = 1; rule <= 3; rule++) {
        for (u32 i = 0; i < to->field_count; i++) {
            const st_Field *field = &to->fields[i];
            if (field->transient || match->source[i] != ST_NONE || moves->to_whole[i]
                || starts_from_default(from, field))
                continue;
            if (rule == 1) match->source[i] = by_was(match, moves, from, to, field);
            else if (rule == 2) match->source[i] = by_name(match, moves, from, to, field);
            else if (o->features & ST_REVERSE)
                match->source[i] = by_reverse_was(match, moves, from, to, field);
        }
    }
    if (o->live && (o->features & ST_RENAMES)) guess_rename(o, from, to, moves, match);
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

u32 st_root_called(const st_Schema *schema, const char *name)
{
    u32 found = root_called(schema, name, false);
    return found != ST_NONE ? found : root_called(schema, name, true);
}

u32 st_match_root(const st_Oracle *o, u32 from)
{
    const st_Type *type = &o->from->types[from];
    u32 found = st_root_called(o->to, type->name);
    if (found != ST_NONE || !(o->features & ST_REVERSE)) return found;
    for (u32 i = 0; i < type->was.count && found == ST_NONE; i++)
        if (root_called(o->from, type->was.at[i], false) == ST_NONE)
            found = root_called(o->to, type->was.at[i], false);
    return found;
}
