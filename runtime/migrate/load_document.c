#include "runtime/migrate/load_document.h"
#include <string.h>
#include "runtime/migrate/link_map.h"
#include "runtime/migrate/links.h"
#include "runtime/migrate/state_moves.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/stable_pool.h"

#define GAME_SHOWN 64u      // bytes of a game's name that a message shows

static void check_game(ed_Reader *r, const ed_DocumentParts *parts, const char *game)
{
    ed_Span name = ed_document_game(r, parts);
    if (!ed_read_ok(r) || name.size == 0 || ed_span_is(name, game)) return;
    const char *shown = (const char *)name.at;
    ed_read_fail(r, ED_ERR_GAME, parts->game.at,
                 "the snapshot belongs to the game '%.*s', but this game is '%.*s'",
                 (int)ed_utf8_cut(shown, name.size, GAME_SHOWN), shown,
                 (int)ed_utf8_cut(game, strlen(game), GAME_SHOWN), game);
}

static void init_roots(ed_State *state, ed_Reader *r)
{
    for (u32 i = 0; i < state->schema->state_count && ed_read_ok(r); i++) {
        const ed_Type *type = state->schema->states[i];
        ed_RootMemory *root = &state->roots[i];
        if (state->no_defaults) root->at = ed_arena_push(root->arena, type->size, type->align);
        else if (!state->budget || ed_budget_take_state(state->budget, type, r))
            root->at = ed_state_init(type, root->arena);
        ed_arena_check(root->arena, &r->err);
    }
}

/// Reads the type tables. A document without types is read as if it had those of its reader, so
/// that its values are counted as in any other document.
static void read_types(ed_Reader *r, ed_DocumentParts *parts, const ed_State *state,
                       ed_Arena *arena, ed_DocumentTypes *tables)
{
    ed_Writer w;
    ed_Reader own;
    ed_document_go_to(r, parts->types);
    ed_document_types_read(r, arena, tables);
    if (!ed_read_ok(r) || tables->count) return;
    ed_write_init(&w, arena);
    ed_document_types_write_all(&w, state->schema);
    ed_read_init(&own, w.bytes, w.size);
    if (ed_write_ok(&w)) ed_document_types_read(&own, arena, tables);
    const ed_Error *error = ed_write_ok(&w) ? &own.err : &w.err;
    if (error->code) ed_read_fail(r, error->code, parts->types.at, "%s", error->text);
    parts->types = (ed_Span){ w.bytes, w.size };
}

bool ed_document_load_open(ed_DocumentLoad *load)
{
    ed_Reader *r = &load->r;
    ed_read_init(r, load->bytes.at, load->bytes.size);
    ed_report_init(load->report, load->scratch);
    ed_document_open(r, &load->parts);
    check_game(r, &load->parts, load->state->game);
    ed_document_go_to(r, load->parts.frame);
    load->frame = ed_read_u64(r);
    load->types = (ed_DocumentTypes){ .count = 0 };
    read_types(r, &load->parts, load->state, load->scratch, &load->types);
    init_roots(load->state, r);
    if (ed_read_ok(r)) ed_stable_pools_close(load->state);
    ed_plan_begin(&load->plan, load->scratch, load->report, &load->types, load->state->live);
    load->plan.is_undo = load->state->is_undo;
    return ed_read_ok(r);
}

// --- states --------------------------------------------------------------------------------------

u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from)
{
    u32 root = from ? ed_root_by_name(schema->states, schema->state_count, from->name)
                    : ed_root_by_tag(schema->states, schema->state_count, tag);
    for (u32 i = 0; root == schema->state_count && from && i < from->was_count; i++)
        for (u32 s = 0; s < schema->state_count; s++)
            if (schema->states[s]->tag == from->was[i]) root = s;
    return root;
}

/// Migrates the state that the reader is at. `met`: the new states that have an old one.
static void load_state(ed_DocumentLoad *load, u32 tag, const ed_Type *from, bool *met)
{
    const ed_State *state = load->state;
    const ed_Schema *schema = state->schema;
    u32 root = ed_snapshot_root(schema, tag, from);
    bool gone = root == schema->state_count || met[root];
    if (!gone) met[root] = true;
    if (gone) ed_load_session_drop(&load->loading, from);
    else ed_load_session_root(&load->loading, from, schema->states[root], &state->roots[root]);
}

static void load_next_state(ed_DocumentLoad *load, bool *met)
{
    ed_Reader *r = &load->r;
    u64 tag = ed_read_u64(r);
    if (!ed_read_ok(r)) return;
    if (tag <= UINT32_MAX)
        load_state(load, (u32)tag, ed_document_types_root(&load->types, (u32)tag), met);
    else ed_load_session_drop(&load->loading, NULL);
}

static u32 read_root_count(ed_Reader *r)
{
    const u8 *at = r->at;
    u32 count = ed_read_map(r);
    if (count > ED_DOCUMENT_ROOTS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u roots: the limit is %u", count,
                     ED_DOCUMENT_ROOTS_MAX);
    return ed_read_ok(r) ? count : 0;
}

/// Lists the states of the document. The reader stays where it is.
static void list_states(ed_DocumentLoad *load)
{
    ed_Reader ahead = load->r;
    ed_Plan *plan = &load->plan;
    u32 count = read_root_count(&ahead);
    plan->states = (ed_PlanState *)ed_plan_push(plan, count * sizeof *plan->states);
    for (u32 i = 0; plan->states && i < count; i++) {
        u64 tag = ed_read_u64(&ahead);
        ed_Span value = ed_read_skip(&ahead);
        if (!ed_read_ok(&ahead) || tag > UINT32_MAX) return;
        const ed_Type *from = ed_document_types_root(&load->types, (u32)tag);
        if (from && ed_plan_state(plan, from->name, strlen(from->name))) continue;
        plan->states[plan->state_count++] = (ed_PlanState){ .from = from, .value = value };
    }
}

/// Finds the new states that the listed ones feed, and the parts that move to other states.
static void match_states(ed_DocumentLoad *load)
{
    bool met[ED_DOCUMENT_ROOTS_MAX] = { false };
    const ed_Schema *schema = load->state->schema;
    for (u32 i = 0; i < load->plan.state_count; i++) {
        ed_PlanState *state = &load->plan.states[i];
        u32 root = state->from ? ed_snapshot_root(schema, 0, state->from) : schema->state_count;
        if (root == schema->state_count || met[root]) continue;
        met[root] = true;
        state->to = schema->states[root];
    }
    ed_state_moves_find(&load->plan, schema);
}

/// Migrates the listed states. Types without a name in the document cannot have been renamed.
static void load_listed_states(ed_DocumentLoad *load, bool *met)
{
    for (u32 i = 0; i < load->plan.state_count && ed_read_ok(&load->r); i++) {
        const ed_PlanState *state = &load->plan.states[i];
        load->r.at = state->value.at;
        if (state->from) load_state(load, state->from->tag, state->from, met);
    }
}

static void load_states(ed_DocumentLoad *load, ed_RenameTypes *rename, const void *rename_it)
{
    bool met[ED_DOCUMENT_ROOTS_MAX] = { false };
    ed_Reader *r = &load->r;
    const ed_State *state = load->state;
    const bool links = ed_read_ok(r) && ed_link_map_is_needed(&load->plan, state->schema);
    if (ed_read_ok(r) && (rename || links || ed_states_are_needed(&load->plan, state->schema))) {
        list_states(load);
        ed_load_session_decode_states(&load->loading);
        if (rename) rename(rename_it, &load->types);
        match_states(load);
        if (links && ed_read_ok(r) && !ed_link_map_make(&load->plan, state->schema))
            ed_read_fail(r, ED_ERR_LIMIT, r->at, ED_PLAN_FULL);
    }
    if (rename) load_listed_states(load, met);
    else {
        u32 count = read_root_count(r);
        for (u32 i = 0; i < count && ed_read_ok(r); i++) load_next_state(load, met);
    }
    for (u32 i = 0; i < state->schema->state_count && ed_read_ok(r); i++)
        if (!met[i])
            ed_load_session_added(&load->loading, state->schema->states[i], &state->roots[i]);
}

bool ed_document_load_run(ed_DocumentLoad *load, ed_RenameTypes *rename, const void *rename_it)
{
    ed_Reader *r = &load->r;
    ed_document_go_to(r, load->parts.roots);
    ed_load_session_begin(&load->loading, r, &load->plan, load->state);
    load_states(load, rename, rename_it);
    if (ed_read_ok(r) && !ed_links_settle(load->state, &load->plan))
        ed_read_fail(r, ED_ERR_LIMIT, load->parts.roots.at, "%s: memory limit reached",
                     load->scratch->name);
    ed_load_session_finish(&load->loading);
    if (!ed_read_ok(r)) return false;
    ed_plan_finish(&load->plan);
    load->state->frame = load->frame;
    return true;
}
