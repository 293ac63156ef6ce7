#include "runtime/migrate/dry_run.h"
#include "runtime/base/limits.h"
#include "runtime/migrate/attic.h"
#include "runtime/migrate/given_defaults.h"
#include "runtime/migrate/load_document.h"
#include "runtime/migrate/match.h"
#include "runtime/migrate/possible_values.h"
#include "runtime/migrate/snapshot.h"
#include "runtime/migrate/state_moves.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/layout.h"

// --- from types alone ----------------------------------------------------------------------------

typedef struct Bare {
    ed_Plan plan;
    const ed_Document *now;
    const ed_Schema *next;
    ed_Report *report;
} Bare;

static void predict(ed_Load *load, const ed_PlanField *f)
{
    u32 may = ed_possible_losses(load, f);
    if (f->row && f->moved != ED_MOVED_WHOLE) f->row->may |= may;
}

/// The loop also visits pairs that are added to the plan meanwhile.
static void predict_all(Bare *bare, ed_Load *load)
{
    for (u32 p = 0; p < bare->plan.count; p++) {
        ed_TypePlan *pair = &bare->plan.pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++) predict(load, &pair->fields[i]);
        for (u32 i = 0; i < pair->move_count; i++) predict(load, &pair->moves[i].field);
    }
}

/// Runs the steps over the possible values of every matched field.
static bool run_steps(Bare *bare, ed_Error *error)
{
    ed_Reader r;
    ed_Arena old = { .base = NULL }, new = { .base = NULL };
    ed_Decoder d = {
        .r = &r, .arena = &old, .types = bare->plan.types, .type_count = bare->plan.type_count
    };
    ed_LoadShared shared = { .buffers = NULL };
    ed_Load load = { .d = &d, .plan = &bare->plan, .arena = &new, .shared = &shared };
    ed_read_init(&r, NULL, 0);
    bool good = ed_arena_open(&old, "old values", ed_bytes_max, error)
             && ed_arena_open(&new, "new values", ed_bytes_max, error);
    if (good) predict_all(bare, &load);
    ed_arena_close(&old);
    ed_arena_close(&new);
    if (good && !ed_read_ok(&r) && !error->code) *error = r.err;
    return good && ed_read_ok(&r);
}

static void list_root(Bare *bare, u32 tag, bool *met)
{
    const ed_Type *from = ed_document_types_root(&bare->now->types, tag);
    u32 root = ed_snapshot_root(bare->next, tag, from);
    bool gone = root == bare->next->state_count || met[root];
    if (!gone) met[root] = true;
    bare->plan.states[bare->plan.state_count++] =
        (ed_PlanState){ .from = from, .to = gone ? NULL : bare->next->states[root] };
}

static void predict_root(Bare *bare, const ed_PlanState *state)
{
    const ed_Type *from = state->from;
    if (state->to) {
        if (from) ed_plan_pair(&bare->plan, from, state->to, (ed_UnitPair){ NULL, NULL });
    } else if (!from || !ed_state_drop(&bare->plan, &(ed_TypePlan){ .from = from })) {
        ed_ReportRow *row =
            ed_report_add(bare->report, from ? from->name : "a state", "", ED_DROPPED);
        if (row) row->may = ED_MAY_DROP;
    }
    for (u32 i = 0; i < bare->next->state_count; i++)
        if (ed_state_moves_between(&bare->plan, from, bare->next->states[i]))
            ed_plan_between_states(&bare->plan, from, bare->next->states[i]);
}

static void predict_roots(Bare *bare)
{
    bool met[ED_DRY_RUN_ROOTS_MAX] = { false };
    ed_Plan *plan = &bare->plan;
    plan->states = (ed_PlanState *)ed_plan_push(plan, bare->now->root_count * sizeof *plan->states);
    for (u32 i = 0; plan->states && i < bare->now->root_count; i++)
        list_root(bare, bare->now->root_tags[i], met);
    ed_state_moves_find(plan, bare->next);
    for (u32 i = 0; i < plan->state_count; i++) predict_root(bare, &plan->states[i]);
    for (u32 i = 0; i < bare->next->state_count; i++) {
        const ed_Type *to = bare->next->states[i];
        if (met[i]) continue;
        ed_report_add(bare->report, to->name, "", ED_ADDED);
        if (to->upgrade_name) ed_plan_report_upgrade(plan, to, 0);
    }
}

static bool predict_from_types(const ed_Document *now, const ed_Schema *next, bool live,
                               ed_Arena *arena, ed_Report *report, ed_Error *error)
{
    Bare bare = { .now = now, .next = next, .report = report };
    ed_report_init(report, arena);
    ed_plan_begin(&bare.plan, arena, report, &now->types, live);
    predict_roots(&bare);
    if (!bare.plan.full && !run_steps(&bare, error)) return false;
    ed_given_defaults_note(&bare.plan);
    ed_plan_finish(&bare.plan);
    for (u32 i = 0; i < report->count; i++) {
        report->rows[i].bare = true;
        report->rows[i].tally = (ed_Tally){ 0 };
    }
    if (bare.plan.full) ed_fail(error, ED_ERR_LIMIT, ED_PLAN_FULL);
    return !bare.plan.full;
}

// --- with the values -----------------------------------------------------------------------------

static bool open_roots(const ed_Schema *schema, ed_RootMemory *roots, ed_Arena *arenas,
                       ed_Error *error)
{
    for (u32 i = 0; i < schema->state_count; i++) {
        if (!ed_arena_open(&arenas[i], schema->states[i]->name, ed_bytes_max, error)) return false;
        roots[i].arena = &arenas[i];
    }
    return true;
}

/// Loads the snapshot as usual, into memory that is then freed.
static bool load_values(const ed_DryRun *f, const char *game, const ed_Schema *next,
                        ed_Arena *arena, ed_Report *report, ed_Error *error)
{
    ed_RootMemory roots[ED_DRY_RUN_ROOTS_MAX] = { { .at = NULL } };
    ed_Arena arenas[ED_DRY_RUN_ROOTS_MAX] = { { .base = NULL } };
    ed_Attic *attic = (ed_Attic *)ed_arena_push(arena, sizeof *attic, _Alignof(ed_Attic));
    if (!attic) return ed_arena_check(arena, error);
    ed_attic_init(attic, ed_attic_bytes_max(), NULL);
    ed_Budget budget = ed_budget_of(f->now.size);
    // the new schema is trusted: its states may have as many values as they want
    for (u32 i = 0; i < next->state_count; i++) budget.values += next->states[i]->default_values;
    ed_State state = { .game = game,
                       .schema = next,
                       .roots = roots,
                       .live = f->live,
                       .attic = attic,
                       .budget = &budget };
    bool good = open_roots(next, roots, arenas, error)
             && ed_snapshot_read(f->now.at, f->now.size, &state, arena, report, error);
    ed_attic_clear(attic);
    for (u32 i = 0; i < next->state_count; i++) ed_arena_close(&arenas[i]);
    return good;
}

bool ed_document_has_layout(const ed_Document *now, const ed_Schema *next)
{
    if (now->root_count != next->state_count) return false;
    for (u32 i = 0; i < next->state_count; i++) {
        const ed_Type *type = ed_document_types_root(&now->types, now->root_tags[i]);
        if (!type || !ed_same_type_name(type, next->states[i])
            || !ed_same_layout(type, next->states[i], NULL, 0))
            return false;
    }
    return true;
}

static void fail_no_state(const char *what, ed_Error *error)
{
    ed_fail(error, ED_ERR_FORMAT,
            "the %s contains no state, so there is nothing to compare: name the folder or the file "
            "that contains the states",
            what);
}

bool ed_dry_run(const ed_DryRun *dry_run, ed_Arena *arena, ed_Report *report, bool *at_next,
                ed_Error *error)
{
    ed_Document now, next;
    ed_Schema schema;
    *at_next = true;
    bool known = ed_document_read(dry_run->next.at, dry_run->next.size, arena, &next, error);
    if (!known || !ed_layout(&next, arena, &schema, error)) return false;
    if (schema.state_count > ED_DRY_RUN_ROOTS_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "the schema contains more than %u states",
                ED_DRY_RUN_ROOTS_MAX);
        return false;
    }
    if (!schema.state_count) {
        fail_no_state("schema", error);
        return false;
    }
    *at_next = false;
    if (!ed_document_read(dry_run->now.at, dry_run->now.size, arena, &now, error)) return false;
    if (dry_run->bare && !now.root_count) {
        fail_no_state("old schema", error);
        return false;
    }
    bool good = dry_run->bare
                  ? predict_from_types(&now, &schema, dry_run->live, arena, report, error)
                  : load_values(dry_run, now.game, &schema, arena, report, error);
    if (!good || !dry_run->live || !ed_document_has_layout(&now, &schema)) return good;
    ed_report_init(report, arena);
    report->same_layout = true;
    return true;
}
