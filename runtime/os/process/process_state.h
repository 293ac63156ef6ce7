/// Settings of this process that a game may change and that the host depends on.
/// ed_process_state_take keeps the current values. Later, each part can be compared with them and
/// restored. There is one instance, since the settings belong to the process.
#ifndef ED_OS_PROCESS_STATE_H
#define ED_OS_PROCESS_STATE_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_ProcessPart {
    ED_PROCESS_FLOATS,       // floating-point settings of the calling thread, see floats.h
    ED_PROCESS_FOLDER,       // the working folder; it is not restored
    ED_PROCESS_SIGNALS,      // the host's signal handlers, and whether it can wait for child
                             // processes
    ED_PROCESS_MASK,         // signals that the calling thread blocks
    ED_PROCESS_LIMITS,       // resource limits
    ED_PROCESS_UMASK,        // the mask for the modes of new files
    ED_PROCESS_FILES,        // standard input, output and error
    ED_PROCESS_TIMERS,       // timers that would end the process
    ED_PROCESS_PRCTL,        // settings of prctl
    ED_PROCESS_PARTS
} ed_ProcessPart;      // a system that does not have a part reports no changes of it

#define ED_PROCESS_DETAIL_MAX 24u

/// Keeps the current values.
void ed_process_state_take(void);
/// From now on, the current handler of this signal belongs to the host.
void ed_process_state_keep_handler(int signal);
/// Closes the files that were opened to restore the standard streams.
void ed_process_state_drop(void);

/// Compares a part with the values that were kept, and restores it. Returns true if it had changed.
/// If the part has several values, `detail` then gets the name of the last one that changed, such
/// as "SIGHUP".
bool ed_process_state_restore(ed_ProcessPart part, char detail[ED_PROCESS_DETAIL_MAX]);
/// The resource limit that could not be restored, such as "RLIMIT_NOFILE", or NULL.
const char *ed_process_state_lost_limit(void);

ED_C_END
#endif
