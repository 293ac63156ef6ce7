/// Games that run without a window, a clock or a watch on their sources, up to two beside each
/// other: for commands that have a game's code compute something. Their faults are held. One
/// interface, two files, as source.h has it.
#ifndef HOST_CMD_HEADLESS_H
#define HOST_CMD_HEADLESS_H
#include "runtime/base/str.h"
#include "runtime/run/run.h"

#define HOST_HEADLESS_MAX 2u

typedef struct host_Headless host_Headless;

/// NULL, with nothing left open, where that fails.
host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error);
void host_headless_close(host_Headless *alone);
/// A new game of the module at `path`; NULL: ED_MODULE_PATH, or the one inside. NULL where it
/// cannot be loaded or fails.
ed_Run *host_headless_add(host_Headless *alone, const char *path, u64 seed, ed_Error *error);
/// Before one of them is called: a fault is told as its own.
void host_headless_select(host_Headless *alone, const ed_Run *run);
/// What the code of the last turn failed by: "game/sim.c:41: null-pointer dereference, in update
/// (hit < update)".
void host_headless_fault(const host_Headless *alone, ed_Text *out);
#endif
