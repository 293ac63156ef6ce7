/// Files of a failed game in its working folder: its last state in crash-1.state to crash-8.state,
/// overwriting the oldest, and crash-N.txt with what happened, where, and in which module.
#ifndef ED_DEBUG_CRASH_FILES_H
#define ED_DEBUG_CRASH_FILES_H
#include "runtime/base/str.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

#define ED_CRASH_FILES 8u

/// Writes the best complete state of `checkpoint` and a report. `path` gets the name of the state
/// file. `module` is the game's library as the user named it. False with an error if there is no
/// state or it cannot be written.
bool ed_crash_save(const ed_Checkpoint *checkpoint, const ed_Fault *fault, const char *module,
                   const char *words, ed_Text *path, ed_Error *error);
/// Adds the command that resumes from the state file.
void ed_crash_command(const char *state, const char *module, ed_Text *out);

/// The game continued by itself: its state is no longer offered and is overwritten first.
void ed_crash_mark_recovered(const char *path);
/// A game was started from that snapshot: if it is one of these files, it is treated in the same
/// way.
void ed_crash_mark_resumed(const char *path);

/// The newest state, if it was written within the last hour: it is offered at the start. "" if
/// none exists.
void ed_crash_newest(ed_Text *path);
/// If no state is offered: what failed within the last hour, when, and that the game was resumed
/// from its state or that the state was removed. "" if nothing failed.
void ed_crash_describe_resumed(ed_Text *out);
#endif
