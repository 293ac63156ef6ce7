#include "codegen/check/check.h"

// Checks the number of roots: the host has a limit for each kind.

/// A second declaration of the same root was reported and does not count.
static bool is_root(const cg_Decl *decl, cg_DeclKind kind)
{
    return decl->kind == kind && decl->visit != CG_FAILED;
}

static void report_many(cg_Schema *schema, const cg_Decl *first_over, u32 count)
{
    const char *word = cg_decl_word(first_over);
    cg_error(schema->diag, CG_E_TOO_MANY_ROOTS, first_over->location,
             "%s %s is number %u of %u; the limit is %u", word, first_over->name, ED_ROOTS_MAX + 1,
             count, ED_ROOTS_MAX);
    cg_help(schema->diag,
            "combine several in one %s, as structs: `%s Game { Player player; World world; }`",
            word, word);
}

static void check_kind(cg_Schema *schema, cg_DeclKind kind)
{
    const cg_Decl *first_over = NULL;
    u32 count = 0;
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (is_root(decl, kind) && ++count == ED_ROOTS_MAX + 1) first_over = decl;
    if (first_over) report_many(schema, first_over, count);
}

void cg_check_roots(cg_Schema *schema)
{
    check_kind(schema, CG_STATE);
    check_kind(schema, CG_RIGID);
}
