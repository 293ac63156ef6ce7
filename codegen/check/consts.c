#include <math.h>
#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

#define F32_END 0x1.ffffffp127      // from here on, a real number rounds to infinity in f32

typedef struct Eval {
    cg_Schema *schema;
    u32 depth;
} Eval;

static bool eval(Eval *e, const cg_Expr *expr, cg_Number *number);
static bool eval_const(Eval *e, cg_Decl *decl, cg_Location from);

const char *cg_int_text(cg_Schema *schema, cg_Int number)
{
    bool negative = number.negative && number.magnitude;
    return cg_format(schema->arena, "%s%llu", negative ? "-" : "",
                     (unsigned long long)number.magnitude);
}

const char *cg_number_text(cg_Schema *schema, cg_Number number)
{
    return number.real ? cg_format(schema->arena, "%g", number.f) : cg_int_text(schema, number.i);
}

static int compare(u64 a, u64 b) { return a < b ? -1 : a > b; }

int cg_compare(cg_Number a, cg_Number b)
{
    bool a_minus = a.i.negative && a.i.magnitude, b_minus = b.i.negative && b.i.magnitude;
    if (a.real || b.real) return a.f < b.f ? -1 : a.f > b.f;
    if (a_minus != b_minus) return a_minus ? -1 : 1;
    return a_minus ? compare(b.i.magnitude, a.i.magnitude) : compare(a.i.magnitude, b.i.magnitude);
}

// --- Numbers -----------------------------------------------------------------------------------

static bool in_range(cg_Int number) { return !number.negative || number.magnitude <= (u64)1 << 63; }

static bool add(cg_Int a, cg_Int b, cg_Int *sum)
{
    if (a.negative == b.negative) {
        *sum = (cg_Int){ a.negative, a.magnitude + b.magnitude };
        return sum->magnitude >= a.magnitude && in_range(*sum);
    }
    bool less = a.magnitude < b.magnitude;
    *sum = (cg_Int){ less ? b.negative : a.negative,
                     less ? b.magnitude - a.magnitude : a.magnitude - b.magnitude };
    sum->negative = sum->negative && sum->magnitude;
    return true;
}

static bool multiply(cg_Int a, cg_Int b, cg_Int *product)
{
    *product = (cg_Int){ a.negative != b.negative && a.magnitude && b.magnitude,
                         a.magnitude * b.magnitude };
    return (a.magnitude == 0 || product->magnitude / a.magnitude == b.magnitude)
        && in_range(*product);
}

static bool shift_left(cg_Int a, cg_Int b, cg_Int *result)
{
    if (b.negative || b.magnitude > 63) return false;
    *result = (cg_Int){ a.negative, a.magnitude << b.magnitude };
    return result->magnitude >> b.magnitude == a.magnitude && in_range(*result);
}

/// Rounds towards minus infinity, as all supported compilers do.
static bool shift_right(cg_Int a, cg_Int b, cg_Int *result)
{
    if (b.negative || b.magnitude > 63) return false;
    u64 lost = a.magnitude & (((u64)1 << b.magnitude) - 1);
    *result = (cg_Int){ a.negative, (a.magnitude >> b.magnitude) + (a.negative && lost) };
    return true;
}

static bool divide(cg_Int a, cg_Int b, cg_Int *result)
{
    *result = (cg_Int){ a.negative != b.negative && a.magnitude >= b.magnitude,
                        a.magnitude / b.magnitude };
    return in_range(*result);
}

static bool eval_ints(char op, cg_Int a, cg_Int b, cg_Int *result)
{
    cg_Int minus = { b.magnitude ? !b.negative : false, b.magnitude };
    switch (op) {
    case '+': return add(a, b, result);
    case '-': return add(a, minus, result);
    case '*': return multiply(a, b, result);
    case '/': return divide(a, b, result);
    case '<': return shift_left(a, b, result);
    case '>': return shift_right(a, b, result);
    default:
        *result = (cg_Int){ false, a.magnitude | b.magnitude };
        return !a.negative && !b.negative;
    }
}

static bool eval_reals(char op, f64 a, f64 b, f64 *result)
{
    switch (op) {
    case '+': *result = a + b; break;
    case '-': *result = a - b; break;
    case '*': *result = a * b; break;
    case '/': *result = a / b; break;
    default: return false;
    }
    return isfinite(*result);
}

/// Reports that the expression has no value. `right`: the right operand, or 0. Returns false.
static bool report_no_value(Eval *e, const cg_Expr *expr, bool real, cg_Int right)
{
    const char *text = "the result does not fit in 64 bits";
    const char *help = "integers range from -9223372036854775808 to 18446744073709551615";
    bool shift = expr->op == '<' || expr->op == '>';
    if (real && (shift || expr->op == '|')) {
        text = "`|`, `<<` and `>>` need integers";
        help = "write the numbers without a decimal point";
    } else if (real) {
        text = "the result exceeds the range of f64";
        help = "the largest f64 is 1.797e308";
    } else if (expr->op == '|') {
        text = "`|` needs non-negative integers";
        help = NULL;
    } else if (shift && (right.negative || right.magnitude > 63)) {
        text = "the shift count must be 0 to 63";
        help = NULL;
    }
    cg_error(e->schema->diag, CG_E_OVERFLOW, expr->location, "%s", text);
    if (help) cg_help(e->schema->diag, "%s", help);
    return false;
}

static bool eval_binary(Eval *e, const cg_Expr *expr, cg_Number *number)
{
    cg_Number a, b;
    if (!eval(e, expr->left, &a) || !eval(e, expr->right, &b)) return false;
    *number = (cg_Number){ .real = a.real || b.real };
    if (expr->op == '/' && cg_real_of(b) == 0) {
        cg_error(e->schema->diag, CG_E_DIVISION_BY_ZERO, expr->right->location, "division by zero");
        cg_help(e->schema->diag, "divide by a number that is not 0");
        return false;
    }
    bool good = number->real ? eval_reals(expr->op, cg_real_of(a), cg_real_of(b), &number->f)
                             : eval_ints(expr->op, a.i, b.i, &number->i);
    return good || report_no_value(e, expr, number->real, b.i);
}

// --- Names -------------------------------------------------------------------------------------

static void report_unknown(Eval *e, const cg_Expr *expr, const cg_Decl *decl)
{
    cg_Schema *schema = e->schema;
    if (!decl && schema->is_incomplete) return;
    if (decl && decl->kind != CG_UNKNOWN) {
        cg_error(schema->diag, CG_E_NOT_A_NUMBER, expr->location, "%s `%s` is not a number",
                 cg_decl_word(decl), expr->text);
        return;
    }
    if (decl
        || !cg_error(schema->diag, CG_E_UNKNOWN_CONST, expr->location, "unknown const `%s`",
                     expr->text))
        return;
    ed_Suggestion near = ed_suggestion(expr->text);
    for (cg_Decl *other = schema->decls; other; other = other->next)
        if (other->kind == CG_CONST) ed_suggestion_try(&near, other->name);
    cg_suggestion_help(&near, schema->diag);
    cg_decl_add_unknown(schema, expr->text, expr->location);
}

static bool eval_name(Eval *e, const cg_Expr *expr, cg_Number *number)
{
    cg_Decl *decl = cg_decl_find(e->schema, expr->text);
    if (!decl || decl->kind != CG_CONST) {
        report_unknown(e, expr, decl);
        return false;
    }
    if (!eval_const(e, decl, expr->location)) return false;
    *number = decl->number;
    return true;
}

static bool eval_unary(Eval *e, const cg_Expr *expr, cg_Number *number)
{
    if (!eval(e, expr->left, number)) return false;
    if (expr->op == '+') return true;
    number->f = -number->f;
    number->i.negative = !number->i.negative && number->i.magnitude;
    number->truth = false;
    return number->real || in_range(number->i) || report_no_value(e, expr, false, (cg_Int){ 0 });
}

/// Reports that a number was expected. Returns false.
static bool report_no_number(Eval *e, const cg_Expr *expr, cg_Code code, const char *what)
{
    cg_error(e->schema->diag, code, expr->location, "expected a number, not %s", what);
    return false;
}

static bool eval(Eval *e, const cg_Expr *expr, cg_Number *number)
{
    switch (expr->kind) {
    case CG_EXPR_INT:
    case CG_EXPR_REAL: *number = expr->number; return true;
    case CG_EXPR_NAME: return eval_name(e, expr, number);
    case CG_EXPR_UNARY: return eval_unary(e, expr, number);
    case CG_EXPR_BINARY: return eval_binary(e, expr, number);
    case CG_EXPR_TEXT: return report_no_number(e, expr, CG_E_VALUE_KIND, "a string");
    case CG_EXPR_LIST: return report_no_number(e, expr, CG_E_VALUE_SHAPE, "a list");
    }
    return false;
}

bool cg_eval(cg_Schema *schema, const cg_Expr *expr, cg_Number *number)
{
    Eval e = { schema, 0 };
    return eval(&e, expr, number);
}

// --- Consts ------------------------------------------------------------------------------------

/// Converts a real number to an integer: 3.0 is accepted, 3.5 is not.
static bool to_whole(cg_Schema *schema, cg_Location location, const char *kind_name,
                     cg_Number *number)
{
    if (fabs(number->f) >= 0x1p64 || number->f != trunc(number->f)) {
        cg_error(schema->diag, CG_E_VALUE_RANGE, location, "%g does not fit in %s", number->f,
                 kind_name);
        return false;
    }
    number->i = (cg_Int){ number->f < 0, (u64)fabs(number->f) };
    number->real = false;
    return true;
}

static void report_range(cg_Schema *schema, cg_Location location, const char *kind_name,
                         ed_Kind kind, cg_Int number)
{
    u32 bits = ed_kind_size(kind) * 8;
    bool has_sign = kind >= ED_I8 && kind <= ED_I64;
    u64 top = (UINT64_MAX >> (64 - bits)) >> (has_sign ? 1 : 0);
    cg_error(schema->diag, CG_E_VALUE_RANGE, location, "%s does not fit in %s",
             cg_int_text(schema, number), kind_name);
    if (kind == ED_BOOL) cg_help(schema->diag, "a bool is true or false");
    else
        cg_help(schema->diag, "%s holds %s to %llu", kind_name,
                has_sign ? cg_int_text(schema, (cg_Int){ true, top + 1 }) : "0",
                (unsigned long long)top);
}

bool cg_convert_number(cg_Schema *schema, cg_Location location, const char *kind_name, ed_Kind kind,
                       cg_Number *number)
{
    if (number->truth && kind != ED_BOOL) {
        cg_error(schema->diag, CG_E_VALUE_KIND, location, "%s takes a number, not true or false",
                 kind_name);
        return false;
    }
    if (kind == ED_F32 || kind == ED_F64) {
        f64 value = cg_real_of(*number);
        *number = (cg_Number){ .real = true, .f = value };
        if (kind == ED_F64) return true;
        if (fabs(value) < F32_END) {
            number->f = (f64)(f32)value;
            return true;
        }
        cg_error(schema->diag, CG_E_VALUE_RANGE, location, "%g does not fit in f32", value);
        cg_help(schema->diag, "f32 holds up to 3.4e38; use f64");
        return false;
    }
    if (number->real && !to_whole(schema, location, kind_name, number)) return false;
    if (cg_int_fits(number->i, kind)) return true;
    report_range(schema, location, kind_name, kind, number->i);
    return false;
}

static bool resolve_const_type(cg_Schema *schema, cg_Decl *decl)
{
    const char *eddie = cg_type_from_c(decl->type_name);
    decl->base = cg_kind_from_word(decl->type_name);
    if (decl->base <= ED_F64) return true;
    if (eddie) {
        cg_report_c_type(schema->diag, decl->type_location, decl->type_name, eddie);
        return false;
    }
    if (!cg_error(schema->diag, CG_E_CONST_TYPE, decl->type_location,
                  "a const is a number or a bool, not `%s`", decl->type_name))
        return false;
    ed_Suggestion near = ed_suggestion(decl->type_name);
    if (!cg_decl_find(schema, decl->type_name) && decl->base == ED_STRUCT) cg_suggest_types(&near);
    cg_suggestion_help(&near, schema->diag);
    return false;
}

static void report_const_cycle(cg_Schema *schema, const cg_Decl *decl, cg_Location from)
{
    cg_error(schema->diag, CG_E_CONST_CYCLE, decl->location, "const %s depends on itself",
             decl->name);
    cg_note(schema->diag, from, "it is used here");
}

static void report_const_depth(cg_Schema *schema, cg_Location from)
{
    cg_error(schema->diag, CG_E_EXPRESSION_TOO_BIG, from,
             "consts depend on each other more than %u levels deep here", CG_DEPTH_MAX);
    cg_help(schema->diag, "write the number instead of the name");
}

static bool eval_const(Eval *e, cg_Decl *decl, cg_Location from)
{
    if (decl->visit == CG_DONE || decl->visit == CG_FAILED) return decl->visit == CG_DONE;
    if (decl->visit == CG_BUSY || e->depth == CG_DEPTH_MAX) {
        if (decl->visit == CG_BUSY) report_const_cycle(e->schema, decl, from);
        else report_const_depth(e->schema, from);
        return false;
    }
    decl->visit = CG_BUSY;
    e->depth++;
    bool good = decl->expr && resolve_const_type(e->schema, decl)
             && eval(e, decl->expr, &decl->number)
             && cg_convert_number(e->schema, decl->expr->location, decl->type_name, decl->base,
                                  &decl->number);
    e->depth--;
    decl->visit = good ? CG_DONE : CG_FAILED;
    return good;
}

// --- Enums and flags ---------------------------------------------------------------------------

static bool resolve_base(cg_Schema *schema, cg_Decl *decl)
{
    bool flags = decl->kind == CG_FLAGS;
    if (!decl->type_name) {
        cg_error(schema->diag, CG_E_ENUM_BASE, decl->location, "%s %s has no base type",
                 cg_decl_word(decl), decl->name);
        cg_help(schema->diag, "write `%s %s : %s {`", cg_decl_word(decl), decl->name,
                flags ? "u16" : "u8");
        return false;
    }
    decl->base = cg_kind_from_word(decl->type_name);
    if (decl->base >= ED_U8 && decl->base <= (flags ? ED_U64 : ED_I64)) return true;
    const char *eddie = cg_type_from_c(decl->type_name);
    cg_error(schema->diag, CG_E_ENUM_BASE, decl->type_location, "%s %s cannot be based on `%s`",
             cg_decl_word(decl), decl->name, decl->type_name);
    if (eddie && (!flags || eddie[0] == 'u') && eddie[0] != 'f')
        cg_help(schema->diag, "write `%s`", eddie);
    else
        cg_help(schema->diag,
                flags ? "use u8, u16, u32 or u64" : "use one of u8 u16 u32 u64 i8 i16 i32 i64");
    return false;
}

/// Reports that the number after that of `before` does not fit in the base type. Returns false.
static bool report_no_next(cg_Schema *schema, const cg_Decl *decl, const cg_EnumValue *value,
                           const cg_EnumValue *before)
{
    cg_error(schema->diag, CG_E_VALUE_RANGE, value->location,
             "`%s` would have the number after %s, which does not fit in %s", value->name,
             cg_int_text(schema, before->number), decl->type_name);
    cg_help(schema->diag, "give `%s` a smaller number%s", value->name,
            ed_kind_size(decl->base) < sizeof(u64) ? ", or use a larger base type" : "");
    return false;
}

/// Sets the number of a value: the given one, otherwise the one after that of `before`, otherwise
/// 0. False after an error.
static bool compute_number(cg_Schema *schema, const cg_Decl *decl, cg_EnumValue *value,
                           const cg_EnumValue *before)
{
    cg_Number number = { 0 };
    if (value->expr) {
        if (!cg_eval(schema, value->expr, &number)
            || !cg_convert_number(schema, value->expr->location, decl->type_name, decl->base,
                                  &number))
            return false;
    } else if (before
               && (!add(before->number, (cg_Int){ false, 1 }, &number.i)
                   || !cg_int_fits(number.i, decl->base))) {
        return report_no_next(schema, decl, value, before);
    }
    value->number = number.i;
    return true;
}

static void check_enum(cg_Schema *schema, cg_Decl *decl)
{
    cg_Map numbers = { 0 };
    const cg_EnumValue *before = NULL;
    for (cg_EnumValue *value = decl->values; value; before = value, value = value->next) {
        if (!compute_number(schema, decl, value, before)) {
            decl->visit = CG_FAILED;
            return;
        }
        const char *text = cg_int_text(schema, value->number);
        cg_Entry *other = cg_map_add(schema->arena, &numbers, text, value, value->location, "");
        if (!other) continue;
        cg_error(schema->diag, CG_E_NUMBER_TWICE, value->location,
                 "`%s` has the number %s, which `%s` already has", value->name, text,
                 ((cg_EnumValue *)other->value)->name);
        cg_note(schema->diag, other->location, "`%s` is declared here",
                ((cg_EnumValue *)other->value)->name);
    }
}

static void check_flags(cg_Schema *schema, cg_Decl *decl)
{
    u32 bit = 0, bits = ed_kind_size(decl->base) * 8;
    for (cg_EnumValue *value = decl->values; value; value = value->next, bit++) {
        if (value->expr) {
            cg_error(schema->diag, CG_E_FLAGS_NUMBER, value->expr->location,
                     "values of flags have no numbers: each is one bit, in order");
            cg_help(schema->diag, "remove the number");
        }
        if (bit == bits) {
            cg_error(schema->diag, CG_E_FLAGS_FULL, value->location,
                     "flags %s has more than %u values, the limit of %s", decl->name, bits,
                     decl->type_name);
            cg_help(schema->diag,
                    bits < 64 ? "use a larger base type" : "declare a second flags type");
        }
        value->number = (cg_Int){ false, bit < bits ? (u64)1 << bit : 0 };
    }
}

/// Chooses the initial value of an enum. Flags start as 0: nothing uses their `initial`.
static void find_initial_value(cg_Decl *decl)
{
    const cg_EnumValue *zero = decl->values;
    while (zero && zero->number.magnitude) zero = zero->next;
    decl->initial = zero ? zero : decl->values;
}

static void check_enum_or_flags(cg_Schema *schema, cg_Decl *decl)
{
    if (!resolve_base(schema, decl)) {
        decl->visit = CG_FAILED;
        return;
    }
    decl->size = decl->align = ed_kind_size(decl->base);
    if (!decl->values) {
        if (!schema->is_incomplete)
            cg_error(schema->diag, CG_E_EMPTY_ENUM, decl->location, "%s %s has no values",
                     cg_decl_word(decl), decl->name);
        decl->visit = CG_FAILED;
    } else if (decl->kind == CG_ENUM) {
        check_enum(schema, decl);
    } else {
        check_flags(schema, decl);
    }
    find_initial_value(decl);
    if (decl->visit == CG_NEW) decl->visit = CG_DONE;
}

void cg_check_consts(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        Eval e = { schema, 0 };
        if (decl->visit != CG_NEW) continue;
        if (decl->kind == CG_CONST) eval_const(&e, decl, decl->location);
        else if (decl->kind == CG_ENUM || decl->kind == CG_FLAGS) check_enum_or_flags(schema, decl);
    }
}
