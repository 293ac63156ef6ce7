#include <stdio.h>
#include <string.h>
#include "tests/storm/links.h"
#include "tests/storm/make.h"

/// Makes one edit of the schema; false if it has nothing to edit.
typedef bool Edit(st_Maker *m);

// --- picking -------------------------------------------------------------------------------------

/// A random type that was not removed: a record, or, if `named`, an enum or flags. ST_NONE if no
/// such type exists.
static u32 pick(st_Maker *m, bool named)
{
    u32 found[ST_TYPES_MAX], count = 0;
    for (u32 i = 0; i < m->schema->count; i++) {
        const st_Type *type = &m->schema->types[i];
        u32 times = type->root ? 3 : 1;      // most values are in roots
        for (; times && !type->gone && st_is_named(type->kind) == named && count < ST_TYPES_MAX;
             times--)
            found[count++] = i;
    }
    return count ? found[st_below(&m->random, count)] : ST_NONE;
}

typedef struct PickedField {
    u32 owner, index;
    st_Type *type;
    st_Field *field;
} PickedField;

static PickedField pick_field(st_Maker *m)
{
    u32 owner = pick(m, false);
    st_Type *type = &m->schema->types[owner];
    u32 index = st_below(&m->random, type->field_count);
    return (PickedField){ owner, index, type, &type->fields[index] };
}

static bool is_union(PickedField picked) { return picked.type->kind == ED_UNION; }

static void insert(st_Type *type, u32 at, const st_Field *field)
{
    memmove(&type->fields[at + 1], &type->fields[at], (type->field_count - at) * sizeof *field);
    type->fields[at] = *field;
    type->field_count++;
}

static void rename_to(st_Field *field, const char *name, bool was)
{
    char before[ST_NAME_MAX];
    memcpy(before, field->name, sizeof before);
    snprintf(field->name, sizeof field->name, "%s", name);
    if (was) st_names_add(&field->was, before);
}

// --- fields --------------------------------------------------------------------------------------

static bool add_field(st_Maker *m)
{
    PickedField picked = pick_field(m);
    st_Field field;
    if (picked.type->field_count == ST_FIELDS_MAX) return false;
    st_make_field(m, picked.owner, &field);
    insert(picked.type, st_below(&m->random, picked.type->field_count + 1), &field);
    return true;
}

static bool remove_field(st_Maker *m)
{
    PickedField picked = pick_field(m);
    if (picked.type->field_count == 1) return false;
    st_remove_field(picked.type, picked.index);
    return true;
}

static bool move_field(st_Maker *m)
{
    PickedField picked = pick_field(m);
    st_Field field = *picked.field;
    st_remove_field(picked.type, picked.index);
    insert(picked.type, st_below(&m->random, picked.type->field_count + 1), &field);
    return true;
}

static bool rename_field(st_Maker *m)
{
    PickedField picked = pick_field(m);
    char name[ST_NAME_MAX];
    memcpy(name, picked.field->name, sizeof name);
    if (!st_make_twin(name)) st_make_name(m, picked.type, name);
    rename_to(picked.field, name, st_chance(&m->random, 65));
    return true;
}

/// Renames a field, usually with `was`, and adds a new one under its old name.
static bool reuse_name(st_Maker *m)
{
    PickedField picked = pick_field(m);
    char name[ST_NAME_MAX];
    st_Field field;
    if (picked.type->field_count == ST_FIELDS_MAX || is_union(picked)) return false;
    st_make_field(m, picked.owner, &field);
    st_make_name(m, picked.type, name);
    snprintf(field.name, sizeof field.name, "%s", picked.field->name);
    rename_to(picked.field, name, st_chance(&m->random, 70));
    insert(picked.type, st_below(&m->random, picked.type->field_count + 1), &field);
    return true;
}

static bool swap_names(st_Maker *m)
{
    PickedField picked = pick_field(m);
    u32 other = st_below(&m->random, picked.type->field_count);
    char one[ST_NAME_MAX], two[ST_NAME_MAX];
    if (other == picked.index) return false;
    memcpy(one, picked.field->name, sizeof one);
    memcpy(two, picked.type->fields[other].name, sizeof two);
    bool with_was = st_chance(&m->random, 80);
    rename_to(picked.field, two, with_was);
    rename_to(&picked.type->fields[other], one, with_was);
    return true;
}

/// Renames a, b, c to b, c, d, usually each with its `was`.
static bool chain_names(st_Maker *m)
{
    PickedField picked = pick_field(m);
    char next[ST_NAME_MAX], name[ST_NAME_MAX];
    st_make_name(m, picked.type, next);
    for (u32 i = picked.type->field_count; i-- > picked.index;) {
        memcpy(name, picked.type->fields[i].name, sizeof name);
        rename_to(&picked.type->fields[i], next, st_chance(&m->random, 90));
        memcpy(next, name, sizeof next);
    }
    return true;
}

static bool change_kind(st_Maker *m)
{
    PickedField picked = pick_field(m);
    st_make_kind(m, picked.owner, picked.field);
    return true;
}

/// Changes a number to another kind, the most common edit.
static bool change_number(st_Maker *m)
{
    PickedField picked = pick_field(m);
    if (!st_is_number(picked.field->kind)) return false;
    picked.field->kind = (ed_Kind)st_below(&m->random, ED_F64 + 1);
    return true;
}

/// Changes a pointer to a handle or an index, or one of these to another.
static bool change_link(st_Maker *m)
{
    PickedField picked = pick_field(m);
    for (u32 tries = 12; tries && picked.field->kind != ED_RECORD_PTR; tries--)
        picked = pick_field(m);
    u32 target = picked.field->kind == ED_RECORD_PTR || picked.field->kind == ED_REF
                   ? picked.field->type
                   : st_pick_container(m);
    const bool can = st_is_number(picked.field->kind) || picked.field->kind == ED_REF
                  || picked.field->kind == ED_RECORD_PTR;
    if (!(m->features & ST_LINKS) || target == ST_NONE || !can) return false;
    const u32 way = st_below(&m->random, 4);
    picked.field->kind = way == 0 ? ED_I32 : way == 1 ? ED_U16 : way == 2 ? ED_REF : ED_RECORD_PTR;
    picked.field->type = way < 2 ? ST_NONE : target;
    picked.field->default_value = NULL;
    return true;
}

/// Makes a container longer, shorter, or of another shape.
static bool change_container(st_Maker *m)
{
    PickedField picked = pick_field(m);
    for (u32 tries = 12; tries && !st_is_container(picked.type, picked.field); tries--)
        picked = pick_field(m);
    if (!(m->features & ST_LINKS) || !st_is_container(picked.type, picked.field)) return false;
    st_make_shape(m, picked.owner, picked.field);
    return true;
}

/// Changes the type of a field to another type of the same kind.
static bool change_type(st_Maker *m)
{
    PickedField picked = pick_field(m);
    bool by_value = picked.field->shape != ED_DYNAMIC && picked.field->shape != ED_POOL;
    if (picked.field->type == ST_NONE || picked.field->kind == ED_REF) return false;
    u32 type = picked.field->kind == ED_RECORD_PTR
                 ? st_pick_container(m)
                 : st_pick_type(m, picked.owner, picked.field->kind, by_value);
    if (type == ST_NONE) return false;
    picked.field->type = type;
    return true;
}

static bool swap_types(st_Maker *m)
{
    PickedField picked = pick_field(m);
    st_Field *other = &picked.type->fields[st_below(&m->random, picked.type->field_count)],
             before = *picked.field;
    char one[ST_NAME_MAX], two[ST_NAME_MAX];
    memcpy(one, picked.field->name, sizeof one);
    memcpy(two, other->name, sizeof two);
    *picked.field = *other;
    *other = before;
    memcpy(picked.field->name, one, sizeof one);
    memcpy(other->name, two, sizeof two);
    return true;
}

static bool change_shape(st_Maker *m)
{
    PickedField picked = pick_field(m);
    st_make_shape(m, picked.owner, picked.field);
    return true;
}

static bool change_size(st_Maker *m)
{
    PickedField picked = pick_field(m);
    st_Field *f = picked.field;
    if (f->kind == ED_CHARS && st_chance(&m->random, 60)) {
        f->size = 2 + st_below(&m->random, 12);
        return true;
    }
    if (f->shape == ED_BOUNDED) {
        f->limit = 1 + st_below(&m->random, 6);
        return true;
    }
    if (f->shape == ED_POOL) {
        f->limit = st_below(&m->random, 6);
        return true;
    }
    if (f->shape != ED_FIXED) return false;
    if (f->rank < ST_DIMS_MAX && st_chance(&m->random, 30))
        f->dims[f->rank++] = 1 + st_below(&m->random, 3);
    else if (f->rank > 1 && st_chance(&m->random, 30)) f->dims[--f->rank] = 0;
    else f->dims[st_below(&m->random, f->rank)] = 1 + st_below(&m->random, 4);
    return true;
}

static bool change_default(st_Maker *m)
{
    PickedField picked = pick_field(m);
    if (is_union(picked)) return false;
    picked.field->default_value = NULL;
    if (st_chance(&m->random, 80)) st_make_default(m, picked.field);
    return true;
}

static bool change_transient(st_Maker *m)
{
    PickedField picked = pick_field(m);
    if (is_union(picked)) return false;
    picked.field->transient = !picked.field->transient;
    return true;
}

static bool change_fresh(st_Maker *m)
{
    PickedField picked = pick_field(m);
    if (!(m->features & ST_FRESH) || is_union(picked)) return false;
    picked.field->fresh = !picked.field->fresh;
    return true;
}

static bool change_unit(st_Maker *m)
{
    PickedField picked = pick_field(m);
    for (u32 tries = 12; tries && !picked.field->unit; tries--) picked = pick_field(m);
    bool can = picked.field->kind == ED_STRUCT || st_is_number(picked.field->kind);
    if (!(m->features & ST_UNITS) || !can) return false;
    picked.field->unit = picked.field->unit && st_chance(&m->random, 20) ? NULL : st_pick_unit(m);
    return true;
}

// --- types ---------------------------------------------------------------------------------------

static void fresh_type_name(st_Maker *m, const st_Type *type, char name[ST_NAME_MAX])
{
    static const char *const stems[] = { "Thing", "Item", "Group", "Body" };
    do
        snprintf(name, ST_NAME_MAX, "%s%u", type->root ? "Root" : stems[st_below(&m->random, 4)],
                 st_below(&m->random, 90));
    while (st_find_type(m->schema, name) != ST_NONE);
}

static bool rename_type(st_Maker *m)
{
    u32 index = pick(m, st_chance(&m->random, 30));
    st_Type *type = &m->schema->types[index];
    char name[ST_NAME_MAX], before[ST_NAME_MAX];
    memcpy(before, type->name, sizeof before);
    if (type->table) return false;
    fresh_type_name(m, type, name);
    memcpy(type->name, name, sizeof name);
    if (type->kind != ED_SYMBOL && st_chance(&m->random, 70)) st_names_add(&type->was, before);
    return true;
}

static bool add_root(st_Maker *m)
{
    u32 roots = 0;
    for (u32 i = 0; i < m->schema->count; i++)
        roots += m->schema->types[i].root && !m->schema->types[i].gone;
    if (roots > 1) return false;
    u32 root = st_make_type(m, ED_STRUCT);
    if (root == ST_NONE) return false;
    st_Type *type = &m->schema->types[root];
    snprintf(type->name, sizeof type->name, "Debug");
    type->root = true;
    for (u32 i = 0; i < 3; i++) {
        st_Field field;
        st_make_field(m, root, &field);
        type->fields[type->field_count++] = field;
    }
    return true;
}

static bool remove_root(st_Maker *m)
{
    u32 roots = 0, last = 0;
    for (u32 i = 0; i < m->schema->count; i++)
        if (m->schema->types[i].root && !m->schema->types[i].gone) {
            roots++;
            last = i;
        }
    if (roots < 2) return false;
    m->schema->types[last].gone = true;
    return true;
}

// --- values of enums and flags -------------------------------------------------------------------

static void renumber(st_Type *type)
{
    for (u32 i = 0; i < type->item_count && type->kind == ED_FLAGS; i++)
        type->items[i].number = (long double)((u64)1 << i);
    for (u32 i = 0; i < type->item_count && type->kind == ED_SYMBOL; i++) type->items[i].number = i;
}

/// An item that an edit may change. The first of functions is null. ST_NONE: it has no such item.
static u32 pick_item(st_Maker *m, const st_Type *type)
{
    u32 first = type->kind == ED_SYMBOL;
    if (type->table || type->item_count <= first) return ST_NONE;
    return first + st_below(&m->random, type->item_count - first);
}

/// Gives the values of an enum the numbers from 0 on, so that it can be a bound.
static void number_from_zero(st_Maker *m, st_Type *type)
{
    bool from_zero = type->kind == ED_ENUM && st_chance(&m->random, 60);
    for (u32 i = 0; from_zero && i < type->item_count; i++) type->items[i].number = i;
}

static bool add_item(st_Maker *m)
{
    st_Type *type = &m->schema->types[pick(m, true)];
    if (type->table) return false;
    st_make_items(m, type, 1);
    number_from_zero(m, type);
    return true;
}

static bool remove_item(st_Maker *m)
{
    st_Type *type = &m->schema->types[pick(m, true)];
    u32 at = pick_item(m, type);
    if (at == ST_NONE || type->item_count < 2 + (type->kind == ED_SYMBOL)) return false;
    type->item_count--;
    memmove(&type->items[at], &type->items[at + 1],
            (type->item_count - at) * sizeof type->items[0]);
    renumber(type);
    number_from_zero(m, type);
    return true;
}

static bool move_item(st_Maker *m)
{
    st_Type *type = &m->schema->types[pick(m, true)];
    u32 one = pick_item(m, type), other = pick_item(m, type);
    if (one == ST_NONE) return false;
    bool keep = st_chance(&m->random, 50);      // the number is kept
    st_Item item = type->items[one];
    type->items[one] = type->items[other];
    type->items[other] = item;
    if (!keep) {
        long double number = type->items[one].number;
        type->items[one].number = type->items[other].number;
        type->items[other].number = number;
    }
    renumber(type);
    return true;
}

static bool rename_item(st_Maker *m)
{
    st_Type *type = &m->schema->types[pick(m, true)];
    u32 index = pick_item(m, type);
    if (index == ST_NONE) return false;
    st_Item *item = &type->items[index];
    char name[ST_NAME_MAX], before[ST_NAME_MAX];
    memcpy(before, item->name, sizeof before);
    memcpy(name, item->name, sizeof name);
    if (!st_make_twin(name)) st_make_name(m, type, name);
    memcpy(item->name, name, sizeof name);
    if (st_chance(&m->random, 65)) st_names_add(&item->was, before);
    return true;
}

/// Edits an enum that is the bound of an array: swaps, removes, adds or renames values.
static bool change_bound(st_Maker *m)
{
    PickedField picked = pick_field(m);
    if (!picked.field->enum_bound) return false;
    st_Type *type = &m->schema->types[picked.field->enum_bound - 1];
    u32 one = st_below(&m->random, type->item_count), last = type->item_count - 1;
    st_Item item = type->items[one];
    type->items[one] = type->items[last];
    type->items[last] = item;
    if (last && st_chance(&m->random, 40)) type->item_count--;
    if (st_chance(&m->random, 40)) st_make_items(m, type, 1);
    for (u32 i = 0; i < type->item_count; i++) type->items[i].number = i;
    return true;
}

static bool change_base(st_Maker *m)
{
    st_Type *type = &m->schema->types[pick(m, true)];
    if (type->kind == ED_SYMBOL) return false;
    ed_Kind base = (ed_Kind)(ED_U8 + st_below(&m->random, type->kind == ED_FLAGS ? 4 : 8));
    long double low, high;
    st_range_of(base, &low, &high);
    for (u32 i = 0; i < type->item_count; i++)
        if (type->items[i].number < low || type->items[i].number > high) return false;
    type->base = base;
    return true;
}

// --- all -----------------------------------------------------------------------------------------

static const struct {
    Edit *edit;
    u32 weight;
} edits[] = {
    { add_field, 10 },     { remove_field, 10 },     { move_field, 6 },
    { rename_field, 12 },  { reuse_name, 5 },        { swap_names, 6 },
    { chain_names, 3 },    { change_kind, 14 },      { change_number, 24 },
    { change_type, 6 },    { swap_types, 4 },        { change_shape, 14 },
    { change_size, 16 },   { change_default, 6 },    { change_transient, 3 },
    { change_fresh, 3 },   { rename_type, 4 },       { add_root, 3 },
    { remove_root, 1 },    { add_item, 4 },          { remove_item, 4 },
    { move_item, 4 },      { rename_item, 5 },       { change_base, 3 },
    { st_edit_gather, 4 }, { st_edit_spread, 5 },    { change_unit, 12 },
    { st_edit_unit, 8 },   { change_bound, 20 },     { st_edit_move_to_state, 8 },
    { change_link, 12 },   { change_container, 10 },
};

void st_edit(st_Maker *m, u32 count)
{
    u32 weights[ED_COUNT(edits)];
    for (u32 i = 0; i < ED_COUNT(edits); i++) weights[i] = edits[i].weight;
    for (u32 tries = 0; count && tries < 100; tries++) {
        count -= edits[st_weighted(&m->random, weights, ED_COUNT(edits))].edit(m);
        st_repair(m->schema);      // the next edit needs a valid schema
    }
}
