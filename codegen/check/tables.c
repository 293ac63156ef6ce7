#include "codegen/check/check.h"

// Tables of constant records: `table Weapon weapons[WeaponKind]`. A field of a struct is a pointer
// to a row, or null: `const Weapon *held [[in(weapons)]]`.

/// Makes the value of a row. It has the names of the enum value that is its index, or its number.
static cg_EnumValue *row_value(cg_Schema *schema, const cg_Decl *decl, u32 index)
{
    const cg_Decl *bound = decl->rows->dim_enum[0];
    const cg_EnumValue *named = bound ? bound->values : NULL;
    while (named && named->number.magnitude != index) named = named->next;
    cg_EnumValue *value = cg_new(schema->arena, sizeof *value);
    *value = (cg_EnumValue){ .name = cg_format(schema->arena, "%u", index),
                             .location = decl->location,
                             .number.magnitude = ED_NAME_BIT | index };
    if (!named) return value;
    value->name = named->name;
    value->attrs.was = named->attrs.was;
    return value;
}

void cg_fill_table(cg_Schema *schema, cg_Decl *decl)
{
    cg_EnumValue *last = decl->values;
    decl->base = ED_U64;
    decl->size = decl->align = sizeof(void *);
    decl->initial = last;
    if (cg_table_is_keyed(decl)) return;      // they are known when the module is loaded
    for (u32 i = 0; i < decl->rows->count; i++) {
        last->next = row_value(schema, decl, i);
        last = last->next;
        cg_map_add(schema->arena, &decl->members, last->name, last, last->location, "");
    }
}
