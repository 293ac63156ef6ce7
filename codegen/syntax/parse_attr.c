#include <string.h>
#include "codegen/syntax/keywords.h"
#include "codegen/syntax/parse.h"

#define PATH_NAMES_MAX 8u      // names in a path of [[was(…)]]

typedef enum Form { PLAIN, OLD_NAMES, NAME, NUMBERS, TEXT } Form;

static const struct {
    Form form;
    const char *example;
} attrs[CG_ATTRS] = {
    [CG_WAS] = { OLD_NAMES, "was(old)" },
    [CG_KEY] = { NAME, "key(id)" },
    [CG_UPGRADE] = { NAME, "upgrade(actor_upgrade)" },
    [CG_IN] = { NAME, "in(weapons)" },
    [CG_RANGE] = { NUMBERS, "range(0, 100)" },
    [CG_UNIT] = { TEXT, "unit(\"m\")" },
    [CG_HEADER] = { TEXT, "header(\"SDL.h\")" },
};

bool cg_is_attrs(const cg_Parser *p)
{
    return cg_is(p, '[') && p->lexer.source->text[p->now.location.at + 1] == '[';
}

static void help_unquote(cg_Parser *p)
{
    if (p->now.kind == CG_TEXT) cg_help(p->schema->diag, "write the name without quotes");
}

// --- Old names ---------------------------------------------------------------------------------

/// Parses a path such as `pos.x` into one text. NULL after an error.
static const char *parse_path(cg_Parser *p, const char *what, cg_Location *location)
{
    const char *path = "";
    u32 names = 0;
    *location = p->now.location;
    do {
        if (p->now.kind != CG_NAME || p->now.first) {
            cg_expected(p, CG_E_EXPECTED_OLD_NAME, what);
            help_unquote(p);
            return NULL;
        }
        path =
            cg_format(p->schema->arena, "%s%s%s", path, names ? "." : "", cg_spelling(p, p->now));
        location->size = p->now.location.at + p->now.location.size - location->at;
        cg_advance(p);
        if (++names > PATH_NAMES_MAX) {
            cg_error(p->schema->diag, CG_E_WAS_PATH, *location, "a path can have at most %u names",
                     PATH_NAMES_MAX);
            cg_help(p->schema->diag,
                    "move the value in two steps, and let the game reload in between");
            return NULL;
        }
    } while (cg_accept(p, '.'));
    return path;
}

/// Parses one argument of was: `old`, `pos.x` or `.x = left`.
static cg_OldName *parse_old(cg_Parser *p)
{
    cg_OldName *was = cg_new(p->schema->arena, sizeof *was);
    if (cg_accept(p, '.')) {
        was->to = parse_path(p, "the name of a part of the field", &was->to_location);
        if (!was->to) return NULL;
        if (!cg_accept(p, '=')) {
            cg_expected(p, CG_E_EXPECTED_EQUALS, "`=` and the old name, as in `was(.x = left)`");
            return NULL;
        }
    }
    was->name = parse_path(p, "the old name", &was->location);
    was->path = was->to || (was->name && strchr(was->name, '.'));
    return was->name ? was : NULL;
}

static bool parse_was(cg_Parser *p, cg_Attrs *owner)
{
    do {
        cg_OldName *was = parse_old(p);
        if (!was) return false;
        if (owner->last_was) owner->last_was->next = was;
        else owner->was = was;
        owner->last_was = was;
    } while (cg_accept(p, ','));
    return true;
}

// --- One attribute -----------------------------------------------------------------------------

static bool parse_name(cg_Parser *p, cg_Attr *attr)
{
    if (p->now.kind != CG_NAME || p->now.first) {
        cg_expected(p, CG_E_EXPECTED_NAME,
                    attr->kind == CG_KEY ? "the name of a field" : "the name of a function");
        help_unquote(p);
        return false;
    }
    attr->text = cg_spelling(p, p->now);
    attr->text_location = p->now.location;
    cg_advance(p);
    return true;
}

static bool parse_numbers(cg_Parser *p, cg_Attr *attr)
{
    attr->low = cg_parse_expr(p);
    if (!attr->low) return false;
    if (!cg_accept(p, ','))
        return cg_expected(p, CG_E_EXPECTED_SEPARATOR,
                           "`,` and the highest value, as in `range(0, 100)`");
    attr->high = cg_parse_expr(p);
    return attr->high != NULL;
}

static bool parse_text(cg_Parser *p, cg_Attr *attr)
{
    const char *example = attrs[attr->kind].example, *word = cg_attr_word(attr->kind);
    if (p->now.kind != CG_TEXT || p->now.first)
        return cg_expected(
            p, CG_E_EXPECTED_VALUE,
            cg_format(p->schema->arena, "the %s as a string, as in `%s`", word, example));
    cg_Expr *text = cg_parse_expr(p);
    if (!text) return false;
    attr->text = text->text;
    attr->text_location = text->location;
    if (text->kind == CG_EXPR_TEXT) return true;
    cg_error(p->schema->diag, CG_E_VALUE_KIND, text->location, "a %s must be a string", word);
    cg_help(p->schema->diag, "write `%s`", example);
    return false;
}

static bool parse_arguments(cg_Parser *p, cg_Attrs *owner, cg_Attr *attr)
{
    switch (attrs[attr->kind].form) {
    case OLD_NAMES: return parse_was(p, owner);
    case NAME: return parse_name(p, attr);
    case NUMBERS: return parse_numbers(p, attr);
    case TEXT: return parse_text(p, attr);
    case PLAIN: break;
    }
    return true;
}

/// Keeps the first attribute of each kind, and a second unit, which the checker compares with the
/// first one.
static void add_attr(cg_Parser *p, cg_Attrs *owner, cg_Attr *attr)
{
    cg_Attr **end = &owner->list;
    u32 same = 0;
    for (; *end; end = &(*end)->next) same += (*end)->kind == attr->kind;
    if (same == 0 || (attr->kind == CG_UNIT && same == 1)) {
        *end = attr;
    } else if (attr->kind != CG_WAS && attr->kind != CG_UNIT) {
        cg_error(p->schema->diag, CG_E_ATTRIBUTE_TWICE, attr->location, "[[%s]] is repeated",
                 cg_attr_word(attr->kind));
        cg_note(p->schema->diag, cg_attr(owner, attr->kind)->location, "the first one is here");
        cg_help(p->schema->diag, "remove one of them");
    }
}

static void skip_arguments(cg_Parser *p)
{
    u32 depth = 0;
    if (!cg_is(p, '(')) return;
    do {
        depth += cg_is(p, '(') ? 1 : 0;
        depth -= cg_is(p, ')') ? 1 : 0;
        cg_advance(p);
    } while (depth && p->now.kind != CG_END && !cg_is(p, ';') && !p->now.first);
}

static void refuse_attr(cg_Parser *p)
{
    const char *name = cg_spelling(p, p->now);
    cg_Diag *diag = p->schema->diag;
    bool reported =
        cg_error(diag, CG_E_UNKNOWN_ATTRIBUTE, p->now.location, "unknown attribute `%s`", name);
    ed_Suggestion near = ed_suggestion(name);
    for (u32 i = 0; reported && i < CG_ATTRS; i++)
        ed_suggestion_try(&near, cg_attr_word((cg_AttrKind)i));
    if (near.best) cg_suggestion_help(&near, diag);
    else
        cg_help(
            diag,
            "the attributes are was, transient, optional, pool, live, key, fresh, upgrade, range, "
            "unit, plain, header, globals, in and stable");
    cg_advance(p);
    skip_arguments(p);
}

static bool parse_attr(cg_Parser *p, cg_Attrs *owner)
{
    if (p->now.kind != CG_NAME)
        return cg_expected(p, CG_E_EXPECTED_ATTRIBUTE, "an attribute, as in [[was(old)]]");
    u32 kind = 0;
    while (kind < CG_ATTRS && !cg_is_word(p, cg_attr_word((cg_AttrKind)kind))) kind++;
    if (kind == CG_ATTRS) {
        refuse_attr(p);
        return true;
    }
    cg_Attr *attr = cg_new(p->schema->arena, sizeof *attr);
    attr->kind = (cg_AttrKind)kind;
    attr->location = p->now.location;
    cg_advance(p);
    if (attrs[kind].form == PLAIN) {
        add_attr(p, owner, attr);
        if (!cg_is(p, '(')) return true;
        cg_expected(p, CG_E_EXPECTED_CLOSE, "`]]`");
        if (kind == CG_POOL)
            cg_help(p->schema->diag,
                    "write the limit of a pool in its brackets: `items[..8] [[pool]]`");
        return false;
    }
    if (!cg_accept(p, '('))
        return cg_expected(
            p, kind == CG_WAS ? CG_E_EXPECTED_OLD_NAME : CG_E_EXPECTED_ATTRIBUTE,
            kind == CG_WAS ? "`(` and the old name, as in `was(old)`"
                           : cg_format(p->schema->arena, "`(`, as in `%s`", attrs[kind].example));
    if (!parse_arguments(p, owner, attr)) return false;
    add_attr(p, owner, attr);      // only complete attributes: the checker relies on that
    if (cg_accept(p, ')')) return true;
    cg_expected(p, CG_E_EXPECTED_CLOSE, "`)`");
    if (kind == CG_WAS && cg_is(p, '='))
        cg_help(p->schema->diag, "write a dot before a part of the field: `was(.x = left)`");
    if (kind == CG_WAS && cg_is(p, '['))
        cg_help(p->schema->diag,
                "a path can only contain names of fields; for elements, use an upgrade function");
    return false;
}

bool cg_parse_attrs(cg_Parser *p, cg_Attrs *owner)
{
    while (cg_is_attrs(p)) {
        cg_advance(p);
        cg_advance(p);
        do {
            if (!parse_attr(p, owner)) return false;
        } while (cg_accept(p, ','));
        if (!cg_accept(p, ']') || !cg_accept(p, ']'))
            return cg_expected(p, CG_E_EXPECTED_CLOSE, "`]]`");
    }
    return true;
}
