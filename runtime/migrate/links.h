/// Links after all values were loaded or restored: those whose target does not exist become null,
/// which is counted. At the end, record pointers get their addresses.
#ifndef ED_MIGRATE_LINKS_H
#define ED_MIGRATE_LINKS_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Counts in the report rows of `plan`. Returns false if the plan's memory is full.
bool ed_links_settle(const ed_State *state, const ed_Plan *plan);
/// Until then, record pointers are names (snapshot/containers.h): the states from before reloads,
/// which are loaded to other memory, can be compared with this one. Returns false if the plan's
/// memory is full.
bool ed_record_ptrs_resolve(const ed_State *state, const ed_Plan *plan);

ED_C_END
#endif
