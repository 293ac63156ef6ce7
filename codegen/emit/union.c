#include "codegen/emit/emit.h"

/// The address of the field's first element, such as `&it->circle`, `it->name`, `&it->grid[0][0]`.
static const char *first_of(const cg_Out *out, const cg_Field *field)
{
    u32 dims = field->shape == ED_FIXED ? field->dim_count : 0;
    const char *path = cg_format(out->schema->arena, "it->%s", field->name);
    for (u32 i = 0; i < dims; i++) path = cg_format(out->schema->arena, "%s[0]", path);
    return cg_format(out->schema->arena, "%s%s",
                     field->kind == ED_CHARS && field->shape != ED_DYNAMIC ? "" : "&", path);
}

static void put_setter(cg_Out *out, const cg_Decl *decl, const cg_Field *field, const char *end)
{
    cg_put(out, "%s *%s_set_%s(ed_Arena *arena, %s *it)%s", cg_field_type(out, field), decl->name,
           field->name, decl->name, end);
}

void cg_emit_kinds(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "enum {\n");
    for (const cg_Field *field = decl->fields; field; field = field->next)
        cg_put(out, "    %s_%s,\n", decl->name, field->name);
    cg_put(out, "};\n\n");
}

void cg_emit_setter_declarations(cg_Out *out, const cg_Decl *decl)
{
    cg_put(out, "/// Switches to an alternative, sets it to its defaults, and returns it.\n");
    for (const cg_Field *field = decl->fields; field; field = field->next)
        put_setter(out, decl, field, ";\n");
}

void cg_emit_setter_definitions(cg_Out *out, const cg_Decl *decl)
{
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        cg_put(out, "\n");
        put_setter(out, decl, field, "\n{\n");
        size_t start = out->size;
        out->arena_used = false;
        cg_put(out, "    memset(it, 0, sizeof *it);\n    it->kind = %s_%s;\n", decl->name,
               field->name);
        cg_emit_type_default(out, field);
        cg_put(out, "    return %s;\n}\n", first_of(out, field));
        if (!out->arena_used) cg_insert(out, start, "    (void)arena;\n");
    }
}
