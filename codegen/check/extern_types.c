#include <string.h>
#include "codegen/check/check.h"

// Types that a C header declares: `extern struct SDL_Rect [[header("SDL.h")]] { … }`. The generated C
// asserts that their layout is that of the schema (emit/extern_types.c).

static void check_header(cg_Schema *schema, const cg_Decl *decl)
{
    const cg_Attr *header = cg_attr(&decl->attrs, CG_HEADER);
    if (!header) {
        cg_error(schema->diag, CG_E_EXTERN_HEADER, decl->location, "extern %s %s names no C header",
                 cg_decl_word(decl), decl->name);
        cg_help(schema->diag, "write `extern %s %s [[header(\"…\")]]`, or remove `extern`",
                cg_decl_word(decl), decl->name);
        return;
    }
    const char *text = header->text;
    if (*text && !strpbrk(text, "\"\\<>\n\r")) return;
    cg_error(schema->diag, CG_E_EXTERN_HEADER, header->text_location,
             "this is not the path of a C header");
    cg_help(schema->diag, "write it as in an #include line: `header(\"SDL.h\")`");
}

/// Why no C header can declare such a field, or NULL.
static const char *not_of_c(const cg_Field *field)
{
    switch (field->shape) {
    case ED_ONE:
    case ED_FIXED: break;
    case ED_OPTIONAL: return "an optional field";
    case ED_POOL: return "a pool";
    case ED_BOUNDED:
    case ED_DYNAMIC: return "a list";
    }
    switch (field->kind) {
    case ED_STR: return "a `str`";
    case ED_REF: return "a `ref`";
    case ED_UNION: return "a tagged union";
    default: return NULL;
    }
}

static void check_fields(cg_Schema *schema, const cg_Decl *decl)
{
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        const char *what = field->broken ? NULL : not_of_c(field);
        if (!what) continue;
        cg_error(schema->diag, CG_E_EXTERN_FIELD, field->location,
                 "`%s` is %s, which no C header declares", field->name, what);
        cg_note(schema->diag, decl->location, "extern %s %s is declared here", cg_decl_word(decl),
                decl->name);
        cg_help(schema->diag, "declare the fields as the header does");
    }
}

void cg_check_extern(cg_Schema *schema)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        if (!decl->is_extern || decl->kind == CG_UNKNOWN) continue;
        check_header(schema, decl);
        check_fields(schema, decl);
    }
}
