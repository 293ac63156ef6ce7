/// Predicts what a schema change would do to a state, and makes the same report as a reload. The
/// state is a snapshot, and so is the new schema: `eddiec --snapshot` writes it. The memory layout
/// of the new types is computed here, so the game's module is not needed. Upgrade functions, which
/// are in the module, do not run; the report says so.
#ifndef ED_MIGRATE_DRY_RUN_H
#define ED_MIGRATE_DRY_RUN_H
#include "runtime/migrate/plan.h"
#include "runtime/snapshot/document.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_DRY_RUN_ROOTS_MAX 64u

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

/// Returns whether a reload would use the memory unchanged. Returns false for types with transient
/// fields, unless these fit into padding: a snapshot does not list them, so the layout computed for
/// `next` has no room for them and differs from the writer's.
bool ed_document_has_layout(const ed_Document *now, const ed_Schema *next);

ED_C_END
#endif
