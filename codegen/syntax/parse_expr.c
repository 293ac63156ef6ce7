#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "codegen/syntax/parse.h"

#define TERMS_MAX 1000u      // in one chain such as a + b + c

static cg_Expr *new_expr(cg_Parser *p, cg_ExprKind kind)
{
    cg_Expr *expr = cg_new(p->schema->arena, sizeof *expr);
    expr->kind = kind;
    expr->location = p->now.location;
    return expr;
}

static cg_Expr *fail(cg_Parser *p, cg_Code code, const char *text, const char *help)
{
    cg_error(p->schema->diag, code, p->now.location, "%s", text);
    if (help) cg_help(p->schema->diag, "%s", help);
    return NULL;
}

static cg_Expr *expected_value(cg_Parser *p)
{
    cg_expected(p, CG_E_EXPECTED_VALUE, "a value");
    return NULL;
}

static cg_Expr *too_deep(cg_Parser *p, const char *help)
{
    return fail(
        p, CG_E_EXPRESSION_TOO_BIG,
        cg_format(p->schema->arena, "this is nested more than %u levels deep", CG_DEPTH_MAX), help);
}

// --- Literals ----------------------------------------------------------------------------------

static int digit_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

static cg_Expr *parse_integer(cg_Parser *p)
{
    const char *text = cg_spelling(p, p->now);
    u64 base = text[0] != '0' ? 10 : (text[1] | 32) == 'x' ? 16 : (text[1] | 32) == 'b' ? 2 : 10;
    if (base == 10 && text[0] == '0' && text[1])
        return fail(p, CG_E_LEADING_ZERO, "a leading zero would mean octal in C",
                    "remove the zero, or write 0x…");
    u64 value = 0;
    const char *at = base == 10 ? text : text + 2;
    const char *digits = at;
    for (; digit_of(*at) < (int)base; at++) {
        u64 digit = (u64)digit_of(*at);
        if (value > (UINT64_MAX - digit) / base)
            return fail(p, CG_E_NUMBER_TOO_BIG, "this number does not fit in 64 bits",
                        "the largest is 18446744073709551615; "
                        "for f32 and f64, add a decimal point, as in 1.0e30");
        value = value * base + digit;
    }
    if (*at && strspn(at, "uUlL") == strlen(at) && at != digits)
        return fail(p, CG_E_NUMBER_SUFFIX, "numbers have no suffix",
                    "remove the letters after the digits");
    if (*at || at == digits)
        return fail(p, CG_E_BAD_NUMBER, "this is not a valid number",
                    "numbers look like 12, 0x1f, 0b101, 1.5 or 2e-3");
    cg_Expr *expr = new_expr(p, CG_EXPR_INT);
    expr->number.i.magnitude = value;
    cg_advance(p);
    return expr;
}

static cg_Expr *parse_real(cg_Parser *p)
{
    const char *text = cg_spelling(p, p->now);
    char *end;
    double value = strtod(text, &end);
    if (*end && !(strspn(end, "fF") == 1 && end[1] == '\0'))
        return fail(p, CG_E_BAD_NUMBER, "this is not a valid number",
                    "numbers look like 12, 0x1f, 0b101, 1.5 or 2e-3");
    if (isinf(value))
        return fail(p, CG_E_NUMBER_TOO_BIG, "this number is outside the range of f64",
                    "the largest is 1.797e308");
    cg_Expr *expr = new_expr(p, CG_EXPR_REAL);
    expr->number.real = true;
    expr->number.f = value;
    cg_advance(p);
    return expr;
}

/// Decodes the escape sequence after a backslash and moves `at` past it. Returns -1 if there is no
/// such escape.
static int unescape(const char **at)
{
    static const char letters[] = "abfnrtv\\\"'?";
    static const char values[] = "\a\b\f\n\r\t\v\\\"'?";
    char c = *(*at)++;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) return (u8)values[letter - letters];
    int value = 0, count = 0;
    if (c == 'x') {
        for (; digit_of(**at) < 16 && count < 2; count++) value = value * 16 + digit_of(*(*at)++);
        return count ? value : -1;
    }
    for ((*at)--; **at >= '0' && **at <= '7' && count < 3; count++)
        value = value * 8 + digit_of(*(*at)++);
    return count && value < 256 ? value : -1;
}

/// Appends the decoded bytes between the quotes of `now` to `out`. False after an error.
static bool take_text(cg_Parser *p, char *out, u32 *size)
{
    const char *text = cg_spelling(p, p->now);
    const char *end = text + p->now.location.size - 1;
    for (const char *at = text + 1; at < end;) {
        int c = (u8)*at++;
        const char *from = at - 1;
        if (c == '\\') c = unescape(&at);
        bool ends_text = c == 0 && p->now.kind == CG_TEXT;
        if (ends_text || c == -1) {
            cg_Location location = { p->now.location.source,
                                     p->now.location.at + (u32)(from - text), (u32)(at - from) };
            cg_error(p->schema->diag, CG_E_BAD_ESCAPE, location,
                     ends_text ? "a string cannot contain a zero byte" : "unknown escape");
            cg_help(p->schema->diag,
                    "valid escapes: \\n \\t \\r \\\\ \\\" \\' \\a \\b \\f \\v \\x41 and \\101");
            return false;
        }
        out[(*size)++] = (char)c;
    }
    return true;
}

/// Adjacent strings are concatenated, as in C.
static cg_Expr *parse_text(cg_Parser *p)
{
    cg_Expr *expr = new_expr(p, CG_EXPR_TEXT);
    expr->text = "";
    while (p->now.kind == CG_TEXT) {
        char *joined = cg_new(p->schema->arena, (size_t)expr->size + p->now.location.size + 1);
        memcpy(joined, expr->text, expr->size);
        if (!take_text(p, joined, &expr->size)) return NULL;
        expr->text = joined;
        cg_advance(p);
    }
    return expr;
}

static cg_Expr *parse_character(cg_Parser *p)
{
    char bytes[16] = { 0 };
    u32 size = 0;
    cg_Expr *expr = new_expr(p, CG_EXPR_INT);
    bool fits = p->now.location.size <= sizeof bytes;
    if (fits && !take_text(p, bytes, &size)) return NULL;
    if (!fits || size != 1)
        return fail(p, CG_E_CHARACTER_SIZE, "single quotes must contain one character",
                    "strings are written in \"double quotes\"");
    expr->number.i.magnitude = (u8)bytes[0];
    cg_advance(p);
    return expr;
}

static cg_Expr *parse_name(cg_Parser *p)
{
    cg_Expr *expr = new_expr(p, CG_EXPR_NAME);
    expr->text = cg_spelling(p, p->now);
    if (cg_is_word(p, "true") || cg_is_word(p, "false")) {
        expr->kind = CG_EXPR_INT;
        expr->number.truth = true;
        expr->number.i.magnitude = cg_is_word(p, "true");
    }
    cg_advance(p);
    return expr;
}

// --- Operators ---------------------------------------------------------------------------------

static cg_Expr *parse_level(cg_Parser *p, u32 level);

static cg_Expr *parse_primary(cg_Parser *p)
{
    switch (p->now.kind) {
    case CG_INTEGER: return parse_integer(p);
    case CG_REAL: return parse_real(p);
    case CG_TEXT: return parse_text(p);
    case CG_CHARACTER: return parse_character(p);
    case CG_NAME: return p->now.first ? expected_value(p) : parse_name(p);
    default: break;
    }
    if (!cg_accept(p, '(')) return expected_value(p);
    cg_Expr *inner = parse_level(p, 0);
    if (inner && !cg_accept(p, ')')) {
        cg_expected(p, CG_E_EXPECTED_CLOSE, "`)`");
        return NULL;
    }
    return inner;
}

static cg_Expr *parse_unary(cg_Parser *p)
{
    if (!cg_is(p, '-') && !cg_is(p, '+')) return parse_primary(p);
    cg_Expr *expr = new_expr(p, CG_EXPR_UNARY);
    expr->op = p->now.punct;
    cg_advance(p);
    if (++p->depth > CG_DEPTH_MAX) return too_deep(p, "remove the signs that have no effect");
    expr->left = parse_unary(p);
    p->depth--;
    expr->location.size = p->before.at + p->before.size - expr->location.at;
    return expr->left ? expr : NULL;
}

static bool is_operator(const cg_Parser *p, u32 level)
{
    static const char *const levels[] = { "|", "<>", "+-", "*/" };
    return p->now.kind == CG_PUNCT && strchr(levels[level], p->now.punct) != NULL;
}

static cg_Expr *parse_level(cg_Parser *p, u32 level)
{
    if (level == 0 && ++p->depth > CG_DEPTH_MAX)
        return too_deep(p, "declare the inner part as a const: `const u32 PART = …;`");
    cg_Expr *left = level < 3 ? parse_level(p, level + 1) : parse_unary(p);
    u32 terms = 1;
    while (left && is_operator(p, level)) {
        if (++terms > TERMS_MAX)
            return fail(p, CG_E_EXPRESSION_TOO_BIG,
                        cg_format(p->schema->arena,
                                  "this expression has too many terms; the limit is %u", TERMS_MAX),
                        "declare a part of it as a const: `const u32 PART = …;`");
        cg_Expr *expr = new_expr(p, CG_EXPR_BINARY);
        expr->op = p->now.punct;
        expr->location.at = left->location.at;
        cg_advance(p);
        expr->left = left;
        expr->right = level < 3 ? parse_level(p, level + 1) : parse_unary(p);
        expr->location.size = p->before.at + p->before.size - expr->location.at;
        left = expr->right ? expr : NULL;
    }
    p->depth -= level == 0 ? 1 : 0;
    return left;
}

cg_Expr *cg_parse_expr(cg_Parser *p)
{
    p->depth = 0;
    return parse_level(p, 0);
}

// --- Lists -------------------------------------------------------------------------------------

static cg_Expr *parse_braced(cg_Parser *p);

static cg_Expr *parse_item(cg_Parser *p)
{
    const char *member = NULL;
    cg_Location location = { 0 };
    if (cg_accept(p, '.')) {
        member = p->now.kind == CG_NAME ? cg_spelling(p, p->now) : "";
        location = p->now.location;
        if (!*member) {
            cg_expected(p, CG_E_EXPECTED_NAME, "the name of a field");
            return NULL;
        }
        cg_advance(p);
        if (!cg_accept(p, '=')) {
            cg_expected(p, CG_E_EXPECTED_EQUALS, "`=`");
            return NULL;
        }
    }
    p->now.first = false;
    cg_Expr *item = cg_is(p, '{') ? parse_braced(p) : parse_level(p, 0);
    if (item) {
        item->member = member;
        item->member_location = location;
    }
    return item;
}

static cg_Expr *parse_braced(cg_Parser *p)
{
    cg_Expr *list = new_expr(p, CG_EXPR_LIST);
    cg_Expr **end = &list->items;
    if (++p->depth > CG_DEPTH_MAX)
        return too_deep(
            p, "move the inner list to another struct, as the default of one of its fields");
    p->open++;
    cg_advance(p);
    while (!cg_is(p, '}')) {
        if (cg_starts_decl(p) || cg_starts_field(p)) {
            cg_expected(p, CG_E_EXPECTED_CLOSE, "`}`");
            return NULL;
        }
        *end = parse_item(p);
        if (!*end) return NULL;
        end = &(*end)->next;
        if (!cg_accept(p, ',') && !cg_is(p, '}')) {
            cg_expected(p, CG_E_EXPECTED_SEPARATOR, "`,` or `}`");
            return NULL;
        }
    }
    cg_advance(p);
    p->depth--;
    p->open--;
    list->location.size = p->before.at + p->before.size - list->location.at;
    return list;
}

cg_Expr *cg_parse_value(cg_Parser *p)
{
    p->depth = 0;
    p->open = 0;
    if (cg_starts_field(p)) return expected_value(p);
    p->now.first = false;
    return cg_is(p, '{') ? parse_braced(p) : parse_level(p, 0);
}
