/// Links after all of the state was loaded: clears and counts those whose target no longer exists,
/// and gives record pointers their addresses.
#ifndef ED_MIGRATE_LINKS_H
#define ED_MIGRATE_LINKS_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Cleared links are counted in the report rows of `plan`. Both return false if the plan's memory
/// is full.
bool ed_handles_clear_dangling(const ed_State *state, const ed_Plan *plan);
/// Until then, record pointers are names (snapshot/containers.h): the states from before reloads,
/// which are loaded to other memory, can be compared with this one.
bool ed_record_ptrs_resolve(const ed_State *state, const ed_Plan *plan);

ED_C_END
#endif
