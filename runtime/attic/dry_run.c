#include "runtime/attic/dry_run.h"
#include "runtime/base/limits.h"
#include "runtime/attic/attic.h"
#include "runtime/migrate/predict.h"
#include "runtime/snapshot/budget.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/layout.h"

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
    ed_RootMemory roots[ED_PREDICT_STATES_MAX] = { { .at = NULL } };
    ed_Arena arenas[ED_PREDICT_STATES_MAX] = { { .base = NULL } };
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
    if (schema.state_count > ED_PREDICT_STATES_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "the schema contains more than %u states",
                ED_PREDICT_STATES_MAX);
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
    bool good = dry_run->bare ? ed_predict(&now, &schema, dry_run->live, arena, report, error)
                              : load_values(dry_run, now.game, &schema, arena, report, error);
    if (!good || !dry_run->live || !ed_document_has_layout(&now, &schema)) return good;
    ed_report_init(report, arena);
    report->same_layout = true;
    return true;
}
