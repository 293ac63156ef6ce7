/// The attics of a running game: the current one, and those that are held so that the game can go
/// back to an earlier module.
#ifndef ED_RUN_ATTICS_H
#define ED_RUN_ATTICS_H
#include "runtime/migrate/attic.h"
#include "runtime/run/run.h"

/// Opens all attics and makes an empty one the current one. Returns false if memory is full.
bool ed_run_attics_open(ed_Run *run, ed_Error *error);
void ed_run_attics_close(ed_Run *run);

ed_Attic *ed_run_find_free_attic(ed_Run *run);      ///< an empty attic that nothing uses
/// Makes `attic` the current one.
void ed_run_attic_use(ed_Run *run, ed_Attic *attic);
void ed_run_attic_use_empty(ed_Run *run);
/// Gives the reload its own copy of the attic to change, because others may hold the current one.
void ed_run_attic_copy(ed_Run *run);
/// Goes back to the attic from before the reload, at whatever point the reload failed.
void ed_run_attic_roll_back(ed_Run *run, ed_Attic *attic);

#endif
