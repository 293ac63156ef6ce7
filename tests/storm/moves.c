#include <stdio.h>
#include <string.h>
#include "tests/storm/oracle.h"

/// Parts that moved: `[[was(pos.x)]]`, `[[was(.x = left)]]`, forwards and backwards.

/// The field at the end of a path of single structs, none of which is transient. NULL if the path
/// does not exist. Sets `fresh` if a field on the path is fresh.
static const st_Field *resolve(const st_Schema *schema, const st_Type *type, const char *path,
                               bool *fresh)
{
    char name[ST_NAME_MAX];
    const st_Field *field = NULL;
    *fresh = false;
    for (; *path; path += *path == '.') {
        size_t size = strcspn(path, ".");
        if (field && (field->kind != ED_STRUCT || field->shape != ED_ONE)) return NULL;
        if (field) type = &schema->types[field->type];
        snprintf(name, sizeof name, "%.*s", (int)size, path);
        u32 index = st_find_field(type, name);
        if (index == type->field_count || type->fields[index].transient) return NULL;
        field = &type->fields[index];
        *fresh |= field->fresh;
        path += size;
    }
    return field;
}

st_Place st_move_resolve(const st_Schema *schema, u32 owner, const char *unit, st_Value *record,
                         const char *path)
{
    char name[ST_NAME_MAX];
    st_Place place = { .owner = owner, .unit = unit };
    for (; *path; path += *path == '.') {
        size_t size = strcspn(path, ".");
        if (place.value) {
            place.owner = place.field->type;
            record = *place.value;
        }
        snprintf(name, sizeof name, "%.*s", (int)size, path);
        const st_Type *type = &schema->types[place.owner];
        u32 index = st_find_field(type, name);
        place.field = &type->fields[index];
        place.value = &record->items[index];
        place.unit = st_unit_of(type, place.field, place.unit);
        path += size;
    }
    return place;
}

static u32 outer(const st_Type *type, const char *path)
{
    char name[ST_NAME_MAX];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "."), path);
    return st_find_field(type, name);
}

/// A part goes to one destination, and a destination takes one part; the first one counts.
static bool is_taken(const st_Moves *moves, const char *from_path, const char *to_path)
{
    for (u32 i = 0; i < moves->count; i++)
        if (strcmp(moves->at[i].from, from_path) == 0 || strcmp(moves->at[i].to, to_path) == 0)
            return true;
    return false;
}

/// Transient fields are not in a document, so they do not count as left over.
static u32 count_written(const st_Type *type)
{
    u32 count = 0;
    for (u32 i = 0; i < type->field_count; i++) count += !type->fields[i].transient;
    return count;
}

static void add_move(const st_Oracle *o, const st_Type *from, const st_Type *to,
                     const char *from_path, const char *to_path, st_Moves *moves)
{
    bool unused, fresh, was_fresh;
    if (!resolve(o->from, from, from_path, &unused) || !resolve(o->to, to, to_path, &fresh)
        || is_taken(moves, from_path, to_path) || moves->count == ED_COUNT(moves->at))
        return;
    was_fresh = resolve(o->from, from, to_path, &was_fresh) && was_fresh;
    if (fresh && !was_fresh) return;
    u32 source = outer(from, from_path), target = outer(to, to_path);
    st_MovePaths *move = &moves->at[moves->count++];
    snprintf(move->from, sizeof move->from, "%s", from_path);
    snprintf(move->to, sizeof move->to, "%s", to_path);
    moves->to_any[target] = true;
    if (!strchr(to_path, '.')) moves->to_whole[target] = true;
    moves->from_any[source] = true;
    u32 parts = strchr(from_path, '.') ? ++moves->parts[source] : 0;
    bool all = from->fields[source].kind == ED_STRUCT
            && parts == count_written(&o->from->types[from->fields[source].type]);
    if (!strchr(from_path, '.') || all) moves->from_whole[source] = true;
}

static bool lists(const st_Field *field, const st_Move *move)
{
    for (u32 i = 0; i < field->move_count; i++)
        if (strcmp(field->moves[i].to, move->to) == 0
            && strcmp(field->moves[i].from, move->from) == 0)
            return true;
    return false;
}

static void path_of(char path[ST_PATH_MAX * 2], const st_Field *field, const st_Move *move)
{
    snprintf(path, ST_PATH_MAX * 2, "%s%s%s", field->name, move->to[0] ? "." : "", move->to);
}

void st_find_moves(const st_Oracle *o, const st_Type *from, const st_Type *to, st_Moves *moves)
{
    char path[ST_PATH_MAX * 2];
    bool unused;
    memset(moves, 0, sizeof *moves);
    for (u32 i = 0; i < to->field_count; i++) {
        const st_Field *field = &to->fields[i];
        u32 own = st_find_field(from, field->name);
        for (u32 m = 0; m < field->move_count && !field->transient; m++) {
            if (own < from->field_count && !from->fields[own].transient
                && lists(&from->fields[own], &field->moves[m]))
                continue;
            path_of(path, field, &field->moves[m]);
            add_move(o, from, to, field->moves[m].from, path, moves);
        }
    }
    for (u32 i = 0; i < from->field_count; i++) {
        const st_Field *field = &from->fields[i];
        for (u32 m = 0; m < field->move_count && !field->transient; m++) {
            path_of(path, field, &field->moves[m]);
            if (!resolve(o->from, from, field->moves[m].from, &unused)
                && !resolve(o->to, to, path, &unused))
                add_move(o, from, to, path, field->moves[m].from, moves);
        }
    }
}
