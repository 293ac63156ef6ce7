/// A fault in words: what it was, and where in the sources.
#ifndef ED_LIVE_FAULT_H
#define ED_LIVE_FAULT_H
#include "runtime/base/str.h"
#include "runtime/live/guard.h"
ED_C_BEGIN

/// "null-pointer dereference, in update", without the place.
void ed_fault_describe(const ed_Fault *fault, ed_Text *out);

/// `place`: "game/sim.c:41", or the function where there is no line. `calls`: the functions that
/// led there, the innermost first, " < " between them. By the debug information in the file the
/// module was loaded from, which addr2line reads; empty where nothing of the module was being run.
void ed_fault_locate(const ed_Fault *fault, ed_Text *place, ed_Text *calls);

/// Of one that a process left in shared memory, where it may have written anything:
/// what cannot be is nothing.
void ed_fault_sanitize(ed_Fault *fault);

/// True where the process cannot go on: the C library was left in the middle of something, its heap
/// perhaps. For a fault of this process.
bool ed_fault_is_lost(const ed_Fault *fault);

ED_C_END
#endif
