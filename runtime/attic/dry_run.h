/// Predicts what a schema change would do to a state, and makes the same report as a reload. The
/// state is a snapshot, and so is the new schema: `eddiec --snapshot` writes it. The memory layout
/// of the new types is computed here, so the game's module is not needed. Upgrade functions, which
/// are in the module, do not run; the report says so.
#ifndef ED_ATTIC_DRY_RUN_H
#define ED_ATTIC_DRY_RUN_H
#include "runtime/migrate/report.h"
#include "runtime/snapshot/document.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_DryRun {
    ed_Span now;       // a snapshot, whose values are loaded as usual
    ed_Span next;      // a snapshot of the new schema
    bool live;         // apply the rules of a hot reload, not those of a snapshot from disk
    bool bare;         // `now` has only types, no values: report what a value may lose
} ed_DryRun;

/// The report is allocated in `arena` and borrows both snapshots. False if one of them is invalid:
/// `at_next` says which.
bool ed_dry_run(const ed_DryRun *dry_run, ed_Arena *arena, ed_Report *report, bool *at_next,
                ed_Error *error);

ED_C_END
#endif
