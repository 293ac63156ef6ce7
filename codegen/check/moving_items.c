#include "codegen/check/check.h"

// A warning: items of lists and of pools that are not stable move in memory when one is added or
// removed, and a pointer to one of them then leads elsewhere.

static bool moves(const cg_Field *container)
{
    return container->shape == ED_DYNAMIC
        || (container->shape == ED_POOL && !cg_attr(&container->attrs, CG_STABLE));
}

/// Returns whether a record of the type is in a container that leaves it where it is.
static bool can_stay(const cg_Schema *schema, const cg_Decl *type)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        for (const cg_Field *field = decl->fields; field && decl->kind == CG_STATE;
             field = field->next)
            if (field->kind == ED_STRUCT && cg_begins_with(field->type, type) && !moves(field))
                return true;
    return false;
}

void cg_warn_moving_items(const cg_Schema *schema)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        for (const cg_Field *field = decl->fields; field; field = field->next) {
            if (field->kind != ED_RECORD_PTR || can_stay(schema, field->type)) continue;
            const cg_Field *container = field->type->container;
            cg_print_warning(
                CG_E_MOVING_ITEMS, field->type_location,
                cg_format(schema->arena, "write `%s %s[..256] [[pool, stable]];`",
                          container->type_name, container->name),
                "adding or removing items of `%s` moves them, and `%s` then leads elsewhere",
                container->name, field->name);
            return;
        }
}
