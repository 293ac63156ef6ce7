#include <string.h>
#include "codegen/check/check.h"
#include "runtime/base/str.h"

// --- Tags --------------------------------------------------------------------------------------

typedef struct Tags {      // of one record, of one enum or flags, or of all declarations
    cg_Schema *schema;
    const char *owner;      // for messages
    cg_Map *names;          // current names
    cg_Map old_names;
    cg_Map tagged;      // current and old names, by tag
} Tags;

static void add_tag(Tags *tags, const char *name, cg_Location location)
{
    cg_Schema *schema = tags->schema;
    u32 tag = ed_tag(name, strlen(name));
    const cg_Entry *other = cg_map_find_tag(&tags->tagged, tag);
    if (!other) {
        cg_map_add(schema->arena, &tags->tagged, name, NULL, location, "");
        return;
    }
    cg_error(schema->diag, CG_E_TAG_COLLISION, location,
             "the tags of `%s` and `%s` are both 0x%08x", name, other->name, (unsigned)tag);
    cg_note(schema->diag, other->location, "`%s` is declared here", other->name);
    cg_help(schema->diag, "rename one of them");
}

static void refuse_present(Tags *tags, const cg_OldName *was, const cg_Entry *present)
{
    cg_error(tags->schema->diag, CG_E_WAS_PRESENT, was->location,
             "`%s` still exists, so it cannot be an old name", was->name);
    cg_note(tags->schema->diag, present->location, "`%s` of %s is declared here", was->name,
            tags->owner);
    cg_help(tags->schema->diag, "remove this old name, or the declaration of `%s`", was->name);
}

static void refuse_path(Tags *tags, const cg_OldName *was)
{
    cg_error(tags->schema->diag, CG_E_WAS_PATH, was->to ? was->to_location : was->location,
             "only a field can have a path as its old name");
    cg_help(tags->schema->diag, "write a name without dots: `was(old)`");
}

/// Adds the old names of one declaration, field or value, whose current name is `own`. The old name
/// of a field can be a path. It can also be the current name of another field, as when two fields
/// swap names.
static void add_was(Tags *tags, const char *own, cg_OldName *was, bool is_field)
{
    for (; was; was = was->next) {
        if (was->path && !is_field) refuse_path(tags, was);
        const cg_Entry *present = cg_map_find(tags->names, was->name);
        const cg_Entry *twice =
            cg_map_add(tags->schema->arena, &tags->old_names, was->name, NULL, was->location, "");
        if (twice) {
            cg_error(tags->schema->diag, CG_E_WAS_TWICE, was->location,
                     "the old name `%s` is given twice", was->name);
            cg_note(tags->schema->diag, twice->location, "the first one is here");
            cg_help(tags->schema->diag, "remove one of them: only one can get the old value");
        } else if (present && !was->path && (!is_field || strcmp(own, was->name) == 0)) {
            refuse_present(tags, was, present);
        } else if (!present && !was->path) {
            add_tag(tags, was->name, was->location);
        }
        was->taken = present != NULL;
    }
}

// --- Parts of a field that moved ---------------------------------------------------------------

static bool report_no_struct(cg_Schema *schema, const cg_OldName *was, const char *name)
{
    cg_error(schema->diag, CG_E_WAS_PATH, was->to_location,
             "`%s` is not a single struct, so it has no parts that can move", name);
    cg_help(schema->diag, "write `was(%s)` if that is the old name of the whole field", was->name);
    return false;
}

/// True if the field has the part on the left side of `was(.a.b = old)`.
static bool check_part(cg_Schema *schema, const cg_Field *field, const cg_OldName *was)
{
    for (const char *at = was->to; *at;) {
        size_t size = strcspn(at, ".");
        const char *step = cg_copy(schema->arena, at, size);
        if (field->broken) return false;
        if (field->kind != ED_STRUCT || field->shape != ED_ONE)
            return report_no_struct(schema, was, field->name);
        const cg_Field *inner = cg_field_find(field->type, step);
        if (!inner) {
            cg_report_unknown_field(schema, was->to_location, field->type, step);
            return false;
        }
        field = inner;
        at += size + (at[size] == '.');
    }
    return true;
}

/// Checks the left sides in the `was` of a field: each part exists, occurs once, and has an old
/// path that differs from its current path.
static void check_parts(cg_Schema *schema, const cg_Field *field)
{
    cg_Map parts = { 0 };
    for (const cg_OldName *was = field->attrs.was; was; was = was->next) {
        if (!was->to || !check_part(schema, field, was)) continue;
        const cg_Entry *twice =
            cg_map_add(schema->arena, &parts, was->to, NULL, was->to_location, "");
        if (twice) {
            cg_error(schema->diag, CG_E_WAS_TWICE, was->to_location, "`.%s` has two old names",
                     was->to);
            cg_note(schema->diag, twice->location, "the first one is here");
            cg_help(schema->diag, "remove one of them: a value can come from only one old name");
        } else if (strcmp(cg_format(schema->arena, "%s.%s", field->name, was->to), was->name)
                   == 0) {
            cg_error(schema->diag, CG_E_WAS_PRESENT, was->location,
                     "`%s` still exists, so it cannot be an old name", was->name);
            cg_help(schema->diag, "remove this old name");
        }
    }
}

// --- Parts of another state --------------------------------------------------------------------

/// The declaration of that name, or the one that had it before.
static const cg_Decl *decl_called(const cg_Schema *schema, const char *name)
{
    const cg_Decl *found = cg_decl_find(schema, name);
    for (const cg_Decl *decl = schema->decls; decl && !found; decl = decl->next)
        for (const cg_OldName *was = decl->attrs.was; was && !found; was = was->next)
            if (strcmp(was->name, name) == 0) found = decl;
    return found;
}

/// Checks that a path that begins with a declaration names a part of another state, and belongs to
/// a field of a state. Any other such path would do nothing.
static void check_path(cg_Schema *schema, const cg_Decl *decl, const cg_OldName *was)
{
    size_t size = strcspn(was->name, ".");
    const char *first = cg_copy(schema->arena, was->name, size);
    const cg_Decl *owner = was->name[size] ? decl_called(schema, first) : NULL;
    if (!owner || owner->kind == CG_CONST || cg_field_find(decl, first)) return;
    if (owner->kind == CG_STATE && owner != decl && decl->kind == CG_STATE) return;
    if (owner->kind != CG_STATE) {
        cg_error(schema->diag, CG_E_WAS_PATH, was->location,
                 "`%s` is neither a field nor a state, so nothing has this old path", first);
        cg_help(schema->diag, "begin the path with the old field, as in `was(pos.x)`");
    } else if (owner == decl) {
        cg_error(schema->diag, CG_E_WAS_PATH, was->location,
                 "`%s` is the state of this field, so its name is not a part of the path", first);
        cg_help(schema->diag, "write `was(%s)`", was->name + size + 1);
    } else {
        cg_error(schema->diag, CG_E_WAS_PATH, was->location,
                 "a field of %s %s cannot come from state %s: only a field of a state can",
                 cg_decl_word(decl), decl->name, first);
        cg_help(schema->diag,
                "set the value in an upgrade function, which can read all old states");
    }
}

// --- All declarations --------------------------------------------------------------------------

static void check_record(cg_Schema *schema, cg_Decl *decl)
{
    Tags tags = { .schema = schema, .owner = decl->name, .names = &decl->members };
    for (const cg_Field *field = decl->fields; field; field = field->next)
        if (cg_field_find(decl, field->name) == field) add_tag(&tags, field->name, field->location);
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        add_was(&tags, field->name, field->attrs.was, decl->kind != CG_UNION);
        if (decl->kind == CG_UNION) continue;
        check_parts(schema, field);
        for (const cg_OldName *was = field->attrs.was; was; was = was->next)
            check_path(schema, decl, was);
    }
    for (const cg_EnumValue *value = decl->values; value; value = value->next)
        if (cg_enum_value_find(decl, value->name) == value)
            add_tag(&tags, value->name, value->location);
    for (const cg_EnumValue *value = decl->values; value; value = value->next)
        add_was(&tags, value->name, value->attrs.was, false);
}

/// Checks names and old names of all declarations, since a snapshot identifies its roots by tag.
static void check_decls(cg_Schema *schema)
{
    cg_Map names = { 0 };
    Tags tags = { .schema = schema, .owner = "the schema", .names = &names };
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (!cg_map_add(schema->arena, &names, decl->name, NULL, decl->location, ""))
            add_tag(&tags, decl->name, decl->location);
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        add_was(&tags, decl->name, decl->attrs.was, false);
}

/// Rejects `was` on fields of a rigid: only migration uses old names, and a rigid never migrates.
static void check_rigid(cg_Schema *schema, const cg_Decl *decl)
{
    for (const cg_Field *field = decl->fields; field && decl->kind == CG_RIGID;
         field = field->next) {
        if (!field->attrs.was) continue;
        cg_error(schema->diag, CG_E_RIGID_WAS, field->attrs.was->location,
                 "rigid memory is never migrated: `%s` cannot have the old name `%s`", field->name,
                 field->attrs.was->name);
        cg_help(schema->diag, "remove [[was(%s)]]", field->attrs.was->name);
    }
}

void cg_check_tags(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        size_t used = schema->arena->used;
        if (!schema->is_incomplete) check_record(schema, decl);
        cg_arena_rewind(schema->arena, used);
        check_rigid(schema, decl);
    }
    if (!schema->is_incomplete) check_decls(schema);
}
