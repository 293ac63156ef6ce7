#include "codegen/check/check.h"

// A default that contains the default of the same struct would be infinite. Setting a struct to its
// default also sets the structs that it contains by value, and the initial items of its lists. Each
// of these is an edge from one struct to another; the edges must not form a cycle.

struct cg_DefaultEdge {      // setting the struct that owns the edge also sets `to`
    cg_Decl *to;
    bool list;      // `to` is an item of a list, so the layout check has not checked this edge
    cg_Location location;
    cg_DefaultEdge *next;
};

// --- Edges -------------------------------------------------------------------------------------

static void add_edge(cg_Schema *schema, cg_Decl *decl, cg_Decl *to, bool list, cg_Location location)
{
    cg_DefaultEdge *edge = cg_new(schema->arena, sizeof *edge);
    *edge = (cg_DefaultEdge){
        .to = to, .list = list, .location = location, .next = decl->default_edges
    };
    decl->default_edges = edge;
}

static void collect_value(cg_Schema *schema, cg_Decl *decl, const cg_Field *field,
                          const cg_DefaultValue *value, cg_Location location);

/// Adds the edges of one element. A union whose default names an alternative is set to that
/// alternative only, so there is no edge to the union's own default.
static void collect_element(cg_Schema *schema, cg_Decl *decl, const cg_Field *field,
                            const cg_DefaultValue *value, cg_Location location)
{
    const cg_DefaultValue *item = value->items;
    if (value->kind == CG_DEFAULT_LIST) {
        for (; item; item = item->next) collect_element(schema, decl, field, item, location);
        return;
    }
    if (value->kind != CG_DEFAULT_UNION || !item)
        add_edge(schema, decl, field->type, field->shape == ED_DYNAMIC, location);
    for (; item; item = item->next) collect_value(schema, decl, item->field, item, location);
}

static void collect_value(cg_Schema *schema, cg_Decl *decl, const cg_Field *field,
                          const cg_DefaultValue *value, cg_Location location)
{
    if (!cg_kind_is_record(field->kind)) return;
    if (field->shape == ED_FIXED) add_edge(schema, decl, field->type, false, location);
    collect_element(schema, decl, field, value, location);
}

static void collect(cg_Schema *schema, cg_Decl *decl)
{
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        if (field->broken || !cg_kind_is_record(field->kind)) continue;
        if (field->default_value)
            collect_value(schema, decl, field, field->default_value, field->default_expr->location);
        else if (field->shape <= ED_FIXED)
            add_edge(schema, decl, field->type, false, field->location);
        if (decl->kind == CG_UNION) break;      // a union starts as its first alternative
    }
}

// --- Cycles ------------------------------------------------------------------------------------

static void report(cg_Schema *schema, const cg_Decl *last, const cg_Decl *first,
                   const cg_DefaultEdge *closing)
{
    const cg_Decl *decl = last;
    const cg_DefaultEdge *edge = closing;
    while (!edge->list && decl != first) {
        decl = decl->path_previous;
        edge = decl->default_edges;
    }
    cg_error(schema->diag, CG_E_ENDLESS_DEFAULT, edge->location,
             "the default of %s would contain %s endlessly through this list", decl->name,
             edge->to->name);
    if (edge->to != decl)
        cg_note(schema->diag, edge->to->location, "the default of %s leads back to %s",
                edge->to->name, decl->name);
    cg_help(schema->diag, "let the list start empty: remove the default");
}

/// Searches depth-first without recursion, since chains of lists can be long. `path_previous` leads
/// back along the path. Edges that were searched are removed from `default_edges`.
static void search(cg_Schema *schema, cg_Decl *root)
{
    cg_Decl *decl = root;
    decl->cycle_step = CG_BUSY;
    while (decl) {
        cg_DefaultEdge *edge = decl->default_edges;
        if (!edge) {
            decl->cycle_step = CG_DONE;
            decl = decl->path_previous;
            if (decl) decl->default_edges = decl->default_edges->next;
        } else if (edge->to->cycle_step == CG_NEW) {
            edge->to->cycle_step = CG_BUSY;
            edge->to->path_previous = decl;
            decl = edge->to;
        } else {
            if (edge->to->cycle_step == CG_BUSY) report(schema, decl, edge->to, edge);
            decl->default_edges = edge->next;
        }
    }
}

void cg_check_default_cycles(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (cg_decl_is_record(decl) && decl->visit == CG_DONE) collect(schema, decl);
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->cycle_step == CG_NEW) search(schema, decl);
}
