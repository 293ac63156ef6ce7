/// Checks that a module is valid, and that it can replace the current one.
#ifndef ED_RUN_MODULE_CHECK_H
#define ED_RUN_MODULE_CHECK_H
#include "runtime/api/module.h"
ED_C_BEGIN

/// Checks the module's table and schema. Called by open, replace and the loader.
bool ed_module_check(const ed_Module *module, ed_Error *error);
/// Checks that `next` is the same game as the one that runs, `game`.
bool ed_module_check_game(const ed_Module *next, const char *game, ed_Error *error);
/// Checks that no rigid type changed, because rigid memory keeps its layout while the host runs.
bool ed_check_rigid(const ed_Schema *now, const ed_Schema *next, ed_Error *error);
/// Returns true if both schemas have the same states with the same layout.
bool ed_same_states(const ed_Schema *now, const ed_Schema *next);

ED_C_END
#endif
