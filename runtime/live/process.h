/// What a module may change of the process it runs in, though eddie depends on it: signal handlers,
/// resource limits, standard output and more. What was there before the module's code ran is kept
/// here; after a call it is compared, restored, and reported once for each part.
///
/// The floating-point environment and the locale take no system call and are checked after every
/// call. Of the other parts one is checked every 2 ms at most, and all of them after a call that is
/// made once (load, start, unload), before a build, a trial and a save. One a process.
///
/// The working folder stays as the game leaves it, and is the start folder again when the next
/// module loads: all of eddie's own paths are absolute (home.h). A locale that the game sets is in
/// effect in its own calls only.
#ifndef ED_LIVE_PROCESS_H
#define ED_LIVE_PROCESS_H
#include "runtime/base/str.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_PROCESS_CHECK_MS 2u      // between two checks of one part

/// What is there now belongs to the host: the start folder, too. Call it again after the host has
/// changed something itself.
void ed_process_take(void);
/// The handler of this signal now belongs to the host.
void ed_process_keep_handler(int signal);
/// Restores nothing from now on.
void ed_process_stop_restoring(void);

void ed_process_begin(ed_Phase phase);      ///< a call of the module
void ed_process_end(ed_Phase phase);        ///< on the same thread; the call need not have returned
void ed_process_check(ed_Phase phase);      ///< every part
/// Standard input, output and error, before something is read or written there: a file that the
/// game opened may have got the number.
void ed_process_check_files(void);

/// "the game changed …", for a change that was not reported yet. False if nothing is to report.
bool ed_process_changes(ed_Text *line);
/// The resource limit that was lowered for good, as "RLIMIT_NOFILE"; NULL: none was.
const char *ed_process_lost(void);

/// An ed_CallFn for a module that is part of the program: the calling thread's locale and
/// floating-point environment are as before afterwards.
bool ed_process_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

ED_C_END
#endif
