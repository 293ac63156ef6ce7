/// What the system reports about a process and its threads.
#ifndef ED_OS_PROCESS_INFO_H
#define ED_OS_PROCESS_INFO_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// True if a debugger is attached to the process; 0: to this process. Signal handlers may call it
/// for this process.
bool ed_process_is_traced(i64 process);
/// Lets the debugger that is attached stop this process here.
void ed_process_break(void);

/// A number for the calling thread, for the next two functions.
i64 ed_thread_number(void);
/// True if the thread of this process has ended, even if the C library did not notice that a system
/// call ended it. False if it is unknown.
bool ed_thread_has_ended(i64 number);

/// The processor time that a thread of this process has used, in nanoseconds; 0 if it is unknown.
u64 ed_thread_used_ns(i64 number);
/// The processor time that all threads of a process have used; 0 if it is unknown. `process` is
/// that of an ed_Child.
u64 ed_process_used_ns(i64 process);

ED_C_END
#endif
