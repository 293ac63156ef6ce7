/// Files that a crashed game leaves in the start folder (start_folder.h). crash-1.state to
/// crash-8.state have its last good state; the oldest is overwritten. crash-N.txt says what
/// happened, where, and in which module.
#ifndef ED_DEBUG_CRASH_FILES_H
#define ED_DEBUG_CRASH_FILES_H
#include "runtime/base/str.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

#define ED_CRASH_FILES 8u

/// Writes the best complete state of `checkpoint` and a report that starts with `reason`, the
/// reason for the crash. `path` receives the name of the state file. `module` is the game's library
/// as the user named it. False with an error if there is no state or it cannot be written.
bool ed_crash_save(const ed_Checkpoint *checkpoint, const ed_Fault *fault, const char *module,
                   const char *reason, ed_Text *path, ed_Error *error);
/// Adds the command line that resumes from the state file.
void ed_crash_command(const char *state, const char *module, ed_Text *out);

/// Call it when the game continued without the state file. The file is dated two hours back, so it
/// is no longer offered and is overwritten earlier.
void ed_crash_mark_recovered(const char *path);
/// Call it when a game was started from the snapshot `path`. If that is one of these files, it is
/// no longer offered either.
void ed_crash_mark_resumed(const char *path);

/// Adds the name of the newest state if it was written within the last hour, to be offered at the
/// start; otherwise nothing.
void ed_crash_newest(ed_Text *path);
/// Adds the newest crash of the last hour, when it happened, and whether its state still exists.
/// Adds nothing if there was no crash. Use it if no state is offered.
void ed_crash_describe_resumed(ed_Text *out);
#endif
