#include <string.h>
#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

typedef struct Target {      // the field whose default is checked
    cg_Schema *schema;
    const cg_Field *field;
} Target;

static cg_DefaultValue *check_field(Target *target, const cg_Expr *expr);
static cg_DefaultValue *check_dims(Target *target, const cg_Expr *expr, u32 dim);
static cg_DefaultValue *check_element(Target *target, const cg_Expr *expr);

static cg_DefaultValue *new_value(Target *target, cg_DefaultKind kind)
{
    cg_DefaultValue *value = cg_new(target->schema->arena, sizeof *value);
    value->kind = kind;
    return value;
}

// --- Names of an enum or flags -----------------------------------------------------------------

/// Finds a value of an enum or flags. Returns NULL if it has none of that name, with an error.
static cg_EnumValue *find_enum_value(Target *target, const cg_Decl *decl, const char *name,
                                     cg_Location location)
{
    cg_EnumValue *found = cg_enum_value_find(decl, name);
    cg_Diag *diag = target->schema->diag;
    size_t prefix = strlen(decl->name);
    if (found) return found;
    if (!cg_error(diag, CG_E_UNKNOWN_VALUE, location, "%s %s has no value `%s`", cg_decl_word(decl),
                  decl->name, name))
        return NULL;
    cg_note(diag, decl->location, "%s is declared here", decl->name);
    if (strncmp(name, decl->name, prefix) == 0 && name[prefix] == '_'
        && cg_enum_value_find(decl, name + prefix + 1)) {
        cg_help(diag, "write `%s`", name + prefix + 1);
        return NULL;
    }
    ed_Suggestion near = ed_suggestion(name);
    for (const cg_EnumValue *value = decl->values; value; value = value->next)
        ed_suggestion_try(&near, value->name);
    cg_suggestion_help(&near, diag);
    return NULL;
}

static bool add_name(Target *target, const cg_Expr *expr, cg_DefaultValue *names)
{
    const cg_EnumValue *value =
        find_enum_value(target, target->field->type, expr->text, expr->location);
    if (!value) return false;
    cg_DefaultValue **end = &names->items;
    while (*end) end = &(*end)->next;
    *end = new_value(target, CG_DEFAULT_NAMES);
    (*end)->enum_value = value;
    names->count++;
    if (target->field->kind == ED_FLAGS) names->number.i.magnitude |= value->number.magnitude;
    else names->number.i = value->number;
    return true;
}

static bool add_names(Target *target, const cg_Expr *expr, cg_DefaultValue *names)
{
    bool flags = target->field->kind == ED_FLAGS;
    if (expr->kind == CG_EXPR_NAME) return add_name(target, expr, names);
    if (flags && expr->kind == CG_EXPR_BINARY && expr->op == '|')
        return add_names(target, expr->left, names) && add_names(target, expr->right, names);
    if (flags && expr->kind == CG_EXPR_INT && expr->number.i.magnitude == 0) return true;
    cg_error(target->schema->diag, CG_E_VALUE_KIND, expr->location, "expected %s of %s %s",
             flags ? "values" : "a value", cg_decl_word(target->field->type),
             target->field->type->name);
    cg_help(target->schema->diag,
            flags ? "write names joined by `|`, or 0 for none" : "write its name: `%s`",
            target->field->type->values->name);
    return false;
}

// --- One element -------------------------------------------------------------------------------

static cg_DefaultValue *check_number(Target *target, const cg_Expr *expr)
{
    cg_DefaultValue *value = new_value(target, CG_DEFAULT_NUMBER);
    const cg_Field *field = target->field;
    if (!cg_eval(target->schema, expr, &value->number)) return NULL;
    if (!cg_convert_number(target->schema, expr->location, field->type_name, field->kind,
                           &value->number))
        return NULL;
    const cg_Attr *range = cg_violated_range(field, value->number);
    if (range) {
        cg_report_outside(target->schema, expr->location, range, "the default", value->number);
        cg_help(target->schema->diag, "use a value in the range, or widen the range");
    }
    return range ? NULL : value;
}

static cg_DefaultValue *check_text(Target *target, const cg_Expr *expr)
{
    const cg_Field *field = target->field;
    cg_Diag *diag = target->schema->diag;
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
    cg_DefaultValue *value =
        new_value(target, field->kind == ED_TEXT_PTR ? CG_DEFAULT_TEXT_PTR : CG_DEFAULT_TEXT);
    value->text = expr->text;
    value->size = expr->size;
    return value;
}

/// The field that an item of a {…} sets: the named field, or the next one.
static cg_Field *member_of(Target *target, const cg_Expr *item, cg_Field *next)
{
    cg_Field *field = item->member ? cg_field_find(target->field->type, item->member) : next;
    if (field) return field;
    if (item->member)
        cg_report_unknown_field(target->schema, item->member_location, target->field->type,
                                item->member);
    else
        cg_error(target->schema->diag, CG_E_TOO_MANY_VALUES, item->location,
                 "struct %s has no more fields", target->field->type->name);
    return NULL;
}

/// Restores `set_by` of the fields that a {…} has set. The {…} may be nested in another {…} of the
/// same struct, which may have set the same fields.
static void restore_set_by(cg_DefaultValue *value)
{
    for (cg_DefaultValue *item = value->items; item; item = item->next)
        item->field->set_by = item->outer_set_by;
}

static cg_DefaultValue *check_struct(Target *target, const cg_Expr *expr)
{
    const cg_Decl *decl = target->field->type;
    if (expr->kind != CG_EXPR_LIST) {
        cg_error(target->schema->diag, CG_E_VALUE_SHAPE, expr->location,
                 "expected `{ .%s = …, }`: %s is a struct", decl->fields->name, decl->name);
        return NULL;
    }
    cg_DefaultValue *value = new_value(target, CG_DEFAULT_STRUCT);
    cg_DefaultValue **end = &value->items;
    cg_Field *next = decl->fields;
    u32 number = ++target->schema->struct_default_count;
    for (const cg_Expr *item = expr->items; item; item = item->next) {
        cg_Field *field = member_of(target, item, next);
        if (!field) return NULL;
        if (field->set_by == number) {
            cg_error(target->schema->diag, CG_E_SET_TWICE, item->location, "`%s` is set twice",
                     field->name);
            return NULL;
        }
        Target inner = { target->schema, field };
        *end = check_field(&inner, item);
        if (!*end) return NULL;
        (*end)->field = field;
        (*end)->outer_set_by = field->set_by;
        field->set_by = number;
        end = &(*end)->next;
        next = field->next;
    }
    restore_set_by(value);
    return value;
}

static cg_DefaultValue *report_union(Target *target, const cg_Expr *expr)
{
    const cg_Decl *decl = target->field->type;
    cg_error(target->schema->diag, CG_E_UNION_DEFAULT, expr->location,
             "the default of a union must name an alternative: %s is a union", decl->name);
    cg_help(target->schema->diag, "write `{.%s = …}`", decl->fields->name);
    return NULL;
}

static cg_DefaultValue *check_union(Target *target, const cg_Expr *expr)
{
    cg_DefaultValue *value = new_value(target, CG_DEFAULT_UNION);
    const cg_Expr *item = expr->items;
    if (expr->kind == CG_EXPR_LIST && !item) return value;
    if (expr->kind != CG_EXPR_LIST || !item->member || item->next)
        return report_union(target, expr);
    cg_Field *field = member_of(target, item, NULL);
    if (!field) return NULL;
    Target inner = { target->schema, field };
    value->number.i.magnitude = field->index;
    value->items = check_field(&inner, item);
    if (!value->items) return NULL;
    value->items->field = field;
    return value;
}

static cg_DefaultValue *check_element(Target *target, const cg_Expr *expr)
{
    const cg_Field *field = target->field;
    if (expr->kind == CG_EXPR_LIST && !cg_kind_is_record(field->kind)) {
        cg_error(target->schema->diag, CG_E_VALUE_SHAPE, expr->location,
                 "`%s` takes one value here, not a list", field->name);
        return NULL;
    }
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: return check_text(target, expr);
    case ED_STRUCT: return check_struct(target, expr);
    case ED_UNION: return check_union(target, expr);
    case ED_ENUM:
    case ED_FLAGS:
    case ED_SYMBOL: {
        cg_DefaultValue *names = new_value(target, CG_DEFAULT_NAMES);
        return add_names(target, expr, names) ? names : NULL;
    }
    default: return check_number(target, expr);
    }
}

// --- Arrays ------------------------------------------------------------------------------------

/// Elements that a list leaves out of a fixed array are 0, which must be within the field's range.
static bool check_rest(Target *target, const cg_Expr *expr, u32 dim, u32 given)
{
    const cg_Field *field = target->field;
    cg_Number zero = { .real = field->kind == ED_F32 || field->kind == ED_F64 };
    const cg_Attr *range =
        field->shape == ED_FIXED && given < field->dim[dim] ? cg_violated_range(field, zero) : NULL;
    if (!range) return true;
    cg_report_outside(target->schema, expr->location, range,
                      "this list omits values, and their default", zero);
    cg_help(target->schema->diag, "give all %u values, or widen the range", field->dim[dim]);
    return false;
}

/// Finds the index that an item of a list sets: that of the named value of the enum that is the
/// bound, or the next one. Returns false if there is no such element.
static bool find_index(Target *target, const cg_Expr *item, u32 dim, u32 next, u32 *index)
{
    const cg_Field *field = target->field;
    const cg_Decl *bound = field->dim_enum[dim];
    *index = next;
    if (item->member && bound) {
        const cg_EnumValue *value =
            find_enum_value(target, bound, item->member, item->member_location);
        if (value) *index = (u32)value->number.magnitude;
        return value != NULL;
    }
    if (item->member) {
        cg_error(target->schema->diag, CG_E_VALUE_SHAPE, item->member_location,
                 "`%s` is an array: its values have no names", field->name);
        return false;
    }
    if (field->shape == ED_DYNAMIC || next < field->dim[dim]) return true;
    cg_error(target->schema->diag, CG_E_TOO_MANY_VALUES, item->location,
             "`%s` has at most %u values here", field->name, field->dim[dim]);
    return false;
}

static cg_DefaultValue *check_list(Target *target, const cg_Expr *expr, u32 dim)
{
    cg_DefaultValue *value = new_value(target, CG_DEFAULT_LIST), *last = NULL;
    u32 given = 0, index = 0;
    for (const cg_Expr *item = expr->items; item; item = item->next, given++, index++) {
        if (!find_index(target, item, dim, index, &index)) return NULL;
        // the items are sorted by index; most lists are in that order
        cg_DefaultValue **at = last && last->index < index ? &last->next : &value->items;
        while (*at && (*at)->index < index) at = &(*at)->next;
        if (*at && (*at)->index == index) {
            cg_error(target->schema->diag, CG_E_SET_TWICE, item->location, "`%s[%s]` is set twice",
                     target->field->name,
                     item->member ? item->member : cg_format(target->schema->arena, "%u", index));
            return NULL;
        }
        last = check_dims(target, item, dim + 1);
        if (!last) return NULL;
        last->index = index;
        last->next = *at;
        *at = last;
        if (index >= value->count) value->count = index + 1;
    }
    return check_rest(target, expr, dim, given) ? value : NULL;
}

static cg_DefaultValue *check_dims(Target *target, const cg_Expr *expr, u32 dim)
{
    const cg_Field *field = target->field;
    if (field->type && field->type->visit != CG_DONE) return NULL;
    if (dim == field->dim_count) return check_element(target, expr);
    if (expr->kind == CG_EXPR_LIST) return check_list(target, expr, dim);
    cg_error(target->schema->diag, CG_E_VALUE_SHAPE, expr->location,
             "`%s` is an array: its default must be a list", field->name);
    cg_help(target->schema->diag, "write `{ … }`");
    return NULL;
}

static cg_DefaultValue *refuse(Target *target, cg_Code code, const cg_Expr *expr, const char *text)
{
    cg_error(target->schema->diag, code, expr->location, "%s", text);
    cg_help(target->schema->diag, "remove the default");
    return NULL;
}

/// Checks the default of a whole field.
static cg_DefaultValue *check_field(Target *target, const cg_Expr *expr)
{
    const cg_Field *field = target->field;
    if (field->broken) return NULL;
    if (field->shape == ED_POOL)
        return refuse(target, CG_E_POOL_DEFAULT, expr,
                      "a pool starts empty and cannot have a default");
    if (field->kind == ED_PTR)
        return refuse(target, CG_E_PTR_DEFAULT, expr,
                      "a ptr starts as null and cannot have a default");
    if (field->kind == ED_RECORD_PTR)
        return refuse(target, CG_E_REF_DEFAULT, expr,
                      "a pointer to a record starts as null and cannot have a default");
    if (field->kind == ED_REF)
        return refuse(target, CG_E_REF_DEFAULT, expr,
                      "a ref starts as null and cannot have a default");
    // The C file needs the complete type to create list items; the header, which only declares
    // the list, does not.
    if (field->shape == ED_DYNAMIC && cg_kind_is_record(field->kind))
        cg_add_dependency(target->schema, expr->location, field->type->location.source, false);
    return check_dims(target, expr, 0);
}

// --- Records -----------------------------------------------------------------------------------

/// True if an element without a given default starts as all zero.
static bool is_zero_type(const cg_Field *field)
{
    if (field->kind == ED_ENUM) return field->type->initial->number.magnitude == 0;
    return !cg_kind_is_record(field->kind) || field->type->zero;
}

/// True if the default of the whole field is all zero.
static bool is_zero(const cg_Field *field)
{
    if (field->shape == ED_POOL) return field->count == 0;      // `count` is the limit
    if (field->default_value && !cg_field_default_is_zero(field, field->default_value))
        return false;
    bool whole = field->shape == ED_ONE && field->default_value && !cg_kind_is_record(field->kind);
    return field->shape > ED_FIXED || whole || is_zero_type(field);
}

static void report_alternative(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    cg_error(schema->diag, CG_E_ALTERNATIVE_DEFAULT, field->default_expr->location,
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
        Target target = { schema, field };
        if (field->broken) continue;
        if (field->default_expr && decl->kind == CG_UNION) report_alternative(schema, decl, field);
        else if (field->default_expr)
            field->default_value = check_field(&target, field->default_expr);
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
