#include "codegen/emit/memory_tables.h"
#include <string.h>
#include "runtime/base/str.h"

static u32 tag_of(const char *name) { return ed_tag(name, strlen(name)); }

// --- Old names ---------------------------------------------------------------------------------

static const u32 *tags_of(cg_Schema *schema, const cg_OldName *was, u32 *count)
{
    u32 *tags = NULL;
    *count = 0;
    for (const cg_OldName *old = was; old; old = old->next) *count += !old->path;
    if (*count) tags = cg_new(schema->arena, *count * sizeof *tags);
    for (u32 i = 0; was; was = was->next)
        if (!was->path) tags[i++] = tag_of(was->name);
    return tags;
}

static const ed_Move *moves_of(cg_Schema *schema, const cg_OldName *was, u32 *count)
{
    ed_Move *moves = NULL;
    *count = 0;
    for (const cg_OldName *old = was; old; old = old->next) *count += old->path;
    if (*count) moves = cg_new(schema->arena, *count * sizeof *moves);
    for (u32 i = 0; was; was = was->next)
        if (was->path) moves[i++] = (ed_Move){ .to = was->to ? was->to : "", .from = was->name };
    return moves;
}

// --- Enums and flags ---------------------------------------------------------------------------

static i64 bits_of(cg_Int number)
{
    return (i64)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static void fill_enum_or_flags(cg_Schema *schema, const cg_Decl *decl, ed_Type *type)
{
    for (const cg_EnumValue *value = decl->values; value; value = value->next) type->value_count++;
    type->open_values = cg_table_is_keyed(decl);
    ed_Value *values = cg_new(schema->arena, type->value_count * sizeof *values);
    type->values = values;
    for (const cg_EnumValue *value = decl->values; value; value = value->next, values++) {
        *values = (ed_Value){ .name = value->name, .tag = tag_of(value->name) };
        values->number = bits_of(value->number);
        values->was = tags_of(schema, value->attrs.was, &values->was_count);
    }
    type->base = decl->base;
    type->size = type->align = ed_kind_size(decl->base);
}

// --- Records -----------------------------------------------------------------------------------

static void fill_field(cg_Schema *schema, const cg_Field *from, ed_Field *field)
{
    const cg_Attr *unit = cg_attr(&from->attrs, CG_UNIT);
    *field = (ed_Field){
        .name = from->name,
        .tag = tag_of(from->name),
        .offset = from->offset,
        .size = from->size,
        .count = from->count,
        .kind = from->kind,
        .shape = from->shape,
        .type = from->type ? from->type->table : NULL,
        .unit = unit ? unit->text : NULL,
        .packed_default = from->packed,
        .packed_default_size = from->packed_size,
    };
    if (from->shape == ED_FIXED)
        memcpy(field->dims, from->dim, from->dim_count * sizeof *field->dims);
    for (u32 i = 0; i < from->dim_count; i++)
        field->index_types[i] = from->dim_enum[i] ? from->dim_enum[i]->table : NULL;
    if (cg_attr(&from->attrs, CG_TRANSIENT)) field->flags |= ED_FIELD_TRANSIENT;
    if (cg_attr(&from->attrs, CG_FRESH)) field->flags |= ED_FIELD_FRESH;
    if (cg_attr(&from->attrs, CG_STABLE)) field->flags |= ED_FIELD_STABLE;
    field->was = tags_of(schema, from->attrs.was, &field->was_count);
    field->moves = moves_of(schema, from->attrs.was, &field->move_count);
}

static void fill_record(cg_Schema *schema, const cg_Decl *decl, ed_Type *type)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    for (const cg_Field *field = decl->fields; field; field = field->next) type->field_count++;
    ed_Field *fields = cg_new(schema->arena, type->field_count * sizeof *fields);
    type->fields = fields;
    for (const cg_Field *field = decl->fields; field; field = field->next, fields++) {
        fill_field(schema, field, fields);
        if (field == decl->key) type->key = fields;
    }
    type->size = decl->size;
    type->align = decl->align;
    type->upgrade_name = upgrade ? upgrade->text : NULL;
}

static void fill_type(cg_Schema *schema, const cg_Decl *decl)
{
    ed_Type *type = decl->table;
    type->name = decl->name;
    type->tag = tag_of(decl->name);
    type->kind = cg_kind_of(decl);
    type->was = tags_of(schema, decl->attrs.was, &type->was_count);
    if (cg_decl_is_record(decl)) fill_record(schema, decl, type);
    else fill_enum_or_flags(schema, decl, type);
}

// --- The schema --------------------------------------------------------------------------------

static const ed_Type *const *roots_of(cg_Schema *schema, cg_DeclKind kind, u32 *count)
{
    *count = 0;
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) *count += decl->kind == kind;
    const ed_Type **roots = cg_new(schema->arena, (*count + 1) * sizeof *roots);
    u32 at = 0;
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->kind == kind) roots[at++] = decl->table;
    return roots;
}

ed_Schema *cg_build_tables(cg_Schema *schema)
{
    ed_Schema *tables = cg_new(schema->arena, sizeof *tables);
    for (cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted)
        tables->type_count += decl->kind != CG_CONST;
    const ed_Type **types = cg_new(schema->arena, (tables->type_count + 1) * sizeof *types);
    u32 count = 0;
    for (cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted)
        if (decl->kind != CG_CONST)
            types[count++] = decl->table = cg_new(schema->arena, sizeof *decl->table);
    tables->types = types;
    for (const cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted)
        if (decl->table) fill_type(schema, decl);
    tables->states = roots_of(schema, CG_STATE, &tables->state_count);
    tables->rigids = roots_of(schema, CG_RIGID, &tables->rigid_count);
    return tables;
}
