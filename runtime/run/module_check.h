/// What a module must satisfy before it is used, and whether it fits the one that it replaces.
#ifndef ED_RUN_MODULE_CHECK_H
#define ED_RUN_MODULE_CHECK_H
#include "runtime/api/module.h"
ED_C_BEGIN

/// Checks the module's own table and schema. Called by open, replace and the loader.
bool ed_module_check(const ed_Module *module, ed_Error *error);
/// Rigid memory stays as it is while the host runs: its types must not change.
bool ed_check_rigid(const ed_Schema *now, const ed_Schema *next, ed_Error *error);
/// Whether both have the same states in the same layout.
bool ed_same_states(const ed_Schema *now, const ed_Schema *next);

ED_C_END
#endif
