/// What a schema change would do to a state, with the same report as for a reload. The new schema
/// is also given as a snapshot, which `eddiec --snapshot` writes. It is laid out here, so no game
/// is needed. Upgrade functions cannot run, which the report says.
#ifndef ED_MIGRATE_DRY_RUN_H
#define ED_MIGRATE_DRY_RUN_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_DRY_RUN_ROOTS_MAX 64u

typedef struct ed_DryRun {
    ed_Span now;       // a snapshot, whose values are loaded as usual
    ed_Span next;      // a snapshot of the new schema
    bool live;         // rules for two saves, not for a snapshot from disk
    bool bare;         // `now` has only types, no values: report what a value may lose
} ed_DryRun;

/// The report is allocated in `arena` and borrows both snapshots. False if one of them is invalid:
/// `at_next` says which.
bool ed_dry_run(const ed_DryRun *forecast, ed_Arena *arena, ed_Report *report, bool *at_next,
                ed_Error *error);

ED_C_END
#endif
