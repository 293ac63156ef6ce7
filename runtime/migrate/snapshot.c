#include "runtime/migrate/snapshot.h"
#include <string.h>
#include "runtime/migrate/given_defaults.h"
#include "runtime/migrate/handles.h"
#include "runtime/migrate/load.h"
#include "runtime/migrate/state_moves.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"

#define GAME_SHOWN 64u      // bytes of a game's name that a message shows

static void use_limit(const ed_State *state)
{
    if (state->bytes_max) ed_bytes_max = state->bytes_max;
}

bool ed_snapshot_write(ed_Writer *w, const ed_State *state)
{
    use_limit(state);
    size_t start = w->size;
    bool kept = !state->attic && state->attic_bytes.size;
    ed_document_begin(w, state, state->attic || kept);
    if (state->attic) {
        ed_write_text(w, "attic");
        ed_attic_write(w, state->attic);
    }
    if (kept) {
        ed_write_text(w, "attic");
        ed_write_packed(w, state->attic_bytes.at, state->attic_bytes.size);
    }
    ed_document_end(w, state, start);
    return ed_write_ok(w);
}

// --- reading -------------------------------------------------------------------------------------

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

u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from)
{
    u32 root = from ? ed_root_by_name(schema->states, schema->state_count, from->name)
                    : ed_root_by_tag(schema->states, schema->state_count, tag);
    for (u32 i = 0; root == schema->state_count && from && i < from->was_count; i++)
        for (u32 s = 0; s < schema->state_count; s++)
            if (schema->states[s]->tag == from->was[i]) root = s;
    return root;
}

static void read_root(ed_LoadSession *loading, const ed_DocumentTypes *tables,
                      const ed_State *state, bool *met)
{
    ed_Reader *r = loading->d.r;
    const ed_Schema *schema = state->schema;
    u64 tag = ed_read_u64(r);
    if (!ed_read_ok(r)) return;
    const ed_Type *from = tag <= UINT32_MAX ? ed_document_types_root(tables, (u32)tag) : NULL;
    u32 root = tag <= UINT32_MAX ? ed_snapshot_root(schema, (u32)tag, from) : schema->state_count;
    bool gone = root == schema->state_count || met[root];
    if (!gone) met[root] = true;
    if (gone) ed_load_session_drop(loading, from);
    else ed_load_session_root(loading, from, schema->states[root], &state->roots[root]);
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

/// Lists the states of the document, and the new states that they feed. The reader stays where it
/// is.
static void list_states(ed_LoadSession *loading, const ed_DocumentTypes *tables,
                        const ed_Schema *schema)
{
    bool met[ED_DOCUMENT_ROOTS_MAX] = { false };
    ed_Reader ahead = *loading->d.r;
    ed_Plan *plan = loading->plan;
    u32 count = read_root_count(&ahead);
    plan->states = (ed_PlanState *)ed_plan_push(plan, count * sizeof *plan->states);
    for (u32 i = 0; plan->states && i < count; i++) {
        u64 tag = ed_read_u64(&ahead);
        ed_Span value = ed_read_skip(&ahead);
        if (!ed_read_ok(&ahead) || tag > UINT32_MAX) return;
        const ed_Type *from = ed_document_types_root(tables, (u32)tag);
        u32 root = ed_snapshot_root(schema, (u32)tag, from);
        bool gone = root == schema->state_count || met[root];
        if (from && ed_plan_state(plan, from->name, strlen(from->name))) continue;
        if (!gone) met[root] = true;
        plan->states[plan->state_count++] = (ed_PlanState){
            .from = from, .to = gone ? NULL : schema->states[root], .value = value
        };
    }
}

static void read_roots(ed_LoadSession *loading, const ed_DocumentTypes *tables,
                       const ed_State *state)
{
    bool met[ED_DOCUMENT_ROOTS_MAX] = { false };
    ed_Reader *r = loading->d.r;
    if (ed_read_ok(r) && ed_states_are_needed(loading->plan, state->schema)) {
        list_states(loading, tables, state->schema);
        ed_load_session_states(loading, state->schema);
    }
    u32 count = read_root_count(r);
    for (u32 i = 0; i < count && ed_read_ok(r); i++) read_root(loading, tables, state, met);
    for (u32 i = 0; i < state->schema->state_count && ed_read_ok(r); i++)
        if (!met[i]) ed_load_session_added(loading, state->schema->states[i], &state->roots[i]);
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

bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error)
{
    ed_Reader r;
    ed_DocumentParts parts;
    ed_DocumentTypes tables = { .count = 0 };
    use_limit(state);
    ed_read_init(&r, bytes, size);
    ed_report_init(report, scratch);
    ed_document_open(&r, &parts);
    check_game(&r, &parts, state->game);
    ed_document_go_to(&r, parts.frame);
    u64 frame = ed_read_u64(&r);
    read_types(&r, &parts, state, scratch, &tables);
    init_roots(state, &r);
    if (state->attic && parts.attic.at) {
        ed_document_go_to(&r, parts.attic);
        ed_attic_read(&r, state->attic);
        report->refused = state->attic->refused;
        report->forgotten = state->attic->forgotten;
    }
    ed_Plan plan;
    ed_plan_begin(&plan, scratch, report, &tables, state->attic, state->live);
    plan.is_undo = state->is_undo;
    ed_document_go_to(&r, parts.roots);
    ed_LoadSession loading;
    ed_load_session_begin(&loading, &r, &plan, state, parts.types);
    read_roots(&loading, &tables, state);
    if (ed_read_ok(&r) && !ed_handles_clear_dangling(state, &plan))
        ed_read_fail(&r, ED_ERR_LIMIT, parts.roots.at, "%s: memory limit reached", scratch->name);
    ed_load_session_finish(&loading);
    if (ed_read_ok(&r)) {
        ed_given_defaults_note(&plan);
        ed_plan_finish(&plan);
        state->frame = frame;
    } else if (error && !error->code) *error = r.err;
    ed_load_session_close(&loading);
    return ed_read_ok(&r);
}
