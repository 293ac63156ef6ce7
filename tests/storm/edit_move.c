#include <stdio.h>
#include <string.h>
#include "tests/storm/make.h"

/// Edits that move parts: fields gathered into a new struct, or spread from one.

static void add_move(st_Field *field, const char *to, const char *from)
{
    if (field->move_count == ST_MOVES_MAX) return;
    st_Move *move = &field->moves[field->move_count++];
    snprintf(move->to, sizeof move->to, "%s", to);
    snprintf(move->from, sizeof move->from, "%s", from);
}

/// Gives a unit to the numbers among the fields, or takes it away (NULL).
static void set_units(st_Type *type, const char *unit)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (st_is_number(type->fields[i].kind) && type->fields[i].kind != ED_BOOL)
            type->fields[i].unit = unit;
}

static u32 pick_record(st_Maker *m)
{
    u32 index = st_below(&m->random, m->schema->count);
    const st_Type *type = &m->schema->types[index];
    return type->gone || type->kind != ED_STRUCT ? ST_NONE : index;
}

/// A random state other than `other`. ST_NONE if no such state exists.
static u32 pick_root(st_Maker *m, u32 other)
{
    u32 found[ST_TYPES_MAX], count = 0;
    for (u32 i = 0; i < m->schema->count; i++)
        if (m->schema->types[i].root && !m->schema->types[i].gone && i != other) found[count++] = i;
    return count ? found[st_below(&m->random, count)] : ST_NONE;
}

/// `f32 x;` of a state becomes `f32 y [[was(Game.x)]];` of another state, or a part of it does.
bool st_edit_move_to_state(st_Maker *m)
{
    u32 from = pick_root(m, ST_NONE), to = pick_root(m, from);
    if (!(m->features & ST_MOVES) || from == ST_NONE || to == ST_NONE) return false;
    st_Type *old = &m->schema->types[from], *new = &m->schema->types[to];
    u32 at = st_below(&m->random, old->field_count);
    st_Field field = old->fields[at];
    const st_Type *part =
        field.kind == ED_STRUCT && field.shape == ED_ONE ? &m->schema->types[field.type] : NULL;
    char path[ST_PATH_MAX];
    snprintf(path, sizeof path, "%s", field.name);
    if (field.transient || old->field_count == 1 || new->field_count == ST_FIELDS_MAX) return false;
    if (part && st_chance(&m->random, 40)) {
        u32 inner = st_below(&m->random, part->field_count);
        if (part->fields[inner].transient) return false;
        snprintf(path, sizeof path, "%s.%s", old->fields[at].name, part->fields[inner].name);
        field = part->fields[inner];
    } else st_remove_field(old, at);
    field.was.count = field.move_count = 0;
    field.fresh = false;
    if (st_has_tag(new, field.name) || st_chance(&m->random, 30)) st_make_name(m, new, field.name);
    add_move(&field, "", path);
    snprintf(field.moves[0].state, sizeof field.moves[0].state, "%s", old->name);
    new->fields[new->field_count++] = field;
    return true;
}

/// `f32 x; f32 y;` become `Vec2 pos [[was(.x = x, .y = y)]];`.
bool st_edit_gather(st_Maker *m)
{
    u32 owner = pick_record(m), inner;
    if (!(m->features & ST_MOVES) || owner == ST_NONE || m->schema->types[owner].field_count < 3)
        return false;
    inner = st_make_type(m, ED_STRUCT);
    if (inner == ST_NONE) return false;
    st_Type *type = &m->schema->types[owner], *part = &m->schema->types[inner];
    st_Field made = { .kind = ED_STRUCT, .type = inner };
    for (u32 count = 1 + st_below(&m->random, 2); count; count--) {
        u32 at = st_below(&m->random, type->field_count);
        for (u32 tries = 8; tries && !type->fields[at].unit; tries--)      // most have no unit
            at = st_below(&m->random, type->field_count);
        st_Field *field = &part->fields[part->field_count];
        if (type->fields[at].transient || type->fields[at].shape == ED_POOL) continue;
        *field = type->fields[at];
        if (st_chance(&m->random, 30)) st_make_name(m, part, field->name);
        if (st_has_tag(part, field->name)) continue;
        part->field_count++;
        field->was.count = field->move_count = 0;
        add_move(&made, field->name, type->fields[at].name);
        st_remove_field(type, at);
    }
    if (!part->field_count) {
        m->schema->count--;
        return false;
    }
    st_make_name(m, type, made.name);
    if ((m->features & ST_UNITS) && st_chance(&m->random, 50)) {      // for all parts at once
        set_units(part, NULL);
        made.unit = st_pick_unit(m);
    }
    type->fields[type->field_count++] = made;
    return true;
}

/// `Vec2 pos;` becomes `f32 x [[was(pos.x)]]; f32 y [[was(pos.y)]];`: all fields, or some.
bool st_edit_spread(st_Maker *m)
{
    u32 owner = pick_record(m);
    if (!(m->features & ST_MOVES) || owner == ST_NONE) return false;
    st_Type *type = &m->schema->types[owner];
    u32 at = st_below(&m->random, type->field_count);
    const st_Field whole = type->fields[at];
    if (whole.kind != ED_STRUCT || whole.shape != ED_ONE || whole.transient) return false;
    const st_Type *part = &m->schema->types[whole.type];
    bool all = st_chance(&m->random, 70);
    if (type->field_count + part->field_count >= ST_FIELDS_MAX) return false;
    if (all) st_remove_field(type, at);
    for (u32 i = 0; i < part->field_count; i++) {
        char path[ST_PATH_MAX];
        st_Field *field = &type->fields[type->field_count];
        if (part->fields[i].transient || (!all && st_chance(&m->random, 50))) continue;
        *field = part->fields[i];
        field->was.count = field->move_count = 0;
        if (whole.unit) field->unit = st_chance(&m->random, 30) ? NULL : st_pick_unit(m);
        if (st_has_tag(type, field->name)) st_make_name(m, type, field->name);
        snprintf(path, sizeof path, "%s.%s", whole.name, part->fields[i].name);
        add_move(field, "", path);
        type->field_count++;
    }
    bool some = type->field_count > 0;
    if (!some) type->fields[type->field_count++] = whole;      // a struct needs a field
    return some;
}

/// The unit of a struct becomes that of its numbers, or the other way round.
bool st_edit_unit(st_Maker *m)
{
    u32 owner = pick_record(m);
    if (!(m->features & ST_UNITS) || owner == ST_NONE) return false;
    st_Type *type = &m->schema->types[owner];
    u32 at = st_below(&m->random, type->field_count);
    for (u32 tries = 8; tries && type->fields[at].kind != ED_STRUCT; tries--)
        at = st_below(&m->random, type->field_count);
    st_Field *field = &type->fields[at];
    if (field->kind != ED_STRUCT || field->shape == ED_POOL) return false;
    bool inward = field->unit != NULL;
    set_units(&m->schema->types[field->type], inward ? st_pick_unit(m) : NULL);
    field->unit = inward ? NULL : st_pick_unit(m);
    return true;
}
