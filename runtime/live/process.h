/// Protects the process from changes by a module: signal handlers, resource limits, standard output
/// and other parts that eddie depends on. The values before the module's code ran are kept here.
/// After a call, the parts are compared and restored, and each changed part is reported once.
///
/// The floating-point environment needs no system call, so it is checked after every call. The
/// other parts are checked in turn, at most one every 2 ms. All parts are checked after a call that
/// is made once (load, start, unload) and before a build, a trial or a save. There is one instance
/// per process.
///
/// The working folder stays as the game leaves it until the next module loads; eddie resolves its
/// own paths from the start folder (start_folder.h). A locale that the game sets applies to the
/// game's calls only.
#ifndef ED_LIVE_PROCESS_H
#define ED_LIVE_PROCESS_H
#include "runtime/base/str.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_PROCESS_CHECK_MS 2u      // minimum time between two checks

/// Takes the current values, including the start folder, as those of the host. Call it again after
/// the host itself changed something.
void ed_process_take(void);
/// From now on, nothing is restored.
void ed_process_stop_restoring(void);

void ed_process_begin(ed_Phase phase);      ///< before a call of the module
void ed_process_end(ed_Phase phase);        ///< on the same thread, even if a fault ended the call
void ed_process_check(ed_Phase phase);      ///< checks every part
/// Checks standard input, output and error. Call it before reading or writing there: a file that
/// the game opened may have taken that descriptor number.
void ed_process_check_files(void);

/// Adds "the game changed …" for one change that was not reported yet. False if there is no such
/// change.
bool ed_process_changes(ed_Text *line);
/// The resource limit that was lowered permanently, such as "RLIMIT_NOFILE", or NULL.
const char *ed_process_lost_limit(void);

/// An ed_CallFn for a module that is linked into the program: restores the calling thread's locale
/// and floating-point environment after the call.
bool ed_process_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

ED_C_END
#endif
