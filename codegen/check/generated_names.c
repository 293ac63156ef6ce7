#include <string.h>
#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

/// The names in the generated C, to find a name that several declarations generate.
typedef struct Made {
    cg_Schema *schema;
    cg_Map *names;      // the map for names that start with the current declaration's name
    cg_Map rest;        // the names that start with the name of no declaration
} Made;

/// The map that `name` belongs to: that of the shortest declared name that equals `name` or is its
/// prefix before a `_`. So equal names share a map, and each map is small enough for the CPU cache.
static cg_Map *names_of(Made *made, const char *name)
{
    for (size_t size = strcspn(name, "_");; size += 1 + strcspn(name + size + 1, "_")) {
        cg_Decl *decl = cg_decl_find(made->schema, cg_copy(made->schema->arena, name, size));
        if (decl || !name[size]) return decl ? &decl->made : &made->rest;
    }
}

static void make(Made *made, const char *name, cg_Location location, const char *what)
{
    const char *taken = cg_name_in_header(made->schema->arena, name, true);
    if (taken) {
        cg_error(made->schema->diag, CG_E_NAME_TAKEN, location,
                 "`%s`, %s generated from this name, %s", name, what, taken);
        cg_help(made->schema->diag, "choose another name");
    }
    cg_Entry *other = cg_map_add(made->schema->arena, made->names, name, NULL, location, what);
    if (!other || (other->location.source == location.source && other->location.at == location.at))
        return;
    cg_error(made->schema->diag, CG_E_MADE_NAME_TAKEN, location,
             "`%s`, %s generated from this name, already exists", name, what);
    cg_note(made->schema->diag, other->location, "`%s`, %s, comes from this name", name,
            other->what);
    cg_help(made->schema->diag, "rename one of them");
}

/// Adds the name of a function that does not start with the name of its declaration.
static void make_free(Made *made, const char *name, cg_Location location)
{
    cg_Map *own = made->names;
    made->names = names_of(made, name);
    make(made, name, location, "a function");
    made->names = own;
}

static void make_all(Made *made, const cg_Decl *decl, const char *const *suffixes, u32 count,
                     const char *what)
{
    for (u32 i = 0; i < count; i++)
        make(made, cg_format(made->schema->arena, "%s%s", decl->name, suffixes[i]), decl->location,
             what);
}

static void make_fields(Made *made, const cg_Decl *decl)
{
    ed_Arena *arena = made->schema->arena;
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        make(made, cg_format(arena, "%s_%s_tag", decl->name, field->name), field->location,
             "a tag");
        if (field->attrs.was)
            make(made, cg_format(arena, "%s_%s_was", decl->name, field->name), field->location,
                 "a table of old tags");
        for (const cg_OldName *was = field->attrs.was; was; was = was->next)
            if (was->path)
                make(made, cg_format(arena, "%s_%s_moves", decl->name, field->name),
                     field->location, "a table of moved parts");
            else if (!was->taken)
                make(made, cg_format(arena, "%s_%s_tag", decl->name, was->name), was->location,
                     "a tag");
        if (decl->kind != CG_UNION) continue;
        make(made, cg_format(arena, "%s_%s", decl->name, field->name), field->location,
             "a constant");
        make(made, cg_format(arena, "%s_set_%s", decl->name, field->name), field->location,
             "a function");
    }
}

/// Adds the names that a struct's pool and handle type generate.
static void make_pool(Made *made, const cg_Decl *decl)
{
    static const char *const pools[] = { "_pool",     "_pool_add",    "_pool_ref",
                                         "_pool_get", "_pool_remove", "_pool_clear" };
    static const char *const refs[] = { "_ref", "_ref_array" };
    if (decl->pool) make_all(made, decl, pools, ED_COUNT(pools), "a pool");
    if (decl->pool || decl->referred) make_all(made, decl, refs, ED_COUNT(refs), "a handle");
}

static void make_upgrade(Made *made, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade) return;
    make_free(made, upgrade->text, upgrade->text_location);
    make_free(made, cg_format(made->schema->arena, "upgrade_%s", decl->name), decl->location);
}

static void make_record(Made *made, const cg_Decl *decl)
{
    static const char *const functions[] = { "_init", "_pack", "_unpack", "_type", "_fields" };
    static const char *const lists[] = { "_array", "_array_add", "_array_remove" };
    static const char *const roots[] = { "_root", "_rigid" };
    make_all(made, decl, functions, ED_COUNT(functions), "a function or table");
    if (cg_decl_is_inner(decl)) make_all(made, decl, lists, ED_COUNT(lists), "a list");
    else make_all(made, decl, roots, ED_COUNT(roots), "a root's index");
    make_free(made, cg_format(made->schema->arena, "init_%s", decl->name), decl->location);
    if (decl->attrs.was)
        make(made, cg_format(made->schema->arena, "%s_was", decl->name), decl->location,
             "a table of old tags");
    make_pool(made, decl);
    make_upgrade(made, decl);
    make_fields(made, decl);
}

static void make_named(Made *made, const cg_Decl *decl)
{
    static const char *const names[] = { "_array", "_type", "_values" };
    make_all(made, decl, names, ED_COUNT(names), "a list or table");
    if (decl->attrs.was)
        make(made, cg_format(made->schema->arena, "%s_was", decl->name), decl->location,
             "a table of old tags");
    for (const cg_Item *item = decl->items; item; item = item->next) {
        make(made, cg_format(made->schema->arena, "%s_%s", decl->name, item->name), item->location,
             "a constant");
        if (item->attrs.was)
            make(made, cg_format(made->schema->arena, "%s_%s_was", decl->name, item->name),
                 item->location, "a table of old tags");
    }
}

void cg_check_generated_names(cg_Schema *schema)
{
    if (schema->diag->count) return;
    Made made = { .schema = schema };
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->kind != CG_UNKNOWN)
            cg_map_add(schema->arena, names_of(&made, decl->name), decl->name, NULL, decl->location,
                       "a declared name");
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        made.names = names_of(&made, decl->name);
        if (cg_decl_is_record(decl)) make_record(&made, decl);
        else if (decl->kind == CG_ENUM || decl->kind == CG_FLAGS) make_named(&made, decl);
    }
}
