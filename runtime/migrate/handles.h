/// Clears and counts dangling handles, whose items no longer exist, after all of the state was
/// loaded.
#ifndef ED_MIGRATE_HANDLES_H
#define ED_MIGRATE_HANDLES_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Cleared handles are counted in the report rows of `plan`. False if the plan's memory is full.
bool ed_handles_clear_dangling(const ed_State *state, const ed_Plan *plan);

ED_C_END
#endif
