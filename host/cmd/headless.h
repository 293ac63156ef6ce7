/// Runs up to two games without window, clock and source watching, for commands that run a game's
/// code. Faults of loaded modules are caught. As for game_source.h, two files implement one
/// interface, and the linker chooses one.
#ifndef HOST_CMD_HEADLESS_H
#define HOST_CMD_HEADLESS_H
#include "runtime/base/str.h"
#include "runtime/run/run.h"

#define HOST_HEADLESS_MAX 2u

typedef struct host_Headless host_Headless;

/// NULL on failure, with nothing left open.
host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error);
void host_headless_close(host_Headless *headless);
/// Starts a new game of the module at `path`; NULL: ED_MODULE_PATH, or the linked-in game. NULL if
/// the module cannot be loaded or its code fails.
ed_Run *host_headless_add(host_Headless *headless, const char *path, u64 seed, ed_Error *error);
/// Call it before running a game's code: a fault is then attributed to that game.
void host_headless_select(host_Headless *headless, const ed_Run *run);
/// Describes the fault of the last call: "game/sim.c:41: null-pointer dereference, in update (hit <
/// update)".
void host_headless_fault(const host_Headless *headless, ed_Text *out);
#endif
