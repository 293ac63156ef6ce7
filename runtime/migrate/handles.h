/// Handles all over the state, once all of it is read: those whose item is gone are cleared and
/// counted.
#ifndef ED_MIGRATE_HANDLES_H
#define ED_MIGRATE_HANDLES_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// `plan` names the rows of the report the cleared ones are counted in. False where the plan's
/// memory is full.
bool ed_handles_clear_dangling(const ed_State *state, const ed_Plan *plan);

ED_C_END
#endif
