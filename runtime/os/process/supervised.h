/// Supervises one child process: waits for its end and also notices stops, and passes requests to
/// end this program on to it. Only one process can be supervised at a time. A request that was
/// typed in a terminal reaches both processes by itself, so it is not passed on.
#ifndef ED_OS_SUPERVISED_H
#define ED_OS_SUPERVISED_H
#include "runtime/os/process/child.h"
ED_C_BEGIN

typedef enum ed_SupervisedEvent {
    ED_SUPERVISED_TICK,           // see ed_supervised_wait
    ED_SUPERVISED_STOPPED,        // it is suspended, by a user or by itself
    ED_SUPERVISED_CONTINUED,      // it was resumed
    ED_SUPERVISED_ENDED           // `end` and `code` of the ed_Child are set
} ed_SupervisedEvent;

typedef enum ed_EndCause {      // why a process was killed
    ED_END_OTHER,
    ED_END_CRASH,        // a fault, an abort, or a limit or timer that the process has set itself
    ED_END_REQUEST,      // a request to end, which the process did not handle
    ED_END_KILLED        // killed at once, as by ed_child_kill
} ed_EndCause;

/// From now on, requests to end are counted and passed on, except those that are ignored, as under
/// nohup. A write to a closed pipe or beyond a size limit then fails with an error, and does not
/// end the process.
void ed_supervised_listen(void);
/// Undoes that. Call it if this program itself runs what should have been supervised.
void ed_supervised_stop_listening(void);
u32 ed_supervised_requests(void);      ///< the requests so far

/// Like ed_child_start; call ed_supervised_listen first. A request that arrives meanwhile is passed
/// on afterwards.
int ed_supervised_start(ed_Child *child, const ed_ChildStart *start);
/// Waits for the next event. There is a tick about every second, unless this process is suspended,
/// too.
ed_SupervisedEvent ed_supervised_wait(ed_Child *child);
void ed_supervised_continue(const ed_Child *child);      ///< resumes a process that is suspended

/// Why a process was killed: `code` is the code of an ed_Child whose end is ED_CHILD_KILLED.
ed_EndCause ed_supervised_cause(i32 code);

ED_C_END
#endif
