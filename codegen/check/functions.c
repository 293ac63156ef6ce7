#include <string.h>
#include "codegen/check/check.h"
#include "runtime/base/str.h"

// Sets of functions: `functions Think : void (Actor *self) { stand, chase }`. A field of the type
// is a pointer to one of them, or null.

/// Finds the types that the signature names. Only the names of structs and unions are needed in the
/// header, as they are passed by pointer; a value needs its whole type.
static void find_types(cg_Schema *schema, cg_Decl *decl)
{
    for (cg_Mention *mention = decl->mentions; mention; mention = mention->next) {
        cg_Decl *type = cg_decl_find(schema, mention->name);
        if (!type || type->kind == CG_CONST || type->kind == CG_UNKNOWN) continue;
        bool record = cg_decl_is_record(type);
        if (record) mention->type = type;
        else cg_append_sorted(schema, type);
        cg_add_dependency(schema, mention->location, type->location.source,
                          !record || type->is_extern);
    }
}

static void check_functions(cg_Schema *schema, cg_Decl *decl)
{
    cg_EnumValue *null = decl->values;
    decl->base = ED_U64;
    decl->size = decl->align = sizeof(void *);
    decl->initial = null;
    decl->visit = CG_DONE;
    for (cg_EnumValue *value = null->next; value; value = value->next)
        value->number.magnitude = ED_NAME_BIT | ed_tag(value->name, strlen(value->name));
    if (!null->next && !schema->is_incomplete) {
        cg_error(schema->diag, CG_E_EMPTY_ENUM, decl->location, "functions %s has no functions",
                 decl->name);
        decl->visit = CG_FAILED;
    }
    for (const cg_EnumValue *value = null->next; value; value = value->next) {
        if (!value->expr) continue;
        cg_error(schema->diag, CG_E_FLAGS_NUMBER, value->expr->location,
                 "functions have no numbers");
        cg_help(schema->diag, "remove the number");
    }
    find_types(schema, decl);
}

void cg_check_functions(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->kind == CG_FUNCTIONS && decl->visit == CG_NEW) check_functions(schema, decl);
}
