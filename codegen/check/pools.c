#include "codegen/check/check.h"

// --- Containment by value and in lists ---------------------------------------------------------

typedef struct Walk {
    cg_Decl *first;      // a work list, linked by next_held
    cg_Decl **end;
} Walk;

static void walk_to(Walk *walk, cg_Decl *decl, cg_Decl *root)
{
    cg_Decl **holder = root->kind == CG_STATE ? &decl->state : &decl->rigid;
    if (*holder) return;
    *holder = root;
    decl->next_held = NULL;
    *walk->end = decl;
    walk->end = &decl->next_held;
}

/// Sets cg_Decl.state or cg_Decl.rigid of everything that the root contains, unless an earlier root
/// contains it, too.
static void mark_held(cg_Decl *root)
{
    Walk walk = { NULL, &walk.first };
    walk_to(&walk, root, root);
    for (cg_Decl *decl = walk.first; decl; decl = decl->next_held)
        for (const cg_Field *field = decl->fields; field; field = field->next)
            if (field->type && cg_kind_is_record(field->kind)) walk_to(&walk, field->type, root);
}

// --- Refs --------------------------------------------------------------------------------------

/// Returns the struct that is the first member of another one, or NULL.
static cg_Decl *first_member(const cg_Decl *decl)
{
    const cg_Field *first = decl->kind == CG_STRUCT ? decl->fields : NULL;
    bool is_member = first && !first->broken && first->kind == ED_STRUCT && first->shape == ED_ONE
                  && !cg_attr(&first->attrs, CG_TRANSIENT);
    return is_member ? first->type : NULL;
}

bool cg_begins_with(const cg_Decl *type, const cg_Decl *part)
{
    for (u32 depth = 0; depth < ED_DEPTH_MAX && type && type != part; depth++)
        type = first_member(type);
    return type == part;
}

/// Sets the container of the struct in the field, and of those that it begins with.
static void set_container(const cg_Field *field)
{
    cg_Decl *type = field->kind == ED_STRUCT ? field->type : NULL;
    for (u32 depth = 0; depth < ED_DEPTH_MAX && type; depth++) {
        if (!type->container) type->container = field;
        type = first_member(type);
    }
}

/// Sets the pools and the container of each struct. Returns false if part of the schema could not
/// be read. Then a pool that seems to be missing may be in that part.
static bool collect_pools(cg_Schema *schema)
{
    bool is_complete = !schema->is_incomplete;
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        for (const cg_Field *field = decl->fields; field && decl->kind == CG_STATE;
             field = field->next) {
            is_complete = is_complete && !field->broken;
            if (!field->broken && !cg_attr(&field->attrs, CG_TRANSIENT)) set_container(field);
            if (field->broken || field->shape != ED_POOL) continue;
            if (!field->type->pool) field->type->pool = field;
            else if (!field->type->second_pool) field->type->second_pool = field;
        }
    }
    return is_complete;
}

/// The name for a list: "actors" for "Actor".
static const char *plural_of(cg_Schema *schema, const char *name)
{
    char *text = cg_format(schema->arena, "%ss", name);
    if (text[0] >= 'A' && text[0] <= 'Z') text[0] = (char)(text[0] + 32);
    return text;
}

/// Finds a list of `target` in a state, which [[pool]] would make a pool. NULL if no list is found.
static const cg_Field *list_of(const cg_Schema *schema, const cg_Decl *target)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        if (decl->kind != CG_STATE) continue;
        for (const cg_Field *field = decl->fields; field; field = field->next)
            if (!field->broken && field->kind == ED_STRUCT && field->type == target
                && field->shape == ED_DYNAMIC)
                return field;
    }
    return NULL;
}

static void report_no_pool(cg_Schema *schema, const cg_Field *field, const cg_Decl *target)
{
    if (!cg_error(schema->diag, CG_E_REF_WITHOUT_POOL, field->type_location,
                  "a ref needs a pool, and there is no pool of %s", target->name))
        return;
    const cg_Field *list = list_of(schema, target);
    if (list)
        cg_help(schema->diag, "make `%s` a pool: `%s %s[] [[pool]];`", list->name, target->name,
                list->name);
    else
        cg_help(schema->diag, "write `%s %s[] [[pool]];` in a state", target->name,
                plural_of(schema, target->name));
}

static void check_target(cg_Schema *schema, const cg_Field *field, bool is_complete)
{
    cg_Decl *target = field->type;
    bool missing = !target->pool && is_complete;
    if (target->pool_error_reported || (!missing && !target->second_pool)) return;
    target->pool_error_reported = true;
    if (missing) {
        report_no_pool(schema, field, target);
        return;
    }
    cg_error(schema->diag, CG_E_REF_TWO_POOLS, field->type_location,
             "a ref needs exactly one pool, and there are two pools of %s", target->name);
    cg_note(schema->diag, target->pool->location, "one pool is `%s`", target->pool->name);
    cg_note(schema->diag, target->second_pool->location, "the other pool is `%s`",
            target->second_pool->name);
    cg_help(schema->diag, "use one pool, or a separate struct for each pool");
}

const char *cg_why_not_rigid(ed_Kind kind)
{
    switch (kind) {
    case ED_REF: return "a ref: loading a snapshot replaces the pools, but not the ref";
    case ED_RECORD_PTR:
        return "a pointer to a record: loading a snapshot replaces the records, but not the "
               "pointer";
    case ED_TEXT_PTR: return "a pointer to a text: a reload moves the texts of the module";
    case ED_SYMBOL: return "a pointer into the module: a reload moves its functions and tables";
    default: return NULL;
    }
}

/// Reports a ref or a pointer in a struct that a rigid contains, once per rigid. One directly in a
/// rigid is reported in types.c.
static void check_rigid(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    if (decl->rigid->rigid_ref_reported) return;
    decl->rigid->rigid_ref_reported = true;
    cg_error(schema->diag, CG_E_REF_IN_RIGID, field->type_location,
             "rigid %s contains %s, and rigid memory cannot contain %s", decl->rigid->name,
             decl->name, cg_why_not_rigid(field->kind));
    cg_note(schema->diag, decl->rigid->location, "%s is declared here", decl->rigid->name);
    cg_help(schema->diag, "move the data with `%s` to a state", field->name);
}

/// Reports a pointer to a struct that no state holds directly, once per struct.
static void check_container(cg_Schema *schema, const cg_Field *field, bool is_complete)
{
    cg_Decl *target = field->type;
    if (target->container || !is_complete || target->pool_error_reported) return;
    target->pool_error_reported = true;
    cg_error(schema->diag, CG_E_POINTER_WITHOUT_CONTAINER, field->type_location,
             "no state directly holds a %s, so `%s` could lead nowhere", target->name, field->name);
    cg_help(schema->diag, "write `%s %s[..64] [[pool]];`, an array or a single %s in a state",
            target->name, plural_of(schema, target->name), target->name);
}

static void check_refs(cg_Schema *schema, bool is_complete)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        for (const cg_Field *field = decl->fields; field; field = field->next) {
            if (field->broken || !cg_why_not_rigid(field->kind)) continue;
            if (field->kind == ED_REF) check_target(schema, field, is_complete);
            if (field->kind == ED_RECORD_PTR) check_container(schema, field, is_complete);
            if (decl->rigid && decl->rigid != decl) check_rigid(schema, decl, field);
        }
}

// --- Upgrades ----------------------------------------------------------------------------------

static void check_upgrades(cg_Schema *schema)
{
    cg_Map names = { 0 };
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        const cg_Attr *upgrade = cg_attr(&decl->attrs, CG_UPGRADE);
        if (!upgrade || (decl->kind != CG_STRUCT && decl->kind != CG_STATE)) continue;
        cg_Entry *other =
            cg_map_add(schema->arena, &names, upgrade->text, decl, upgrade->text_location, "");
        if (other) {
            cg_error(schema->diag, CG_E_UPGRADE_TWICE, upgrade->text_location,
                     "`%s` already upgrades %s", upgrade->text,
                     ((const cg_Decl *)other->value)->name);
            cg_note(schema->diag, other->location, "the first use is here");
            cg_help(schema->diag, "use a separate function for each type");
        } else if (!decl->state && !schema->is_incomplete) {
            cg_error(schema->diag, CG_E_UPGRADE_UNUSED, upgrade->location,
                     "no state contains %s, so there is nothing to upgrade", decl->name);
            cg_help(schema->diag, "remove [[upgrade]], or use %s in a state", decl->name);
        }
    }
}

void cg_check_pools(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->kind == CG_STATE || decl->kind == CG_RIGID) mark_held(decl);
    check_refs(schema, collect_pools(schema));
    check_upgrades(schema);
}
