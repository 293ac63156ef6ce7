#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

// --- Where attributes are allowed --------------------------------------------------------------

typedef enum Where {      // what an attribute is on, as bits
    FIELD = 1,
    STATE_FIELD = 2,
    RIGID_FIELD = 4,
    ALTERNATIVE = 8,
    VALUE = 16,
    STRUCT = 32,
    STATE = 64,
    NAMED = 128,       // an enum or flags
    EXTERN = 256,      // a type of a C header
    FUNCTIONS = 512,
    OTHER = 1024,
    EVERYWHERE = 2047
} Where;

enum { FIELDS = FIELD | STATE_FIELD | RIGID_FIELD, STATE_DATA = FIELD | STATE_FIELD };

static const struct {
    u32 where;
    const char *owner;
} rules[CG_ATTRS] = {
    [CG_WAS] = { EVERYWHERE, "" },
    [CG_TRANSIENT] = { FIELDS, "a field" },
    [CG_OPTIONAL] = { FIELDS, "a field" },
    [CG_POOL] = { STATE_FIELD, "a list of a state" },
    [CG_LIVE] = { STATE_DATA, "a `ptr` in state" },
    [CG_KEY] = { STRUCT, "a struct" },
    [CG_FRESH] = { STATE_DATA, "a field in state" },
    [CG_UPGRADE] = { STRUCT | STATE, "a struct or state" },
    [CG_RANGE] = { FIELDS, "a field" },
    [CG_UNIT] = { FIELDS, "a field" },
    [CG_PLAIN] = { NAMED, "an enum or flags" },
    [CG_HEADER] = { EXTERN, "an extern type" },
    [CG_GLOBALS] = { STATE, "a state" },
    [CG_STABLE] = { STATE_FIELD, "a pool with a limit" },
    [CG_IN] = { STATE_DATA | ALTERNATIVE, "a pointer to a row of a table" },
};

static const char *help_of(cg_AttrKind kind, u32 where)
{
    if (kind == CG_HEADER && (where & (STRUCT | NAMED | FUNCTIONS)))
        return "write `extern` before a type that the header declares";
    if (kind == CG_LIVE && where == RIGID_FIELD)
        return "remove it: every pointer in rigid memory is kept";
    if (kind == CG_FRESH && where == RIGID_FIELD)
        return "remove it: rigid memory is never migrated";
    if (kind == CG_POOL && where == FIELD) return "move the pool to a state and use `ref(…)` here";
    if (where == ALTERNATIVE && (kind == CG_RANGE || kind == CG_UNIT))
        return "put the value into a struct, with the attribute, and use that as the alternative";
    if (where == ALTERNATIVE && kind != CG_LIVE && kind != CG_POOL)
        return "put it on the field that has the union as its type";
    return "remove it";
}

static void check_allowed(cg_Schema *schema, const cg_Attrs *attrs, u32 where, const char *here)
{
    for (const cg_Attr *attr = attrs->list; attr; attr = attr->next) {
        if (rules[attr->kind].where & where) continue;
        cg_error(schema->diag, CG_E_ATTRIBUTE_PLACE, attr->location, "[[%s]] is for %s, not for %s",
                 cg_attr_word(attr->kind), rules[attr->kind].owner, here);
        cg_help(schema->diag, "%s", help_of(attr->kind, where));
    }
}

static u32 where_of_decl(const cg_Decl *decl)
{
    const u32 is_extern = decl->is_extern ? EXTERN : 0;
    switch (decl->kind) {
    case CG_STRUCT: return STRUCT | is_extern;
    case CG_STATE: return STATE;
    case CG_ENUM:
    case CG_FLAGS: return NAMED | is_extern;
    case CG_FUNCTIONS:
    case CG_TABLE: return FUNCTIONS | is_extern;
    default: return OTHER;
    }
}

static Where where_of_field(const cg_Decl *decl)
{
    switch (decl->kind) {
    case CG_STATE: return STATE_FIELD;
    case CG_RIGID: return RIGID_FIELD;
    case CG_UNION: return ALTERNATIVE;
    default: return FIELD;
    }
}

void cg_check_attributes_allowed(cg_Schema *schema)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        if (decl->kind == CG_UNKNOWN) continue;
        const char *here = cg_format(schema->arena, "%s %s", cg_decl_word(decl), decl->name);
        check_allowed(schema, &decl->attrs, where_of_decl(decl), here);
        here = cg_format(schema->arena, "%s of %s",
                         decl->kind == CG_UNION ? "an alternative" : "a field", here);
        for (const cg_Field *field = decl->fields; field; field = field->next)
            if (!field->broken) check_allowed(schema, &field->attrs, where_of_field(decl), here);
        for (const cg_EnumValue *value = decl->values; value; value = value->next)
            check_allowed(schema, &value->attrs, VALUE, "a value");
    }
}

// --- Keys --------------------------------------------------------------------------------------

/// Why a field cannot be a key, or NULL.
static const char *not_a_key(const cg_Field *field)
{
    if (field->shape == ED_OPTIONAL) return "it may be absent";
    if (field->shape != ED_ONE) return "it is more than one value";
    if (cg_attr(&field->attrs, CG_TRANSIENT)) return "it is never packed";
    switch (field->kind) {
    case ED_F32:
    case ED_F64: return "it is a float";
    case ED_BOOL: return "it is a bool";
    case ED_FLAGS: return "it is a set of flags";
    case ED_STRUCT: return "it is a struct";
    case ED_UNION: return "it is a union";
    case ED_REF: return "it is a ref";
    case ED_PTR: return "it is a ptr";
    case ED_RECORD_PTR:
    case ED_SYMBOL: return "it is a pointer";
    default: return NULL;
    }
}

static void check_key(cg_Schema *schema, cg_Decl *decl)
{
    const cg_Attr *key = cg_attr(&decl->attrs, CG_KEY);
    if (!key || decl->kind != CG_STRUCT) return;
    const cg_Field *field = cg_field_find(decl, key->text);
    if (!field && !schema->is_incomplete
        && !cg_report_unknown_field(schema, key->text_location, decl, key->text))
        cg_help(schema->diag, "name the field that identifies a record");
    if (!field || field->broken) return;
    const char *why = not_a_key(field);
    decl->key = field;
    if (!why) return;
    cg_error(schema->diag, CG_E_KEY_FIELD, key->text_location, "`%s` cannot identify records: %s",
             field->name, why);
    cg_note(schema->diag, field->location, "`%s` is declared here", field->name);
    cg_help(schema->diag, "a key is an integer, an enum, a `char[N]` or a `str`");
}

// --- Fresh fields ------------------------------------------------------------------------------

static void check_fresh(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    const cg_Attr *fresh = cg_attr(&field->attrs, CG_FRESH);
    if (!fresh || decl->kind == CG_RIGID) return;
    if (field->attrs.was) {
        cg_error(schema->diag, CG_E_FRESH_WAS, fresh->location,
                 "`%s` cannot be fresh and have the old name `%s`", field->name,
                 field->attrs.was->name);
        cg_help(schema->diag, "remove [[fresh]] or [[was]]");
    } else if (cg_attr(&field->attrs, CG_TRANSIENT)) {
        cg_error(schema->diag, CG_E_FRESH_TRANSIENT, fresh->location,
                 "`%s` is transient, so it always starts at its default", field->name);
        cg_help(schema->diag, "remove [[fresh]]");
    }
}

// --- Ranges ------------------------------------------------------------------------------------

const cg_Attr *cg_violated_range(const cg_Field *field, cg_Number number)
{
    const cg_Attr *range = cg_attr(&field->attrs, CG_RANGE);
    if (!range || !range->good) return NULL;
    return cg_compare(number, range->range[0]) < 0 || cg_compare(number, range->range[1]) > 0
             ? range
             : NULL;
}

void cg_report_outside(cg_Schema *schema, cg_Location location, const cg_Attr *range,
                       const char *what, cg_Number number)
{
    cg_error(schema->diag, CG_E_OUT_OF_RANGE, location, "%s %s is outside the range %s to %s", what,
             cg_number_text(schema, number), cg_number_text(schema, range->range[0]),
             cg_number_text(schema, range->range[1]));
    if (location.at != range->location.at)
        cg_note(schema->diag, range->location, "the range is here");
}

static void check_zero(cg_Schema *schema, const cg_Field *field)
{
    cg_Number zero = { .real = field->kind == ED_F32 || field->kind == ED_F64 };
    const cg_Attr *range = cg_violated_range(field, zero);
    if (!range || field->default_expr || field->shape > ED_FIXED) return;
    cg_report_outside(schema, range->location, range, "the default", zero);
    if (field->shape == ED_FIXED)
        cg_help(schema->diag,
                "give every element a default in the range, `= {…}`, or widen the range");
    else
        cg_help(schema->diag, "add a default in the range, such as `= %s`, or widen the range",
                cg_number_text(schema, range->range[0]));
}

static void check_range(cg_Schema *schema, const cg_Field *field)
{
    cg_Attr *range = cg_attr(&field->attrs, CG_RANGE);
    if (!range) return;
    if (field->kind < ED_U8 || field->kind > ED_F64) {
        cg_error(schema->diag, CG_E_RANGE_TYPE, range->location,
                 "a range is for numbers, not for `%s`", field->name);
        cg_help(schema->diag, "remove [[range]]");
        return;
    }
    const cg_Expr *ends[2] = { range->low, range->high };
    for (u32 i = 0; i < 2; i++)
        if (!cg_eval(schema, ends[i], &range->range[i])
            || !cg_convert_number(schema, ends[i]->location, field->type_name, field->kind,
                                  &range->range[i]))
            return;
    range->good = cg_compare(range->range[0], range->range[1]) < 0;
    if (range->good) {
        check_zero(schema, field);
        return;
    }
    cg_error(schema->diag, CG_E_RANGE_ORDER, range->low->location,
             "the lowest value of a range must be less than the highest");
    if (cg_compare(range->range[0], range->range[1]) > 0)
        cg_help(schema->diag, "write `range(%s, %s)`", cg_number_text(schema, range->range[1]),
                cg_number_text(schema, range->range[0]));
    else
        cg_help(schema->diag, "the range would contain only %s: use a `const` instead",
                cg_number_text(schema, range->range[0]));
}

// --- All attributes ----------------------------------------------------------------------------

void cg_check_attribute_values(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        check_key(schema, decl);
        for (const cg_Field *field = decl->fields; field; field = field->next) {
            if (field->broken || decl->kind == CG_UNION) continue;
            check_fresh(schema, decl, field);
            check_range(schema, field);
        }
    }
}
