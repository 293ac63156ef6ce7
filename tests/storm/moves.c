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

/// Whether the part at `path` starts from its default, since it is fresh and was not fresh before.
static bool starts_fresh(const st_Oracle *o, const st_Type *from, const st_Type *to,
                         const char *path)
{
    bool fresh, was_fresh;
    if (!resolve(o->to, to, path, &fresh) || !fresh) return false;
    return !resolve(o->from, from, path, &was_fresh) || !was_fresh;
}

static u32 outer(const st_Type *type, const char *path)
{
    char name[ST_NAME_MAX];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "."), path);
    return st_find_field(type, name);
}

// --- between states ------------------------------------------------------------------------------

static const st_Type nothing;

/// The old root that feeds the new one, or ST_NONE.
static u32 feeding(const st_Oracle *o, u32 to)
{
    for (u32 i = 0; i < o->from->count; i++)
        if (o->from->types[i].root && !o->from->types[i].gone && st_match_root(o, i) == to)
            return i;
    return ST_NONE;
}

static u32 old_root(const st_Oracle *o, const char *name)
{
    for (u32 i = 0; i < o->from->count; i++)
        if (o->from->types[i].root && !o->from->types[i].gone
            && strcmp(o->from->types[i].name, name) == 0)
            return i;
    u32 to = st_root_called(o->to, name);
    return to == ST_NONE ? ST_NONE : feeding(o, to);
}

static void add_state_move(const st_Oracle *o, const st_StateMove *move, st_StateMoves *moves)
{
    bool unused;
    u32 own = feeding(o, move->to);
    const st_Type *old = own == ST_NONE ? &nothing : &o->from->types[own],
                  *new = &o->to->types[move->to];
    bool exist = resolve(o->from, &o->from->types[move->from], move->from_path, &unused)
              && resolve(o->to, new, move->to_path, &unused)
              && !starts_fresh(o, old, new, move->to_path) && moves->count < ED_COUNT(moves->at);
    for (u32 i = 0; i < moves->count; i++) {
        const st_StateMove *other = &moves->at[i];
        if ((other->from == move->from && strcmp(other->from_path, move->from_path) == 0)
            || (other->to == move->to && strcmp(other->to_path, move->to_path) == 0))
            return;
    }
    if (exist) moves->at[moves->count++] = *move;
}

static bool lists(const st_Field *field, const st_Move *move);
static void path_of(char path[ST_PATH_MAX * 2], const st_Field *field, const st_Move *move);

static void moves_into(const st_Oracle *o, u32 to, st_StateMoves *moves)
{
    u32 own = feeding(o, to);
    const st_Type *old = own == ST_NONE ? &nothing : &o->from->types[own];
    for (u32 i = 0; i < o->to->types[to].field_count; i++) {
        const st_Field *field = &o->to->types[to].fields[i];
        u32 same = st_find_field(old, field->name);
        if (same < old->field_count && old->fields[same].transient) same = old->field_count;
        for (u32 m = 0; m < field->move_count; m++) {
            const st_Move *move = &field->moves[m];
            st_StateMove found = { .to = to };
            if (!move->state[0] || field->transient
                || (same < old->field_count && lists(&old->fields[same], move)))
                continue;
            found.from = old_root(o, move->state);
            if (found.from == ST_NONE || found.from == own) continue;
            snprintf(found.from_path, sizeof found.from_path, "%s", move->from);
            path_of(found.to_path, field, move);
            add_state_move(o, &found, moves);
        }
    }
}

static void moves_back(const st_Oracle *o, u32 from, st_StateMoves *moves)
{
    const st_Type *old = &o->from->types[from];
    bool unused;
    for (u32 i = 0; i < old->field_count; i++)
        for (u32 m = 0; m < old->fields[i].move_count && !old->fields[i].transient; m++) {
            const st_Move *move = &old->fields[i].moves[m];
            st_StateMove found = { .from = from };
            u32 after = st_match_root(o, from);
            found.to = move->state[0] ? st_root_called(o->to, move->state) : ST_NONE;
            if (found.to == ST_NONE || found.to == after) continue;
            u32 before = feeding(o, found.to);
            path_of(found.from_path, &old->fields[i], move);
            snprintf(found.to_path, sizeof found.to_path, "%s", move->from);
            bool there =
                before != ST_NONE && resolve(o->from, &o->from->types[before], move->from, &unused);
            bool stays =
                after != ST_NONE && resolve(o->to, &o->to->types[after], found.from_path, &unused);
            if (!there && !stays) add_state_move(o, &found, moves);
        }
}

void st_find_state_moves(const st_Oracle *o, st_StateMoves *moves)
{
    moves->count = 0;
    for (u32 i = 0; i < o->to->count; i++)
        if (o->to->types[i].root && !o->to->types[i].gone) moves_into(o, i, moves);
    for (u32 i = 0; i < o->from->count; i++)
        if (o->from->types[i].root && !o->from->types[i].gone) moves_back(o, i, moves);
}

// --- inside of a record --------------------------------------------------------------------------

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

/// Marks a part that leaves a record: in whole, or with all other parts of its field.
static void mark_left(const st_Oracle *o, const st_Type *from, const char *path, st_Moves *moves)
{
    u32 source = outer(from, path), parts = strchr(path, '.') ? ++moves->parts[source] : 0;
    moves->from_any[source] = true;
    bool all = from->fields[source].kind == ED_STRUCT
            && parts == count_written(&o->from->types[from->fields[source].type]);
    if (!strchr(path, '.') || all) moves->from_whole[source] = true;
}

static void mark_filled(const st_Type *to, const char *path, st_Moves *moves)
{
    moves->to_any[outer(to, path)] = true;
    if (!strchr(path, '.')) moves->to_whole[outer(to, path)] = true;
}

static void mark_state_moves(const st_Oracle *o, const st_Type *from, const st_Type *to,
                             st_Moves *moves)
{
    st_StateMoves all;
    st_find_state_moves(o, &all);
    for (u32 i = 0; i < all.count; i++) {
        const st_StateMove *move = &all.at[i];
        if (from == &o->from->types[move->from]) mark_left(o, from, move->from_path, moves);
        if (to == &o->to->types[move->to]) mark_filled(to, move->to_path, moves);
    }
}

static bool goes_to_other_state(const st_Oracle *o, const st_Type *from, const char *path)
{
    st_StateMoves all;
    st_find_state_moves(o, &all);
    for (u32 i = 0; i < all.count; i++)
        if (from == &o->from->types[all.at[i].from] && strcmp(all.at[i].from_path, path) == 0)
            return true;
    return false;
}

static void add_move(const st_Oracle *o, const st_Type *from, const st_Type *to,
                     const char *from_path, const char *to_path, st_Moves *moves)
{
    bool unused;
    if (goes_to_other_state(o, from, from_path)) return;
    if (!resolve(o->from, from, from_path, &unused) || !resolve(o->to, to, to_path, &unused)
        || is_taken(moves, from_path, to_path) || moves->count == ED_COUNT(moves->at)
        || starts_fresh(o, from, to, to_path))
        return;
    st_MovePaths *move = &moves->at[moves->count++];
    snprintf(move->from, sizeof move->from, "%s", from_path);
    snprintf(move->to, sizeof move->to, "%s", to_path);
    mark_left(o, from, from_path, moves);
    mark_filled(to, to_path, moves);
}

static bool lists(const st_Field *field, const st_Move *move)
{
    for (u32 i = 0; i < field->move_count; i++)
        if (strcmp(field->moves[i].to, move->to) == 0
            && strcmp(field->moves[i].state, move->state) == 0
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
            if (field->moves[m].state[0]) continue;
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
            if (field->moves[m].state[0]) continue;
            path_of(path, field, &field->moves[m]);
            if (!resolve(o->from, from, field->moves[m].from, &unused)
                && !resolve(o->to, to, path, &unused))
                add_move(o, from, to, path, field->moves[m].from, moves);
        }
    }
    mark_state_moves(o, from, to, moves);
}
