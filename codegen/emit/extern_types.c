#include <string.h>
#include "codegen/emit/emit.h"

static const char *header_of(const cg_Decl *decl)
{
    return decl->is_extern ? cg_attr(&decl->attrs, CG_HEADER)->text : NULL;
}

/// Returns whether a declaration of the file before this one has the same header.
static bool is_included(const cg_Out *out, const cg_Source *source, const cg_Decl *decl)
{
    const cg_Decl *other = out->schema->files[source->index].sorted;
    for (; other != decl; other = other->next_here)
        if (header_of(other) && strcmp(header_of(other), header_of(decl)) == 0) return true;
    return false;
}

void cg_emit_extern_includes(cg_Out *out, const cg_Source *source)
{
    const cg_Decl *decl = out->schema->files[source->index].sorted;
    for (; decl; decl = decl->next_here)
        if (header_of(decl) && !is_included(out, source, decl))
            cg_put(out, "#include \"%s\"\n", header_of(decl));
}

const char *cg_extern_note(const cg_Out *out, const cg_Decl *decl, const char *what)
{
    const char *header = header_of(decl);
    return header ? cg_format(out->schema->arena, "%s in %s than in the schema", what, header) : "";
}

static void put_assert(cg_Out *out, const cg_Decl *decl, const char *condition, const char *what)
{
    size_t start = out->size;
    cg_put(out, "_Static_assert(%s, \"%s\");\n", condition, cg_extern_note(out, decl, what));
    cg_wrap(out, start, ", ", "    ");
}

/// Asserts that C has the field with that size, and floating-point numbers where the schema has.
static void put_field(cg_Out *out, const cg_Decl *decl, const cg_Field *field)
{
    ed_Arena *arena = out->schema->arena;
    const u32 dims = field->shape == ED_FIXED ? field->dim_count : 0;
    const bool real = field->kind == ED_F32 || field->kind == ED_F64;
    const char *it = cg_format(arena, "((%s *)0)->%s", decl->name, field->name),
               *name = cg_format(arena, "%s.%s", decl->name, field->name);
    put_assert(
        out, decl,
        cg_format(arena, "sizeof(%s) == %llu", it, (unsigned long long)field->size * field->count),
        cg_format(arena, "%s has another size", name));
    if (field->kind > ED_F64) return;
    for (u32 d = 0; d < dims; d++) it = cg_format(arena, "%s[0]", it);
    put_assert(out, decl,
               cg_format(arena, "_Generic(%s, float: 1, double: 1, default: 0) == %u", it, real),
               cg_format(arena, "%s is another kind of number", name));
}

static void put_value(cg_Out *out, const cg_Decl *decl, const cg_EnumValue *value, u32 bit)
{
    ed_Arena *arena = out->schema->arena;
    cg_Int number = value->number;
    if (decl->kind == CG_FLAGS) number = (cg_Int){ .magnitude = (u64)1 << bit };
    put_assert(out, decl,
               cg_format(arena, "(%s)%s == (%s)%s", decl->type_name, value->name, decl->type_name,
                         cg_int_literal(out, number)),
               cg_format(arena, "%s has another value", value->name));
}

void cg_emit_extern_asserts(cg_Out *out, const cg_Decl *decl)
{
    u32 bit = 0;
    if (!decl->is_extern) return;
    cg_put(out, "\n// %s declares %s.\n", header_of(decl), decl->name);
    for (const cg_Field *field = decl->fields; field; field = field->next)
        put_field(out, decl, field);
    if (decl->kind == CG_TABLE) return;      // its rows are those of an extern struct
    if (decl->kind == CG_FUNCTIONS) {
        put_assert(out, decl,
                   cg_format(out->schema->arena, "sizeof(%s) == sizeof(void *)", decl->name),
                   cg_format(out->schema->arena, "%s is no pointer", decl->name));
        return;
    }
    for (const cg_EnumValue *value = decl->values; value; value = value->next)
        put_value(out, decl, value, bit++);
    if (decl->values)
        put_assert(
            out, decl,
            cg_format(out->schema->arena, "sizeof(%s) == sizeof(%s)", decl->name, decl->type_name),
            cg_format(out->schema->arena, "%s has another size", decl->name));
}
