#include <stdio.h>
#include <string.h>
#include "tests/storm/links.h"
#include "tests/storm/make.h"

/// Removes what the compiler would refuse after an edit: an old name that exists again or is listed
/// twice, a default that no longer fits, a key whose field was removed.

static bool named_before(const st_Names *const *all, u32 count, const char *name)
{
    for (u32 i = 0; i < count; i++)
        if (st_names_have(all[i], name)) return true;
    return false;
}

/// Drops old names that equal `own`, that a list in `all` already has, or that `present` finds
/// among the current names.
static void repair_names(st_Names *names, const char *own, const st_Names *const *all, u32 count,
                         bool (*present)(const void *where, const char *name), const void *where)
{
    for (u32 i = 0; i < names->count;) {
        const char *name = names->at[i];
        bool bad = strcmp(name, own) == 0 || named_before(all, count, name)
                || (present && present(where, name));
        if (bad) st_names_drop(names, i);
        else i++;
    }
}

/// Rows of a table have the names of the enum that is its bound, or numbers.
static void repair_table(const st_Schema *schema, st_Type *table)
{
    const st_Type *bound = table->bound ? &schema->types[table->bound - 1] : NULL;
    if (bound && !st_is_bound(bound)) bound = NULL;
    if (!bound) table->bound = 0;
    if (bound) table->item_count = 1 + bound->item_count;
    if (table->item_count > ST_ITEMS_MAX) {      // the enum is too long
        table->item_count = ST_ITEMS_MAX;
        table->bound = 0;
        bound = NULL;
    }
    memset(table->items, 0, sizeof table->items);
    snprintf(table->items[0].name, ST_NAME_MAX, "null");
    for (u32 i = 1; i < table->item_count; i++) {
        st_Item *item = &table->items[i];
        u32 same = 0;
        while (bound && bound->items[same].number != i - 1) same++;
        if (bound) *item = bound->items[same];
        else snprintf(item->name, ST_NAME_MAX, "%u", i - 1);
        item->number = i;
    }
}

static bool item_there(const void *where, const char *name)
{
    const st_Type *type = where;
    return st_find_item(type, name) < type->item_count;
}

static bool type_there(const void *where, const char *name)
{
    return st_find_type(where, name) != ST_NONE;
}

static bool field_there(const void *where, const char *name)
{
    const st_Type *type = where;
    return st_find_field(type, name) < type->field_count;
}

static u32 count_pools(const st_Schema *schema, u32 type)
{
    u32 count = 0;
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count && !schema->types[t].gone; i++)
            count += schema->types[t].fields[i].shape == ED_POOL
                  && schema->types[t].fields[i].type == type;
    return count;
}

/// Pointers lead to structs that a state has, and are neither optional nor, if C has no name for
/// such a list, in lists of any length.
static void repair_link(const st_Schema *schema, st_Field *field)
{
    const bool table = field->kind == ED_SYMBOL && schema->types[field->type].table;
    if (field->kind == ED_RECORD_PTR && !st_has_container(schema, field->type)) {
        field->kind = ED_U64;
        field->type = ST_NONE;
    }
    const bool pointer =
        field->kind == ED_RECORD_PTR || field->kind == ED_SYMBOL || field->kind == ED_TEXT_PTR;
    if (pointer && field->shape == ED_OPTIONAL) field->shape = ED_ONE;
    if (table && field->shape == ED_DYNAMIC) field->shape = ED_ONE;
    if (field->kind == ED_TEXT_PTR && field->shape == ED_DYNAMIC) field->kind = ED_STR;
}

/// Leaves one pool for each type, and no handle to a type without a pool.
static void repair_pools(st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++) {
        st_Type *type = &schema->types[t];
        for (u32 i = 0; i < type->field_count && !type->gone; i++) {
            st_Field *field = &type->fields[i];
            bool wrong = field->shape == ED_POOL
                      && (field->kind != ED_STRUCT || !type->root
                          || count_pools(schema, field->type) > 1);
            if (wrong) {
                field->shape = ED_DYNAMIC;
                field->limit = 0;
            }
        }
    }
    for (u32 t = 0; t < schema->count; t++) {
        for (u32 i = 0; i < schema->types[t].field_count; i++) {
            st_Field *field = &schema->types[t].fields[i];
            if (field->kind != ED_REF || count_pools(schema, field->type) == 1) continue;
            field->kind = ED_U32;
            field->type = ST_NONE;
        }
    }
}

/// Clears the sizes that the shape or kind does not have.
static void normalize(const st_Schema *schema, st_Field *field)
{
    bool fixed = field->shape == ED_FIXED;
    if (!fixed) field->rank = 0;
    const st_Type *bound = field->enum_bound ? &schema->types[field->enum_bound - 1] : NULL;
    if (!field->rank || (bound && !st_is_bound(bound))) field->enum_bound = 0;
    else if (bound) field->dims[0] = bound->item_count;
    for (u32 d = field->rank; d < ST_DIMS_MAX; d++) field->dims[d] = 0;
    if (field->shape != ED_BOUNDED && field->shape != ED_POOL) field->limit = 0;
    if (field->kind != ED_CHARS) field->size = 0;
}

/// Drops moves whose destination inside the field was removed, or whose source exists again.
static void repair_moves(const st_Schema *schema, const st_Type *type, st_Field *field)
{
    for (u32 i = 0; i < field->move_count;) {
        st_Move *move = &field->moves[i];
        bool one = field->kind == ED_STRUCT && field->shape == ED_ONE;
        bool bad = move->to[0]
                && !(one
                     && st_find_field(&schema->types[field->type], move->to)
                            < schema->types[field->type].field_count);
        bool here = !move->state[0];
        if (!here)
            bad |= !type->root || strcmp(move->state, type->name) == 0
                || st_names_have(&type->was, move->state);
        if (here && st_find_field(type, move->from) < type->field_count) bad = true;
        for (u32 k = 0; k < type->field_count; k++) {
            if (here && st_names_have(&type->fields[k].was, move->from)) bad = true;
            for (u32 n = 0; n < type->fields[k].move_count; n++) {
                const st_Move *other = &type->fields[k].moves[n];
                if (other != move && strcmp(other->from, move->from) == 0
                    && strcmp(other->state, move->state) == 0)
                    bad = true;
            }
        }
        if (bad) {
            *move = field->moves[--field->move_count];
            memset(&field->moves[field->move_count], 0, sizeof *move);
        } else i++;
    }
}

/// Whether the field is a struct that has numbers in itself, none of which has a unit. Looks only
/// into structs by value.
static bool can_have_unit(const st_Schema *schema, const st_Field *field, bool *has_numbers)
{
    const st_Type *type = field->kind == ED_STRUCT ? &schema->types[field->type] : NULL;
    for (u32 i = 0; type && i < type->field_count; i++) {
        const st_Field *inner = &type->fields[i];
        bool by_value = inner->shape != ED_DYNAMIC && inner->shape != ED_POOL;
        if (inner->unit) return false;
        *has_numbers |= st_is_number(inner->kind) && inner->kind != ED_BOOL;
        bool inside = inner->kind == ED_STRUCT && by_value;
        if (inside && !can_have_unit(schema, inner, has_numbers)) return false;
    }
    return type != NULL;
}

static void repair_unit(const st_Schema *schema, const st_Type *type, st_Field *field)
{
    bool number = st_is_number(field->kind) && field->kind != ED_BOOL, has_numbers = false;
    bool holds = field->unit && field->shape != ED_POOL
              && can_have_unit(schema, field, &has_numbers) && has_numbers;
    if (!(number || holds) || strcmp(field->name, type->key) == 0) field->unit = NULL;
}

static void repair_type(st_Schema *schema, st_Type *type)
{
    const st_Names *all[ST_FIELDS_MAX + ST_ITEMS_MAX];
    for (u32 i = 0; i < type->field_count; i++) {
        st_Field *field = &type->fields[i];
        repair_names(&field->was, field->name, all, i, type->kind == ED_UNION ? field_there : NULL,
                     type);
        all[i] = &field->was;
        bool alternative = type->kind == ED_UNION;
        repair_link(schema, field);
        if (alternative && field->kind == ED_PTR) field->kind = ED_U64;
        if (alternative && field->shape != ED_FIXED && field->shape != ED_DYNAMIC) {
            field->shape = ED_ONE;
            field->limit = 0;
        }
        if (field->kind == ED_CHARS && field->shape == ED_DYNAMIC) {
            field->kind = ED_STR;
            field->size = 0;
        }
        if (field->kind == ED_PTR) field->shape = ED_ONE;
        if (alternative) {
            field->transient = field->fresh = false;
            field->default_value = NULL;
        }
        if (field->transient || field->was.count || field->move_count) field->fresh = false;
        normalize(schema, field);
        bool number = st_is_number(field->kind) && field->kind != ED_BOOL;
        repair_unit(schema, type, field);
        if (!number) field->ranged = false;
        if (alternative) {
            field->unit = NULL;
            field->ranged = false;
        }
        repair_moves(schema, type, field);
        if (!st_default_fits(schema, field)) field->default_value = NULL;
    }
    for (u32 i = 0; i < type->item_count && !type->table; i++) {
        repair_names(&type->items[i].was, type->items[i].name, all, i, item_there, type);
        all[i] = &type->items[i].was;
    }
    u32 key = st_find_field(type, type->key);
    if (key == type->field_count || type->fields[key].kind == ED_BOOL
        || type->fields[key].kind > ED_I64 || type->fields[key].shape != ED_ONE
        || type->fields[key].transient)
        type->key[0] = 0;
}

static void repair_tables(st_Schema *schema)
{
    for (u32 t = 0; t < schema->count; t++)
        if (schema->types[t].table) repair_table(schema, &schema->types[t]);
}

void st_repair(st_Schema *schema)
{
    const st_Names *all[ST_TYPES_MAX];
    u32 count = 0;
    repair_pools(schema);
    repair_tables(schema);
    for (u32 t = 0; t < schema->count; t++) {
        st_Type *type = &schema->types[t];
        if (type->gone) continue;
        repair_type(schema, type);
        repair_names(&type->was, type->name, all, count, type_there, schema);
        all[count++] = &type->was;
    }
    repair_tables(schema);      // the enums that are their bounds were repaired, too
}
