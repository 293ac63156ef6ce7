/// Describes a fault: what happened, and where in the sources.
#ifndef ED_LIVE_FAULT_H
#define ED_LIVE_FAULT_H
#include "runtime/base/str.h"
#include "runtime/live/guard.h"
ED_C_BEGIN

/// "null-pointer dereference, in update", without the location.
void ed_fault_describe(const ed_Fault *fault, ed_Text *out);

/// `location`: "game/sim.c:41", or the function if the line is unknown. `calls`: the call chain,
/// innermost first, separated by " < ". Both are from the module's debug information
/// (source_lines.h). Both are empty if no code of the module was running.
void ed_fault_locate(const ed_Fault *fault, ed_Text *location, ed_Text *calls);

/// Records how a process ended whose guard has not recorded a fault. `killed`: by a signal, which is
/// `code`.
void ed_fault_set_end(ed_Fault *fault, bool killed, int code);

/// Removes invalid values from a fault in shared memory, where another process may have written
/// anything.
void ed_fault_sanitize(ed_Fault *fault);

/// True if the process cannot continue because the C library was interrupted in an intermediate
/// state, for example in malloc. Call it only for a fault of this process.
bool ed_fault_ends_process(const ed_Fault *fault);

ED_C_END
#endif
