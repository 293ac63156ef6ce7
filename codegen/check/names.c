#include <string.h>
#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

static void check_size(cg_Schema *schema, const char *name, cg_Location location)
{
    size_t size = strlen(name), most = ED_NAME_MAX - 1;
    if (size <= most) return;
    cg_error(schema->diag, CG_E_NAME_TOO_LONG, location,
             "this name has %zu characters; the limit is %zu", size, most);
    cg_help(schema->diag, "shorten it by %zu character%s", size - most,
            size - most == 1 ? "" : "s");
}

/// Suggests a similar free name: `int_` for `int`, `thing` for `ed_thing`.
static void suggest_name(cg_Schema *schema, const char *name, bool global)
{
    const char *bar = strchr(name, '_');
    const char *suffixed = cg_format(schema->arena, "%s_", name), *rest = bar ? bar + 1 : "";
    if (!cg_name_taken(schema->arena, suffixed, global))
        cg_help(schema->diag, "use another name, such as `%s`", suffixed);
    else if ((*rest | 32) >= 'a' && !cg_name_taken(schema->arena, rest, global))
        cg_help(schema->diag, "use another name, such as `%s`", rest);
    else cg_help(schema->diag, "use a name that starts with a letter");
}

static void check_free(cg_Schema *schema, const char *name, cg_Location location, bool global)
{
    const char *who = cg_name_taken(schema->arena, name, global);
    if (who) {
        cg_error(schema->diag, CG_E_NAME_TAKEN, location, "`%s` cannot be a name: it %s", name,
                 who);
        suggest_name(schema, name, global);
    }
    check_size(schema, name, location);
}

static void check_enum_values(cg_Schema *schema, cg_Decl *decl)
{
    for (cg_EnumValue *value = decl->values; value; value = value->next) {
        cg_Entry *other =
            cg_map_add(schema->arena, &decl->members, value->name, value, value->location, "");
        if (other) {
            cg_error(schema->diag, CG_E_VALUE_TWICE, value->location, "%s %s has two values `%s`",
                     cg_decl_word(decl), decl->name, value->name);
            cg_note(schema->diag, other->location, "the first one is here");
        }
        if (cg_decl_is_plain(decl)) {
            check_free(schema, value->name, value->location, true);
            continue;
        }
        if (strcmp(value->name, "true") == 0 || strcmp(value->name, "false") == 0)
            check_free(schema, value->name, value->location, false);
        check_size(schema, value->name, value->location);
    }
}

static void report_type_name(cg_Schema *schema, const cg_Field *field)
{
    cg_Decl *decl = cg_decl_find(schema, field->name);
    if (!decl || decl->kind == CG_UNKNOWN) return;
    cg_error(schema->diag, CG_E_FIELD_NAMED_AS_TYPE, field->location,
             "field `%s` has the same name as %s %s, which C++ does not allow everywhere",
             field->name, cg_decl_word(decl), decl->name);
    cg_note(schema->diag, decl->location, "the %s is declared here", cg_decl_word(decl));
    cg_help(schema->diag, "rename the field");
}

static void check_fields(cg_Schema *schema, cg_Decl *decl)
{
    u32 index = 0;
    const bool globals = cg_attr(&decl->attrs, CG_GLOBALS) != NULL;
    for (cg_Field *field = decl->fields; field; field = field->next) {
        field->index = index++;
        check_free(schema, field->name, field->location, globals);
        report_type_name(schema, field);
        cg_Entry *other =
            cg_map_add(schema->arena, &decl->members, field->name, field, field->location, "");
        if (!other) continue;
        cg_error(schema->diag, CG_E_FIELD_TWICE, field->location, "%s %s has two fields `%s`",
                 cg_decl_word(decl), decl->name, field->name);
        cg_note(schema->diag, other->location, "the first one is here");
        field->broken = true;
    }
}

/// Like cg_field_companion, but works before the field's shape is known.
static const char *companion_of(cg_Schema *schema, const cg_Field *field)
{
    if (cg_attr(&field->attrs, CG_POOL)) return NULL;
    if (field->dims && field->dims->shape == ED_BOUNDED)
        return cg_format(schema->arena, "%s_count", field->name);
    return cg_attr(&field->attrs, CG_OPTIONAL) ? cg_format(schema->arena, "has_%s", field->name)
                                               : NULL;
}

static void report_companion(cg_Schema *schema, cg_Location location, const char *name,
                             const cg_Field *list)
{
    bool has = cg_attr(&list->attrs, CG_OPTIONAL) != NULL;
    cg_error(schema->diag, has ? CG_E_HAS_TAKEN : CG_E_COUNT_TAKEN, location,
             "`%s` is the generated %s of `%s`", name, has ? "flag" : "count", list->name);
    cg_note(schema->diag, list->location,
            has ? "the optional field is declared here" : "the bounded list is declared here");
    if (has)
        cg_help(schema->diag, "remove or rename `%s`: an optional field has a generated flag",
                name);
    else
        cg_help(schema->diag, "remove or rename `%s`: `%s[..n]` has a generated count", name,
                list->name);
}

/// Checks that no companion has the name of a field or of another companion, and that no
/// alternative of a union is called `kind`.
static void check_companions(cg_Schema *schema, cg_Decl *decl)
{
    cg_Map companions = { 0 };
    for (cg_Field *field = decl->fields; field; field = field->next) {
        const char *companion = companion_of(schema, field);
        cg_Entry *other = companion ? cg_map_add(schema->arena, &companions, companion, field,
                                                 field->location, "")
                                    : NULL;
        if (other) report_companion(schema, field->location, companion, other->value);
    }
    for (cg_Field *field = decl->fields; field; field = field->next) {
        cg_Entry *entry = cg_map_find(&companions, field->name);
        if (entry) report_companion(schema, field->location, field->name, entry->value);
        if (decl->kind != CG_UNION || strcmp(field->name, "kind") != 0) continue;
        cg_error(schema->diag, CG_E_KIND_TAKEN, field->location,
                 "`kind` is reserved for the number of the current alternative");
        cg_help(schema->diag, "rename the alternative");
    }
}

static void check_upgrade(cg_Schema *schema, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (upgrade) check_free(schema, upgrade->text, upgrade->text_location, true);
}

bool cg_report_unknown_field(cg_Schema *schema, cg_Location location, const cg_Decl *decl,
                             const char *name)
{
    if (!cg_error(schema->diag, CG_E_UNKNOWN_FIELD, location, "%s %s has no %s `%s`",
                  cg_decl_word(decl), decl->name, decl->kind == CG_UNION ? "alternative" : "field",
                  name))
        return false;
    cg_note(schema->diag, decl->location, "%s is declared here", decl->name);
    ed_Suggestion near = ed_suggestion(name);
    for (const cg_Field *field = decl->fields; field; field = field->next)
        ed_suggestion_try(&near, field->name);
    cg_suggestion_help(&near, schema->diag);
    return near.best != NULL;
}

void cg_check_names(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        cg_Entry *other = cg_map_add(schema->arena, &schema->names, decl->name, decl,
                                     decl->location, cg_decl_word(decl));
        if (decl->kind != CG_UNKNOWN) check_free(schema, decl->name, decl->location, true);
        if (!other) continue;
        cg_error(schema->diag, CG_E_DECLARED_TWICE, decl->location, "`%s` is declared twice",
                 decl->name);
        cg_note(schema->diag, other->location, "the first declaration is this %s", other->what);
        decl->visit = CG_FAILED;
    }
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        check_enum_values(schema, decl);
        check_fields(schema, decl);
        check_companions(schema, decl);
        check_upgrade(schema, decl);
    }
}
