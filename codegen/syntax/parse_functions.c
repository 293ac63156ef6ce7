#include <string.h>
#include "codegen/syntax/parse.h"

// The signature of `functions Think : void (Actor *self, f32 dt) { … }`. It is C, and becomes part
// of the generated C as it is.

/// Returns whether a space precedes the token in the signature.
static bool needs_space(const cg_Parser *p, char before)
{
    if (!before || before == '*') return false;
    if (cg_is(p, ',') || cg_is(p, ')')) return false;
    return before != '(';
}

static void add_mention(cg_Parser *p, cg_Decl *decl)
{
    cg_Mention *mention = cg_new(p->schema->arena, sizeof *mention);
    *mention = (cg_Mention){ .name = cg_spelling(p, p->now),
                             .location = p->now.location,
                             .next = decl->mentions };
    decl->mentions = mention;
}

/// Returns whether a signature has a type before its parameters.
static bool is_signature(const char *text)
{
    size_t size = strlen(text);
    return *text && *text != '(' && strchr(text, '(') && text[size - 1] == ')';
}

bool cg_parse_signature(cg_Parser *p, cg_Decl *decl)
{
    static const char what[] = "a type and parameters, as in `: void (Actor *self)`";
    const char *text = "";
    char before = '\0';
    if (!cg_accept(p, ':')) return cg_expected(p, CG_E_EXPECTED_TYPE, what);
    while (p->now.kind == CG_NAME || (p->now.kind == CG_PUNCT && strchr("*(),", p->now.punct))) {
        const char *space = needs_space(p, before) ? " " : "";
        if (p->now.kind == CG_NAME) add_mention(p, decl);
        text = cg_format(p->schema->arena, "%s%s%s", text, space, cg_spelling(p, p->now));
        before = p->now.kind == CG_NAME ? 'a' : p->now.punct;
        cg_advance(p);
    }
    decl->signature = text;
    return is_signature(text) || cg_expected(p, CG_E_EXPECTED_TYPE, what);
}

void cg_add_null(cg_Parser *p, cg_Decl *decl)
{
    cg_EnumValue *value = cg_new(p->schema->arena, sizeof *value);
    *value = (cg_EnumValue){ .name = "null", .location = decl->location };
    decl->values = value;
}
