/// Runs one or two games without a window, for commands that run a game's code. Updates do not wait
/// for the clock, and sources are not watched. Faults in the code of a loaded module are caught.
/// headless_live.c, which loads modules, and headless_static.c, which runs the linked-in game, both
/// implement this interface; a program is linked with one of them.
#ifndef HOST_CMD_HEADLESS_H
#define HOST_CMD_HEADLESS_H
#include "runtime/base/str.h"
#include "runtime/run/run.h"

#define HOST_HEADLESS_MAX 2u

typedef struct host_Headless host_Headless;

/// NULL on failure, with nothing left open.
host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error);
void host_headless_close(host_Headless *headless);
/// Loads the module at `path` and starts a new game. If `path` is NULL, uses ED_MODULE_PATH, or the
/// linked-in game. Returns NULL if the module cannot be loaded or its code fails.
ed_Run *host_headless_add(host_Headless *headless, const char *path, u64 seed, ed_Error *error);
/// Call it before running a game's code: a fault is then attributed to that game.
void host_headless_select(host_Headless *headless, const ed_Run *run);
/// Describes the fault of the last call: "game/sim.c:41: null-pointer dereference, in update (hit <
/// update)".
void host_headless_fault(const host_Headless *headless, ed_Text *out);
#endif
