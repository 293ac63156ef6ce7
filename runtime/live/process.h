/// Protects the process that eddie depends on from changes by a module: signal handlers, resource
/// limits, standard output and more. The values before the module's code ran are kept here; after a
/// call they are compared, restored, and each changed part is reported once.
///
/// The floating-point environment and the locale need no system call and are checked after every
/// call. Of the other parts, one is checked every 2 ms at most, and all of them after a call that
/// is made once (load, start, unload), before a build, a trial and a save. There is one instance
/// per process.
///
/// The working folder stays as the game leaves it and is reset when the next module loads; all of
/// eddie's own paths are absolute (home.h). A locale that the game sets applies to its own calls
/// only.
#ifndef ED_LIVE_PROCESS_H
#define ED_LIVE_PROCESS_H
#include "runtime/base/str.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_PROCESS_CHECK_MS 2u      // between two checks of a part

/// Takes the current values as the host's, including the start folder. Call it again after the host
/// changed something itself.
void ed_process_take(void);
/// From now on, the handler of this signal belongs to the host.
void ed_process_keep_handler(int signal);
/// Restores nothing from now on.
void ed_process_stop_restoring(void);

void ed_process_begin(ed_Phase phase);      ///< before a call of the module
void ed_process_end(ed_Phase phase);        ///< on the same thread, even if the call was left
void ed_process_check(ed_Phase phase);      ///< checks every part
/// Checks standard input, output and error. Call it before reading or writing there: a file that
/// the game opened may have got the number.
void ed_process_check_files(void);

/// "the game changed …", for a change that was not reported yet. False if none exists.
bool ed_process_changes(ed_Text *line);
/// The resource limit that was lowered permanently, such as "RLIMIT_NOFILE"; NULL if none exists.
const char *ed_process_lost(void);

/// An ed_CallFn for a module that is part of the program: restores the calling thread's locale and
/// floating-point environment after the call.
bool ed_process_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

ED_C_END
#endif
