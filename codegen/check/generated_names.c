#include <string.h>
#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"

/// The names of the generated C. Finds a name that several declarations generate.
typedef struct GeneratedNames {
    cg_Schema *schema;
    cg_Map *map;      // for names that start with the current declaration's name
    cg_Map rest;      // names that start with the name of no declaration
} GeneratedNames;

/// Returns the map for `name`. It belongs to the declaration with the shortest name that is either
/// `name` itself or the part of `name` before a `_`. If there is no such declaration, the map is
/// `rest`. So equal names get the same map, and each map is small enough for the CPU cache.
static cg_Map *map_of(GeneratedNames *names, const char *name)
{
    for (size_t size = strcspn(name, "_");; size += 1 + strcspn(name + size + 1, "_")) {
        cg_Decl *decl = cg_decl_find(names->schema, cg_copy(names->schema->arena, name, size));
        if (decl || !name[size]) return decl ? &decl->generated : &names->rest;
    }
}

static void add_name(GeneratedNames *names, const char *name, cg_Location location,
                     const char *what)
{
    const char *taken = cg_name_in_header(names->schema->arena, name, true);
    if (taken) {
        cg_error(names->schema->diag, CG_E_NAME_TAKEN, location,
                 "`%s`, %s generated from this name, %s", name, what, taken);
        cg_help(names->schema->diag, "choose another name");
    }
    cg_Entry *other = cg_map_add(names->schema->arena, names->map, name, NULL, location, what);
    if (!other || (other->location.source == location.source && other->location.at == location.at))
        return;
    cg_error(names->schema->diag, CG_E_GENERATED_NAME_TAKEN, location,
             "`%s`, %s generated from this name, already exists", name, what);
    cg_note(names->schema->diag, other->location, "`%s`, %s, comes from this name", name,
            other->what);
    cg_help(names->schema->diag, "rename one of them");
}

/// Adds a name that does not start with the name of its declaration.
static void add_unprefixed_name(GeneratedNames *names, const char *name, cg_Location location,
                                const char *what)
{
    cg_Map *own = names->map;
    names->map = map_of(names, name);
    add_name(names, name, location, what);
    names->map = own;
}

static void add_suffixed_names(GeneratedNames *names, const cg_Decl *decl,
                               const char *const *suffixes, u32 count, const char *what)
{
    for (u32 i = 0; i < count; i++)
        add_name(names, cg_format(names->schema->arena, "%s%s", decl->name, suffixes[i]),
                 decl->location, what);
}

static void add_field_names(GeneratedNames *names, const cg_Decl *decl)
{
    ed_Arena *arena = names->schema->arena;
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        add_name(names, cg_format(arena, "%s_%s_tag", decl->name, field->name), field->location,
                 "a tag");
        if (field->attrs.was)
            add_name(names, cg_format(arena, "%s_%s_was", decl->name, field->name), field->location,
                     "a table of old tags");
        for (const cg_OldName *was = field->attrs.was; was; was = was->next)
            if (was->path)
                add_name(names, cg_format(arena, "%s_%s_moves", decl->name, field->name),
                         field->location, "a table of moved parts");
            else if (!was->taken)
                add_name(names, cg_format(arena, "%s_%s_tag", decl->name, was->name), was->location,
                         "a tag");
        if (decl->kind != CG_UNION) continue;
        add_name(names, cg_format(arena, "%s_%s", decl->name, field->name), field->location,
                 "a constant");
        add_name(names, cg_format(arena, "%s_set_%s", decl->name, field->name), field->location,
                 "a function");
    }
}

/// Adds the names of the macros of a state with [[globals]].
static void add_global_names(GeneratedNames *names, const cg_Decl *decl)
{
    ed_Arena *arena = names->schema->arena;
    if (!cg_attr(&decl->attrs, CG_GLOBALS)) return;
    add_name(names, cg_format(arena, "%s_globals", decl->name), decl->location, "a pointer");
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        const char *companion = cg_field_companion(arena, field);
        add_unprefixed_name(names, field->name, field->location, "a global variable");
        if (companion) add_unprefixed_name(names, companion, field->location, "a global variable");
    }
}

/// Adds the names that a struct's pool and handle type generate.
static void add_pool_names(GeneratedNames *names, const cg_Decl *decl)
{
    static const char *const pools[] = { "_pool",     "_pool_add",    "_pool_ref",
                                         "_pool_get", "_pool_remove", "_pool_clear" };
    static const char *const stables[] = { "_pool_free", "_pool_next" };
    static const char *const refs[] = { "_ref", "_ref_array" };
    const bool stable = decl->pool && cg_attr(&decl->pool->attrs, CG_STABLE);
    if (decl->pool) add_suffixed_names(names, decl, pools, ED_COUNT(pools), "a pool");
    if (stable) add_suffixed_names(names, decl, stables, ED_COUNT(stables), "a pool");
    if (decl->pool || decl->referred)
        add_suffixed_names(names, decl, refs, ED_COUNT(refs), "a handle");
    if (decl->pointers_listed)
        add_name(names, cg_format(names->schema->arena, "%s_pointer_array", decl->name),
                 decl->location, "a list");
}

static void add_upgrade_names(GeneratedNames *names, const cg_Decl *decl)
{
    const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
    if (!upgrade) return;
    add_unprefixed_name(names, upgrade->text, upgrade->text_location, "a function");
    add_unprefixed_name(names, cg_format(names->schema->arena, "upgrade_%s", decl->name),
                        decl->location, "a function");
}

static void add_record_names(GeneratedNames *names, const cg_Decl *decl)
{
    static const char *const functions[] = { "_init", "_pack", "_unpack", "_type", "_fields" };
    static const char *const lists[] = { "_array", "_array_add", "_array_remove" };
    static const char *const roots[] = { "_root", "_rigid" };
    add_suffixed_names(names, decl, functions, ED_COUNT(functions), "a function or table");
    if (cg_decl_is_inner(decl)) add_suffixed_names(names, decl, lists, ED_COUNT(lists), "a list");
    else add_suffixed_names(names, decl, roots, ED_COUNT(roots), "a root's index");
    add_unprefixed_name(names, cg_format(names->schema->arena, "init_%s", decl->name),
                        decl->location, "a function");
    if (decl->attrs.was)
        add_name(names, cg_format(names->schema->arena, "%s_was", decl->name), decl->location,
                 "a table of old tags");
    add_pool_names(names, decl);
    add_upgrade_names(names, decl);
    add_field_names(names, decl);
    add_global_names(names, decl);
}

static void add_names_of_values(GeneratedNames *names, const cg_Decl *decl)
{
    static const char *const suffixes[] = { "_array", "_type", "_values", "_addresses" };
    const bool functions = decl->kind == CG_FUNCTIONS;
    add_suffixed_names(names, decl, suffixes, ED_COUNT(suffixes) - !functions, "a list or table");
    if (decl->attrs.was)
        add_name(names, cg_format(names->schema->arena, "%s_was", decl->name), decl->location,
                 "a table of old tags");
    const bool plain = cg_decl_is_plain(decl);
    for (const cg_EnumValue *value = decl->values; value; value = value->next) {
        if (functions && !value->number.magnitude) continue;      // null
        if (plain)
            add_unprefixed_name(names, value->name, value->location,
                                functions ? "a function" : "a constant");
        else
            add_name(names, cg_enum_value_c_name(names->schema->arena, decl, value),
                     value->location, "a constant");
        if (value->attrs.was)
            add_name(names, cg_format(names->schema->arena, "%s_%s_was", decl->name, value->name),
                     value->location, "a table of old tags");
    }
}

static void add_keyed_names(GeneratedNames *names, const cg_Decl *decl)
{
    static const char *const suffixes[] = { "_count", "_keyed", "_names" };
    add_suffixed_names(names, decl, suffixes, ED_COUNT(suffixes), "a part of the table");
}

void cg_check_generated_names(cg_Schema *schema)
{
    if (schema->diag->count) return;
    GeneratedNames names = { .schema = schema };
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->kind != CG_UNKNOWN)
            cg_map_add(schema->arena, map_of(&names, decl->name), decl->name, NULL, decl->location,
                       "a declared name");
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        names.map = map_of(&names, decl->name);
        if (cg_decl_is_record(decl)) add_record_names(&names, decl);
        else if (cg_table_is_keyed(decl)) add_keyed_names(&names, decl);
        else if (cg_decl_has_values(decl) && decl->kind != CG_TABLE)
            add_names_of_values(&names, decl);
    }
}
