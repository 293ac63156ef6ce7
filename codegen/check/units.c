#include <string.h>
#include "codegen/check/check.h"
#include "runtime/types/unit.h"

// --- Unit texts --------------------------------------------------------------------------------

static const char *article_of(const char *quantity)
{
    return strchr("aeiou", quantity[0]) ? "an" : "a";
}

static bool report_form(cg_Schema *schema, const cg_Attr *unit, const char *why)
{
    cg_error(schema->diag, CG_E_UNIT_FORM, unit->text_location, "%s", why);
    cg_help(schema->diag,
            "a unit is names joined by `*` and `/`, as in \"m\", \"km/h\" or \"kg*m/s^2\"");
    return false;
}

static bool check_text(cg_Schema *schema, const cg_Attr *unit)
{
    if (strlen(unit->text) > ED_UNIT_MAX)
        return report_form(schema, unit, "a unit can have at most 31 bytes");
    if (!unit->text[0]) return report_form(schema, unit, "this unit is empty");
    return ed_unit_is(unit->text) || report_form(schema, unit, "this is not a valid unit");
}

/// Reports a second unit on a field.
static void check_second(cg_Schema *schema, const cg_Attr *first)
{
    const cg_Attr *second = first->next;
    while (second && second->kind != CG_UNIT) second = second->next;
    if (!second) return;
    const char *a = ed_unit_quantity(first->text), *b = ed_unit_quantity(second->text);
    if (strcmp(first->text, second->text) == 0)
        cg_error(schema->diag, CG_E_UNIT_TWICE, second->location, "the unit `%s` is given twice",
                 first->text);
    else if (a && b && strcmp(a, b) != 0)
        cg_error(schema->diag, CG_E_UNIT_TWICE, second->location,
                 "this field has two units: `%s` is %s %s and `%s` %s %s", first->text,
                 article_of(a), a, second->text, article_of(b), b);
    else
        cg_error(schema->diag, CG_E_UNIT_TWICE, second->location,
                 "this field has two units, `%s` and `%s`", first->text, second->text);
    cg_note(schema->diag, first->location, "the first unit is here");
    cg_help(schema->diag, "remove one of them");
}

// --- Fields with units -------------------------------------------------------------------------

static bool is_number(const cg_Field *field)
{
    return field->kind >= ED_U8 && field->kind <= ED_F64;
}

static bool is_struct_by_value(const cg_Field *field)
{
    return field->kind == ED_STRUCT && field->shape != ED_DYNAMIC && field->shape != ED_POOL;
}

/// Sets cg_Decl.has_numbers and cg_Decl.unit_field of each struct. The declarations are sorted so
/// that the structs that a struct contains by value precede it.
static void collect(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted)
        for (const cg_Field *field = decl->fields; field; field = field->next) {
            if (field->broken) continue;
            bool inside = is_struct_by_value(field);
            decl->has_numbers =
                decl->has_numbers || is_number(field) || (inside && field->type->has_numbers);
            if (decl->unit_field) continue;
            if (cg_attr(&field->attrs, CG_UNIT)) decl->unit_field = field;
            else if (inside) decl->unit_field = field->type->unit_field;
        }
}

static void check_field(cg_Schema *schema, const cg_Field *field, const cg_Attr *unit)
{
    bool record = field->kind == ED_STRUCT && field->shape != ED_POOL;
    if (!is_number(field) && !(record && (field->type->has_numbers || field->type->unit_field))) {
        cg_error(schema->diag, CG_E_UNIT_TYPE, unit->location, "a unit is for numbers, and `%s` %s",
                 field->name, field->shape == ED_POOL ? "is a pool" : "has no numbers");
        cg_help(schema->diag, "remove [[unit]]");
    } else if (record && field->type->unit_field) {
        cg_error(schema->diag, CG_E_UNIT_INSIDE, unit->location,
                 "a field inside `%s` already has a unit", field->name);
        cg_note(schema->diag, field->type->unit_field->location, "that field is declared here");
        cg_help(schema->diag, "remove one of them");
    }
}

void cg_check_units(cg_Schema *schema)
{
    collect(schema);
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        for (const cg_Field *field = decl->fields; field; field = field->next) {
            const cg_Attr *unit = cg_attr(&field->attrs, CG_UNIT);
            if (!unit || field->broken || decl->kind == CG_UNION || !check_text(schema, unit))
                continue;
            check_second(schema, unit);
            check_field(schema, field, unit);
        }
}
