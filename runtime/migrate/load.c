#include "runtime/migrate/load.h"
#include "runtime/base/limits.h"
#include "runtime/migrate/check_copied.h"
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/match.h"
#include "runtime/migrate/state_moves.h"

#define ROOM_BYTES ((size_t)256 << 10)      // enough for the old values of a small game

void ed_load_session_begin(ed_LoadSession *loading, ed_Reader *r, ed_Plan *plan,
                           const ed_State *state)
{
    *loading = (ed_LoadSession){ .plan = plan, .shared = { .budget = state->budget } };
    loading->d = (ed_Decoder){ .r = r,
                               .arena = &loading->arena,
                               .types = plan->types,
                               .type_count = plan->type_count,
                               .live = state->live && !state->no_pointers };
    void *room = ed_arena_push_raw(plan->arena, ROOM_BYTES, 64);
    size_t most = state->budget ? ed_budget_decoded_max(state->budget) : ed_bytes_max;
    if (room) ed_arena_open_at(&loading->arena, "old values", room, ROOM_BYTES, most);
    else ed_arena_check(plan->arena, &r->err);
}

static ed_Load load_of(ed_LoadSession *loading, const ed_RootMemory *root)
{
    return (ed_Load){ .d = &loading->d,
                      .plan = loading->plan,
                      .arena = root ? root->arena : NULL,
                      .shared = &loading->shared };
}

static ed_ValueRef record_of(const ed_DecodedType *type, const u8 *at)
{
    return (ed_ValueRef){ .type = type ? &type->type : NULL, .at = (u8 *)(uintptr_t)at };
}

// --- parts that move between states --------------------------------------------------------------

void ed_load_session_decode_states(ed_LoadSession *loading)
{
    ed_Reader *r = loading->d.r;
    const u8 *start = r->at;
    for (u32 i = 0; i < loading->plan->state_count && ed_read_ok(r); i++) {
        ed_PlanState *state = &loading->plan->states[i];
        const ed_DecodedType *type = state->from ? ed_decoded_type(&loading->d, state->from) : NULL;
        if (!type || !ed_read_enter(r, state->from->name, 0)) continue;
        r->at = state->value.at;
        state->record = record_of(type, ed_decode_record(&loading->d, type));
        ed_read_leave(r);
    }
    if (ed_read_ok(r)) r->at = start;
}

/// Moves the parts of other old states to the new state `to`.
static void move_to_state(ed_LoadSession *loading, const ed_Type *to, const ed_RootMemory *root)
{
    ed_Load load = load_of(loading, root);
    for (u32 i = 0; i < loading->plan->state_count && ed_load_ok(&load); i++) {
        const ed_PlanState *state = &loading->plan->states[i];
        if (!ed_state_moves_between(loading->plan, state->from, to)) continue;
        ed_TypePlan *pair = ed_plan_between_states(loading->plan, state->from, to);
        ed_Steps *steps = pair ? ed_steps(&load, pair, state->record.type) : NULL;
        if (steps)
            ed_steps_run(
                &load, steps,
                &(ed_Elements){ .from = (u8 *)state->record.at, .to = (u8 *)root->at, .count = 1 });
        else if (!pair) ed_read_fail(load.d->r, ED_ERR_LIMIT, load.d->r->at, ED_PLAN_FULL);
    }
}

// --- one state -----------------------------------------------------------------------------------

/// The state that begins at the reader, if all states are decoded already.
static const ed_PlanState *decoded_state(const ed_LoadSession *loading)
{
    for (u32 i = 0; i < loading->plan->state_count; i++)
        if (loading->plan->states[i].value.at == loading->d.r->at) return &loading->plan->states[i];
    return NULL;
}

static const u8 *decode_root(ed_LoadSession *loading, const ed_DecodedType *type)
{
    const ed_PlanState *state = decoded_state(loading);
    if (!state || !state->record.at) return ed_decode_record(&loading->d, type);
    loading->d.r->at += state->value.size;
    return (const u8 *)state->record.at;
}

static void migrate_root(ed_LoadSession *loading, ed_TypePlan *pair, const ed_RootMemory *root)
{
    ed_Reader *r = loading->d.r;
    ed_Load load = load_of(loading, root);
    const ed_DecodedType *type = ed_decoded_type(&loading->d, pair->from);
    const u8 *start = r->at, *record = type ? decode_root(loading, type) : NULL;
    const u8 *end = r->at;
    ed_Steps *steps = record ? ed_steps(&load, pair, &type->type) : NULL;
    if (steps) r->at = start;      // later errors are reported at the start of the root
    if (steps)
        ed_steps_run(&load, steps,
                     &(ed_Elements){ .from = record, .to = (u8 *)root->at, .count = 1 });
    if (ed_read_ok(r)) r->at = end;
}

void ed_load_session_root(ed_LoadSession *loading, const ed_Type *from, const ed_Type *to,
                          const ed_RootMemory *root)
{
    ed_Reader *r = loading->d.r;
    ed_TypePlan *pair =
        ed_plan_pair(loading->plan, from ? from : to, to, (ed_UnitPair){ NULL, NULL });
    if (!pair) {
        ed_read_fail(r, ED_ERR_LIMIT, r->at, ED_PLAN_FULL);
        return;
    }
    if (!ed_read_enter(r, to->name, 0)) return;
    move_to_state(loading, to, root);
    migrate_root(loading, pair, root);
    ed_read_leave(r);
    if (ed_read_ok(r) && !ed_arena_check(root->arena, &r->err)) r->at = r->end;
}

// --- dropped and added states --------------------------------------------------------------------

/// Returns whether the dropped root held any value that was not its default. Decodes it without
/// moving the reader, if that was not done before. A root that cannot be decoded counts as holding
/// values, and its error is not reported. The caller frees the decoded values, so the layouts of
/// types, which refer to each other, are made again.
static bool held_anything(ed_LoadSession *loading, const ed_TypePlan *pair)
{
    ed_Reader ahead = *loading->d.r;
    ed_Decoder d = loading->d;
    const ed_Type *from = pair->from;
    d.r = &ahead;
    d.known = NULL;
    if (!from) return !ed_read_is_zero(&ahead, true);
    const ed_PlanState *state = decoded_state(loading);
    const ed_DecodedType *type = ed_decoded_type(&d, from);
    ed_ValueRef record = state ? state->record : (ed_ValueRef){ .type = NULL };
    if (!record.at) record = record_of(type, type ? ed_decode_record(&d, type) : NULL);
    bool held = !record.at;
    for (u32 i = 0; i < from->field_count && !held; i++) {
        ed_ValueRef value = ed_value_field(&record, &record.type->fields[i]),
                    defaults = ed_document_default(&d, from, i);
        held = ed_drops_something(loading->plan, pair, &pair->fields[i], &value, &defaults)
            || !ed_read_ok(&ahead);
    }
    return held;
}

void ed_load_session_drop(ed_LoadSession *loading, const ed_Type *from)
{
    ed_Reader *r = loading->d.r;
    ed_TypePlan pair = { .from = from };
    bool moved = from && ed_state_drop(loading->plan, &pair);
    if (loading->plan->full) {
        ed_read_fail(r, ED_ERR_LIMIT, r->at, ED_PLAN_FULL);
        return;
    }
    size_t used = loading->arena.used;
    bool lost = held_anything(loading, &pair);
    loading->arena.used = used;
    ed_read_skip(r);
    if (moved) return;
    ed_ReportRow *row = ed_read_ok(r) ? ed_report_add(loading->plan->report,
                                                      from ? from->name : "a state", "", ED_DROPPED)
                                      : NULL;
    if (!row) return;
    row->records = 1;
    row->lost = lost;
}

static const ed_Type *old_type_of(const ed_Plan *plan, const ed_Type *to)
{
    for (u32 i = 0; i < plan->type_count; i++)
        if (ed_same_type_name(&plan->types[i], to)) return &plan->types[i];
    return &ed_plan_nothing;
}

/// Calls the upgrade function of a state that is new. Its old record is empty.
static void upgrade_added(ed_LoadSession *loading, const ed_Type *to, const ed_RootMemory *root)
{
    ed_Load load = load_of(loading, root);
    if (!ed_plan_needs_upgrade(old_type_of(loading->plan, to), to)) return;
    if (to->upgrade && ed_read_enter(loading->d.r, to->name, 0)) {
        ed_upgrade(&load, to, (ed_ValueRef){ .type = &ed_plan_nothing },
                   &(ed_Elements){ .to = (u8 *)root->at });
        ed_read_leave(loading->d.r);
    }
    ed_plan_report_upgrade(loading->plan, to, 1);
}

void ed_load_session_added(ed_LoadSession *loading, const ed_Type *to, const ed_RootMemory *root)
{
    ed_ReportRow *row = ed_report_add(loading->plan->report, to->name, "", ED_ADDED);
    if (!row) return;
    row->records = 1;
    move_to_state(loading, to, root);
    if (ed_read_ok(loading->d.r)) upgrade_added(loading, to, root);
}

// --- end of the load -----------------------------------------------------------------------------

static ed_ReportRow *row_of(const ed_Plan *plan, const ed_Type *from, u32 field)
{
    for (u32 p = 0; p < plan->count; p++)
        if (plan->pairs[p].from == from && plan->pairs[p].records
            && plan->pairs[p].fields[field].row)
            return plan->pairs[p].fields[field].row;
    return NULL;
}

/// Adds the decoder's counts of values that did not fit the writer's own type. The steps got these
/// values after they were adjusted, and counted them as exact, which is corrected here.
static void count_lost(const ed_Plan *plan, const ed_DecodedType *type)
{
    for (u32 i = 0; i < type->type.field_count; i++) {
        const ed_Tally *lost = &type->lost[i];
        u64 as_exact = lost->saturated + lost->rounded + lost->defaulted;
        ed_ReportRow *row = as_exact + lost->truncated ? row_of(plan, type->writer, i) : NULL;
        if (!row) continue;
        row->tally.exact -= as_exact < row->tally.exact ? as_exact : row->tally.exact;
        row->tally.saturated += lost->saturated;
        row->tally.rounded += lost->rounded;
        row->tally.truncated += lost->truncated;
        row->tally.defaulted += lost->defaulted;
    }
}

void ed_load_session_finish(ed_LoadSession *loading)
{
    ed_Reader *r = loading->d.r;
    // a default that did not fit in memory was treated as missing
    if (ed_read_ok(r) && !ed_arena_check(&loading->arena, &r->err)) r->at = r->end;
    ed_count_copied(loading->plan);
    const ed_DecodedType *type = ed_read_ok(r) ? loading->d.known : NULL;
    for (; type; type = type->next) count_lost(loading->plan, type);
    ed_arena_close(&loading->arena);
}
