/// What a schema change would do to a state, as a report in the form of a reload's. The new schema
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
    ed_Span now;       // a snapshot, whose values are migrated by the real engine
    ed_Span next;      // a snapshot of the new schema
    bool live;         // apply the rules between two saves, not those for a snapshot from disk
    bool
        bare;      // `now` is of a schema too: it has no values, so the report lists what any value may lose
} ed_DryRun;

/// The report is allocated in `arena` and borrows both snapshots. False if one of them is refused:
/// `at_next` says which.
bool ed_dry_run(const ed_DryRun *forecast, ed_Arena *arena, ed_Report *report, bool *at_next,
                ed_Error *error);

ED_C_END
#endif
