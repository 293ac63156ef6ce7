/// Exit codes of processes that did not end by themselves. Only for the files for Windows.
///
/// A process that an exception ends has the exception's code as exit code, such as
/// STATUS_ACCESS_VIOLATION. In codes of errors, the highest two bits are set. The next 14 bits name
/// the part of the system, and are zero here. The code of a breakpoint is that of a warning; other
/// warnings do not count.
#ifndef ED_OS_END_CODE_H
#define ED_OS_END_CODE_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_CODE_ABORT 0x40000015u       // STATUS_FATAL_APP_EXIT: abort was called
#define ED_CODE_ASKED 0xc000013au       // STATUS_CONTROL_C_EXIT: the default for a typed request
#define ED_CODE_KILLED 0x40010004u      // DBG_TERMINATE_PROCESS: ended by ed_child_kill
#define ED_CODE_BREAKPOINT 0x80000003u      // STATUS_BREAKPOINT: no debugger took it

/// True if a process with this exit code was ended by an exception or by another process.
static inline bool ed_code_is_kill(u32 code)
{
    return code == ED_CODE_ABORT || code == ED_CODE_KILLED || code == ED_CODE_BREAKPOINT
        || (code & 0xffff0000u) == 0xc0000000u;
}

ED_C_END
#endif
