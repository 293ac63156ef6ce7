#include "codegen/check/check.h"

// A struct whose default contains the same struct in a list would be infinite. Setting a struct to
// its default also sets the structs that it contains by value, and the initial items of its lists.
// These edges between structs must not form a cycle.

struct cg_DefaultEdge {      // an edge: setting its owner also sets `to`
    cg_Decl *to;
    bool list;      // as an item of a list; the layout check ignores such edges
    cg_Location location;
    cg_DefaultEdge *next;
};

// --- Edges -------------------------------------------------------------------------------------

static void add_need(cg_Schema *schema, cg_Decl *decl, cg_Decl *to, bool list, cg_Location location)
{
    cg_DefaultEdge *need = cg_new(schema->arena, sizeof *need);
    *need = (cg_DefaultEdge){ .to = to, .list = list, .location = location, .next = decl->needs };
    decl->needs = need;
}

static void collect_value(cg_Schema *schema, cg_Decl *decl, const cg_Field *field,
                          const cg_Value *value, cg_Location location);

/// Adds the edges of one element. A union with a given alternative is set directly, so its own
/// default is not needed.
static void collect_element(cg_Schema *schema, cg_Decl *decl, const cg_Field *field,
                            const cg_Value *value, cg_Location location)
{
    const cg_Value *item = value->items;
    if (value->kind == CG_VALUE_LIST) {
        for (; item; item = item->next) collect_element(schema, decl, field, item, location);
        return;
    }
    if (value->kind != CG_VALUE_UNION || !item)
        add_need(schema, decl, field->type, field->shape == ED_DYNAMIC, location);
    for (; item; item = item->next) collect_value(schema, decl, item->field, item, location);
}

static void collect_value(cg_Schema *schema, cg_Decl *decl, const cg_Field *field,
                          const cg_Value *value, cg_Location location)
{
    if (!cg_kind_is_record(field->kind)) return;
    if (field->shape == ED_FIXED) add_need(schema, decl, field->type, false, location);
    collect_element(schema, decl, field, value, location);
}

static void collect(cg_Schema *schema, cg_Decl *decl)
{
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        if (field->broken || !cg_kind_is_record(field->kind)) continue;
        if (field->value) collect_value(schema, decl, field, field->value, field->preset->location);
        else if (field->shape <= ED_FIXED)
            add_need(schema, decl, field->type, false, field->location);
        if (decl->kind == CG_UNION) break;      // a union starts as its first alternative
    }
}

// --- Cycles ------------------------------------------------------------------------------------

static void report(cg_Schema *schema, const cg_Decl *last, const cg_Decl *first,
                   const cg_DefaultEdge *closing)
{
    const cg_Decl *decl = last;
    const cg_DefaultEdge *need = closing;
    while (!need->list && decl != first) {
        decl = decl->needed_by;
        need = decl->needs;
    }
    cg_error(schema->diag, CG_E_ENDLESS_DEFAULT, need->location,
             "the default of %s would contain %s endlessly through this list", decl->name,
             need->to->name);
    if (need->to != decl)
        cg_note(schema->diag, need->to->location, "the default of %s leads back to %s",
                need->to->name, decl->name);
    cg_help(schema->diag, "let the list start empty: remove the `=`");
}

/// Searches depth-first without recursion, since chains of lists can be long. `needed_by` leads
/// back along the path, and `needs` advances as edges are followed.
static void follow(cg_Schema *schema, cg_Decl *root)
{
    cg_Decl *decl = root;
    decl->follow = CG_BUSY;
    while (decl) {
        cg_DefaultEdge *need = decl->needs;
        if (!need) {
            decl->follow = CG_DONE;
            decl = decl->needed_by;
            if (decl) decl->needs = decl->needs->next;
        } else if (need->to->follow == CG_NEW) {
            need->to->follow = CG_BUSY;
            need->to->needed_by = decl;
            decl = need->to;
        } else {
            if (need->to->follow == CG_BUSY) report(schema, decl, need->to, need);
            decl->needs = need->next;
        }
    }
}

void cg_check_default_cycles(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (cg_decl_is_record(decl) && decl->step == CG_DONE) collect(schema, decl);
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->follow == CG_NEW) follow(schema, decl);
}
