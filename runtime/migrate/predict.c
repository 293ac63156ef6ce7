#include "runtime/migrate/predict.h"
#include "runtime/base/limits.h"
#include "runtime/migrate/given_defaults.h"
#include "runtime/migrate/link_map.h"
#include "runtime/migrate/load_document.h"
#include "runtime/migrate/match.h"
#include "runtime/migrate/possible_values.h"
#include "runtime/migrate/state_moves.h"

typedef struct Prediction {
    ed_Plan plan;
    const ed_Document *now;
    const ed_Schema *next;
    ed_Report *report;
} Prediction;

static void predict(ed_Load *load, const ed_PlanField *f)
{
    u32 may = ed_possible_losses(load, f);
    if (f->row && f->moved != ED_MOVED_WHOLE) f->row->may |= may;
}

/// The loop also visits pairs that are added to the plan meanwhile.
static void predict_all(Prediction *prediction, ed_Load *load)
{
    for (u32 p = 0; p < prediction->plan.count; p++) {
        ed_TypePlan *pair = &prediction->plan.pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++) predict(load, &pair->fields[i]);
        for (u32 i = 0; i < pair->move_count; i++) predict(load, &pair->moves[i].field);
    }
}

/// Runs the steps over the possible values of every matched field.
static bool run_steps(Prediction *prediction, ed_Error *error)
{
    ed_Reader r;
    ed_Arena old = { .base = NULL }, new = { .base = NULL };
    ed_Decoder d = { .r = &r,
                     .arena = &old,
                     .types = prediction->plan.types,
                     .type_count = prediction->plan.type_count };
    ed_LoadShared shared = { .buffers = NULL };
    ed_Load load = { .d = &d, .plan = &prediction->plan, .arena = &new, .shared = &shared };
    ed_read_init(&r, NULL, 0);
    bool good = ed_arena_open(&old, "old values", ed_bytes_max, error)
             && ed_arena_open(&new, "new values", ed_bytes_max, error);
    if (good) predict_all(prediction, &load);
    ed_arena_close(&old);
    ed_arena_close(&new);
    if (good && !ed_read_ok(&r) && !error->code) *error = r.err;
    return good && ed_read_ok(&r);
}

static void list_root(Prediction *prediction, u32 tag, bool *met)
{
    const ed_Type *from = ed_document_types_root(&prediction->now->types, tag);
    u32 root = ed_snapshot_root(prediction->next, tag, from);
    bool gone = root == prediction->next->state_count || met[root];
    if (!gone) met[root] = true;
    prediction->plan.states[prediction->plan.state_count++] =
        (ed_PlanState){ .from = from, .to = gone ? NULL : prediction->next->states[root] };
}

static void predict_root(Prediction *prediction, const ed_PlanState *state)
{
    const ed_Type *from = state->from;
    if (state->to) {
        if (from) ed_plan_pair(&prediction->plan, from, state->to, (ed_UnitPair){ NULL, NULL });
    } else if (!from || !ed_state_drop(&prediction->plan, &(ed_TypePlan){ .from = from })) {
        ed_ReportRow *row =
            ed_report_add(prediction->report, from ? from->name : "a state", "", ED_DROPPED);
        if (row) row->may = ED_MAY_DROP;
    }
    for (u32 i = 0; i < prediction->next->state_count; i++)
        if (ed_state_moves_between(&prediction->plan, from, prediction->next->states[i]))
            ed_plan_between_states(&prediction->plan, from, prediction->next->states[i]);
}

static void predict_roots(Prediction *prediction)
{
    bool met[ED_PREDICT_STATES_MAX] = { false };
    ed_Plan *plan = &prediction->plan;
    plan->states =
        (ed_PlanState *)ed_plan_push(plan, prediction->now->root_count * sizeof *plan->states);
    for (u32 i = 0; plan->states && i < prediction->now->root_count; i++)
        list_root(prediction, prediction->now->root_tags[i], met);
    ed_state_moves_find(plan, prediction->next);
    for (u32 i = 0; i < plan->state_count; i++) predict_root(prediction, &plan->states[i]);
    for (u32 i = 0; i < prediction->next->state_count; i++) {
        const ed_Type *to = prediction->next->states[i];
        if (met[i]) continue;
        ed_report_add(prediction->report, to->name, "", ED_ADDED);
        if (to->upgrade_name) ed_plan_report_upgrade(plan, to, 0);
    }
}

bool ed_predict(const ed_Document *now, const ed_Schema *next, bool live, ed_Arena *arena,
                ed_Report *report, ed_Error *error)
{
    Prediction prediction = { .now = now, .next = next, .report = report };
    ed_report_init(report, arena);
    ed_plan_begin(&prediction.plan, arena, report, &now->types, live);
    predict_roots(&prediction);
    if (!prediction.plan.full && ed_link_map_is_needed(&prediction.plan, next))
        ed_link_map_make(&prediction.plan, next);
    if (!prediction.plan.full && !run_steps(&prediction, error)) return false;
    ed_given_defaults_note(&prediction.plan);
    ed_plan_finish(&prediction.plan);
    for (u32 i = 0; i < report->count; i++) {
        report->rows[i].bare = true;
        report->rows[i].tally = (ed_Tally){ 0 };
    }
    if (prediction.plan.full) ed_fail(error, ED_ERR_LIMIT, ED_PLAN_FULL);
    return !prediction.plan.full;
}
