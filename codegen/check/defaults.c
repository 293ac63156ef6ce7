#include <string.h>
#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

/// The field that a default is checked against: first its array dimensions, then one element.
typedef struct Want {
    cg_Schema *schema;
    const cg_Field *field;
} Want;

static cg_Value *check_field(Want *want, const cg_Expr *expr);
static cg_Value *check_dims(Want *want, const cg_Expr *expr, u32 dim);
static cg_Value *check_element(Want *want, const cg_Expr *expr);

static cg_Value *new_value(Want *want, cg_ValueKind kind)
{
    cg_Value *value = cg_new(want->schema->arena, sizeof *value);
    value->kind = kind;
    return value;
}

// --- Names of an enum or flags -----------------------------------------------------------------

static void report_unknown_item(Want *want, const cg_Expr *expr)
{
    const cg_Decl *decl = want->field->type;
    cg_Diag *diag = want->schema->diag;
    size_t prefix = strlen(decl->name);
    if (!cg_error(diag, CG_E_UNKNOWN_VALUE, expr->location, "%s %s has no value `%s`",
                  cg_decl_word(decl), decl->name, expr->text))
        return;
    cg_note(diag, decl->location, "%s is declared here", decl->name);
    if (strncmp(expr->text, decl->name, prefix) == 0 && expr->text[prefix] == '_'
        && cg_item_find(decl, expr->text + prefix + 1)) {
        cg_help(diag, "write `%s`", expr->text + prefix + 1);
        return;
    }
    ed_Suggestion near = ed_suggestion(expr->text);
    for (const cg_Item *item = decl->items; item; item = item->next)
        ed_suggestion_try(&near, item->name);
    cg_suggestion_help(&near, diag);
}

static bool add_name(Want *want, const cg_Expr *expr, cg_Value *names)
{
    cg_Item *item = cg_item_find(want->field->type, expr->text);
    if (!item) {
        report_unknown_item(want, expr);
        return false;
    }
    cg_Value **end = &names->items;
    while (*end) end = &(*end)->next;
    *end = new_value(want, CG_VALUE_NAMES);
    (*end)->name = item;
    names->count++;
    if (want->field->kind == ED_FLAGS) names->number.i.size |= item->number.size;
    else names->number.i = item->number;
    return true;
}

static bool add_names(Want *want, const cg_Expr *expr, cg_Value *names)
{
    bool flags = want->field->kind == ED_FLAGS;
    if (expr->kind == CG_EXPR_NAME) return add_name(want, expr, names);
    if (flags && expr->kind == CG_EXPR_BINARY && expr->op == '|')
        return add_names(want, expr->left, names) && add_names(want, expr->right, names);
    if (flags && expr->kind == CG_EXPR_INT && expr->number.i.size == 0) return true;
    cg_error(want->schema->diag, CG_E_VALUE_KIND, expr->location, "expected %s of %s %s",
             flags ? "values" : "a value", cg_decl_word(want->field->type),
             want->field->type->name);
    cg_help(want->schema->diag,
            flags ? "write names joined by `|`, or 0 for none" : "write its name: `%s`",
            want->field->type->items->name);
    return false;
}

// --- One element -------------------------------------------------------------------------------

static cg_Value *check_number(Want *want, const cg_Expr *expr)
{
    cg_Value *value = new_value(want, CG_VALUE_NUMBER);
    const cg_Field *field = want->field;
    if (!cg_eval(want->schema, expr, &value->number)) return NULL;
    if (!cg_number_to(want->schema, expr->location, field->type_name, field->kind, &value->number))
        return NULL;
    const cg_Attr *range = cg_outside(field, value->number);
    if (range) {
        cg_report_outside(want->schema, expr->location, range, "the default", value->number);
        cg_help(want->schema->diag, "use a value in the range, or widen the range");
    }
    return range ? NULL : value;
}

static cg_Value *check_text(Want *want, const cg_Expr *expr)
{
    const cg_Field *field = want->field;
    cg_Diag *diag = want->schema->diag;
    if (expr->kind != CG_EXPR_TEXT) {
        cg_error(diag, CG_E_VALUE_KIND, expr->location, "expected a string in \"double quotes\"");
        return NULL;
    }
    if (field->kind == ED_CHARS && expr->size >= field->size) {
        cg_error(diag, CG_E_TEXT_TOO_LONG, expr->location,
                 "this string has %u bytes, but `%s` holds %u and a zero byte", expr->size,
                 field->name, field->size - 1);
        cg_help(diag, "shorten the string, or make the bound at least %u", expr->size + 1);
        return NULL;
    }
    cg_Value *value = new_value(want, CG_VALUE_TEXT);
    value->text = expr->text;
    value->size = expr->size;
    return value;
}

static void report_unknown_member(Want *want, const cg_Expr *item)
{
    const cg_Decl *decl = want->field->type;
    cg_Diag *diag = want->schema->diag;
    if (!cg_error(diag, CG_E_UNKNOWN_FIELD, item->member_location, "%s %s has no %s `%s`",
                  cg_decl_word(decl), decl->name, decl->kind == CG_UNION ? "alternative" : "field",
                  item->member))
        return;
    cg_note(diag, decl->location, "%s is declared here", decl->name);
    ed_Suggestion near = ed_suggestion(item->member);
    for (const cg_Field *field = decl->fields; field; field = field->next)
        ed_suggestion_try(&near, field->name);
    cg_suggestion_help(&near, diag);
}

/// The field that an item of a struct's list sets: the named field, or the next one.
static cg_Field *member_of(Want *want, const cg_Expr *item, cg_Field *next)
{
    cg_Field *field = item->member ? cg_field_find(want->field->type, item->member) : next;
    if (field) return field;
    if (item->member) report_unknown_member(want, item);
    else
        cg_error(want->schema->diag, CG_E_TOO_MANY_VALUES, item->location,
                 "struct %s has no more fields", want->field->type->name);
    return NULL;
}

/// Restores the previous stamps of the fields, which belong to an outer list for the same struct.
static void unstamp(cg_Value *value)
{
    for (cg_Value *item = value->items; item; item = item->next) item->field->stamp = item->stamp;
}

static cg_Value *check_struct(Want *want, const cg_Expr *expr)
{
    const cg_Decl *decl = want->field->type;
    if (expr->kind != CG_EXPR_LIST) {
        cg_error(want->schema->diag, CG_E_VALUE_SHAPE, expr->location,
                 "expected `{ .%s = …, }`: %s is a struct", decl->fields->name, decl->name);
        return NULL;
    }
    cg_Value *value = new_value(want, CG_VALUE_STRUCT);
    cg_Value **end = &value->items;
    cg_Field *next = decl->fields;
    u32 stamp = ++want->schema->stamp;
    for (const cg_Expr *item = expr->items; item; item = item->next) {
        cg_Field *field = member_of(want, item, next);
        if (!field) return NULL;
        if (field->stamp == stamp) {
            cg_error(want->schema->diag, CG_E_SET_TWICE, item->location, "`%s` is set twice",
                     field->name);
            return NULL;
        }
        Want inner = { want->schema, field };
        *end = check_field(&inner, item);
        if (!*end) return NULL;
        (*end)->field = field;
        (*end)->stamp = field->stamp;
        field->stamp = stamp;
        end = &(*end)->next;
        next = field->next;
    }
    unstamp(value);
    return value;
}

static cg_Value *report_union(Want *want, const cg_Expr *expr)
{
    const cg_Decl *decl = want->field->type;
    cg_error(want->schema->diag, CG_E_UNION_DEFAULT, expr->location,
             "the default of a union must name an alternative: %s is a union", decl->name);
    cg_help(want->schema->diag, "write `{.%s = …}`", decl->fields->name);
    return NULL;
}

static cg_Value *check_union(Want *want, const cg_Expr *expr)
{
    cg_Value *value = new_value(want, CG_VALUE_UNION);
    const cg_Expr *item = expr->items;
    if (expr->kind == CG_EXPR_LIST && !item) return value;
    if (expr->kind != CG_EXPR_LIST || !item->member || item->next) return report_union(want, expr);
    cg_Field *field = cg_field_find(want->field->type, item->member);
    if (!field) {
        report_unknown_member(want, item);
        return NULL;
    }
    Want inner = { want->schema, field };
    value->number.i.size = field->index;
    value->items = check_field(&inner, item);
    if (!value->items) return NULL;
    value->items->field = field;
    return value;
}

static cg_Value *check_element(Want *want, const cg_Expr *expr)
{
    const cg_Field *field = want->field;
    if (expr->kind == CG_EXPR_LIST && !cg_kind_is_record(field->kind)) {
        cg_error(want->schema->diag, CG_E_VALUE_SHAPE, expr->location,
                 "`%s` takes one value here, not a list", field->name);
        return NULL;
    }
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR: return check_text(want, expr);
    case ED_STRUCT: return check_struct(want, expr);
    case ED_UNION: return check_union(want, expr);
    case ED_ENUM:
    case ED_FLAGS: {
        cg_Value *names = new_value(want, CG_VALUE_NAMES);
        return add_names(want, expr, names) ? names : NULL;
    }
    default: return check_number(want, expr);
    }
}

// --- Arrays ------------------------------------------------------------------------------------

/// Elements that a list leaves out of a fixed array are 0, which must be within the field's range.
static bool check_rest(Want *want, const cg_Expr *expr, u32 dim, u32 count)
{
    const cg_Field *field = want->field;
    cg_Number zero = { .real = field->kind == ED_F32 || field->kind == ED_F64 };
    const cg_Attr *range =
        field->shape == ED_FIXED && count < field->dim[dim] ? cg_outside(field, zero) : NULL;
    if (!range) return true;
    cg_report_outside(want->schema, expr->location, range,
                      "this list omits values, and their default", zero);
    cg_help(want->schema->diag, "give all %u values, or widen the range", field->dim[dim]);
    return false;
}

static cg_Value *check_list(Want *want, const cg_Expr *expr, u32 dim)
{
    const cg_Field *field = want->field;
    cg_Value *value = new_value(want, CG_VALUE_LIST);
    cg_Value **end = &value->items;
    for (const cg_Expr *item = expr->items; item; item = item->next) {
        if (item->member) {
            cg_error(want->schema->diag, CG_E_VALUE_SHAPE, item->member_location,
                     "`%s` is an array: its values have no names", field->name);
            return NULL;
        }
        if (field->shape != ED_DYNAMIC && value->count == field->dim[dim]) {
            cg_error(want->schema->diag, CG_E_TOO_MANY_VALUES, item->location,
                     "`%s` has at most %u values here", field->name, field->dim[dim]);
            return NULL;
        }
        *end = check_dims(want, item, dim + 1);
        if (!*end) return NULL;
        end = &(*end)->next;
        value->count++;
    }
    return check_rest(want, expr, dim, value->count) ? value : NULL;
}

static cg_Value *check_dims(Want *want, const cg_Expr *expr, u32 dim)
{
    const cg_Field *field = want->field;
    if (field->type && field->type->step != CG_DONE) return NULL;
    if (dim == field->dim_count) return check_element(want, expr);
    if (expr->kind == CG_EXPR_LIST) return check_list(want, expr, dim);
    cg_error(want->schema->diag, CG_E_VALUE_SHAPE, expr->location,
             "`%s` is an array: its default must be a list", field->name);
    cg_help(want->schema->diag, "write `{ … }`");
    return NULL;
}

static cg_Value *refuse(Want *want, cg_Code code, const cg_Expr *expr, const char *text)
{
    cg_error(want->schema->diag, code, expr->location, "%s", text);
    cg_help(want->schema->diag, "remove the `=`");
    return NULL;
}

/// Checks the default of a whole field.
static cg_Value *check_field(Want *want, const cg_Expr *expr)
{
    const cg_Field *field = want->field;
    if (field->broken) return NULL;
    if (field->shape == ED_POOL)
        return refuse(want, CG_E_POOL_DEFAULT, expr,
                      "a pool starts empty and cannot have a default");
    if (field->kind == ED_PTR)
        return refuse(want, CG_E_PTR_DEFAULT, expr,
                      "a ptr starts as null and cannot have a default");
    if (field->kind == ED_REF)
        return refuse(want, CG_E_REF_DEFAULT, expr,
                      "a ref starts as null and cannot have a default");
    // The C file needs the complete type to create list items; the header, which only declares
    // the list, does not.
    if (field->shape == ED_DYNAMIC && cg_kind_is_record(field->kind))
        cg_require_include(want->schema, expr->location, field->type->location.source, false);
    return check_dims(want, expr, 0);
}

// --- Records -----------------------------------------------------------------------------------

/// True if an element without a given default starts as all zero.
static bool is_zero_type(const cg_Field *field)
{
    if (field->kind == ED_ENUM) return field->type->start->number.size == 0;
    return !cg_kind_is_record(field->kind) || field->type->zero;
}

/// True if the default of the whole field is all zero.
static bool is_zero(const cg_Field *field)
{
    if (field->shape == ED_POOL) return field->count == 0;      // `count` is the limit
    if (field->value && !cg_field_value_is_zero(field, field->value)) return false;
    bool whole = field->shape == ED_ONE && field->value && !cg_kind_is_record(field->kind);
    return field->shape > ED_FIXED || whole || is_zero_type(field);
}

static void report_alternative(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    cg_error(schema->diag, CG_E_ALTERNATIVE_DEFAULT, field->preset->location,
             "an alternative of a union cannot have a default");
    if (field->kind == ED_STRUCT)
        cg_help(schema->diag,
                "write the defaults in struct %s, or give a field of type %s a default: `%s x = "
                "{.%s = …};`",
                field->type_name, decl->name, decl->name, field->name);
    else
        cg_help(schema->diag, "give the default to a field of type %s: `%s x = {.%s = …};`",
                decl->name, decl->name, field->name);
}

static void check_record(cg_Schema *schema, cg_Decl *decl)
{
    for (cg_Field *field = decl->fields; field; field = field->next) {
        Want want = { schema, field };
        if (field->broken) continue;
        if (field->preset && decl->kind == CG_UNION) report_alternative(schema, decl, field);
        else if (field->preset) field->value = check_field(&want, field->preset);
        field->zero = is_zero(field);
        if (decl->kind != CG_UNION || field == decl->fields) decl->zero = decl->zero && field->zero;
    }
}

void cg_check_defaults(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted) {
        decl->zero = true;
        if (cg_decl_is_record(decl)) check_record(schema, decl);
    }
}
