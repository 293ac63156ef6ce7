#include <string.h>
#include "codegen/check.h"
#include "runtime/str.h"

// --- Tags --------------------------------------------------------------------------------------

typedef struct Tags {               // of one struct, enum or of all roots
    cg_Schema  *schema;
    const char *owner;              // for messages
    cg_Map      names;              // present names
    cg_Map      olds;               // old names
    cg_Map      tags;               // by tag, in hex
} Tags;

static void add_tag(Tags *tags, const char *name, cg_Place place)
{
    cg_Schema *schema = tags->schema;
    u32 tag = ed_tag(name, strlen(name));
    const char *key = cg_format(schema->arena, "%08x", (unsigned)tag);
    cg_Entry *other = cg_map_add(schema->arena, &tags->tags, key, (void *)(size_t)name, place, "");
    if (!other)
        return;
    const char *other_name = other->value;
    cg_error(schema->diag, CG_E_TAG_COLLISION, place, "the tags of `%s` and `%s` are both 0x%s",
             name, other_name, key);
    cg_note(schema->diag, other->place, "`%s` is here", other_name);
    cg_help(schema->diag, "rename one of them");
}

static void refuse_present(Tags *tags, const cg_Was *was, const cg_Entry *present)
{
    cg_error(tags->schema->diag, CG_E_WAS_PRESENT, was->place,
             "`%s` is still there, so nothing can have been it", was->name);
    cg_note(tags->schema->diag, present->place, "`%s` of %s is here", was->name, tags->owner);
    cg_help(tags->schema->diag, "`was` names what is gone; take one of the two out");
}

/// `again`: whether an old name may be taken by something else, as when two fields swap theirs. Not by itself.
static void add_was(Tags *tags, const char *own, cg_Was *was, bool again)
{
    for (; was; was = was->next) {
        const cg_Entry *present = cg_map_find(&tags->names, was->name);
        const cg_Entry *twice = cg_map_add(tags->schema->arena, &tags->olds, was->name, NULL, was->place, "");
        if (twice) {
            cg_error(tags->schema->diag, CG_E_WAS_TWICE, was->place,
                     "`%s` is named as an old name twice", was->name);
            cg_note(tags->schema->diag, twice->place, "the other one is here");
            cg_help(tags->schema->diag, "only one can have its values; take one of the two out");
        } else if (present && (!again || strcmp(own, was->name) == 0)) {
            refuse_present(tags, was, present);
        } else if (!present) {
            add_tag(tags, was->name, was->place);
        }
        was->taken = present != NULL;
    }
}

static void add_name(Tags *tags, const char *name, cg_Place place)
{
    if (!cg_map_add(tags->schema->arena, &tags->names, name, NULL, place, ""))
        add_tag(tags, name, place);
}

static void check_record(cg_Schema *schema, const cg_Decl *decl)
{
    Tags tags = { .schema = schema, .owner = decl->name };
    for (const cg_Field *field = decl->fields; field; field = field->next)
        add_name(&tags, field->name, field->place);
    for (const cg_Field *field = decl->fields; field; field = field->next)
        add_was(&tags, field->name, field->attrs.was, true);
    for (const cg_Item *item = decl->items; item; item = item->next)
        add_name(&tags, item->name, item->place);
    for (const cg_Item *item = decl->items; item; item = item->next)
        add_was(&tags, item->name, item->attrs.was, false);
}

/// Roots are found by tag as well; the old names of the other types only must not be present ones.
static void check_decls(cg_Schema *schema)
{
    Tags tags = { .schema = schema, .owner = "the schema" };
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        add_name(&tags, decl->name, decl->place);
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        add_was(&tags, decl->name, decl->attrs.was, false);
}

/// `was` says where a value comes from when memory is converted.
static void check_rigid(cg_Schema *schema, const cg_Decl *decl)
{
    for (const cg_Field *field = decl->fields; field && decl->kind == CG_RIGID; field = field->next) {
        if (!field->attrs.was) continue;
        cg_error(schema->diag, CG_E_RIGID_WAS, field->attrs.was->place,
                 "rigid memory is never converted: `%s` can't have been `%s`", field->name,
                 field->attrs.was->name);
        cg_help(schema->diag, "take the [[was(%s)]] out", field->attrs.was->name);
    }
}

void cg_check_tags(cg_Schema *schema)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        if (!schema->doubtful)
            check_record(schema, decl);
        check_rigid(schema, decl);
    }
    if (!schema->doubtful) check_decls(schema);
}
