/// What is left of a game that failed: its last state in crash-1.state to crash-8.state in the
/// folder it ran in, the oldest giving way, and beside it crash-N.txt, which says what happened,
/// where, and in which module.
#ifndef ED_DEBUG_CRASH_FILES_H
#define ED_DEBUG_CRASH_FILES_H
#include "runtime/base/str.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

#define ED_CRASH_FILES 8u

/// Writes the best whole state of `checkpoint` and `words`; `path` gets the name of the state.
/// `module` is the game's library, as the user named it. False, in words, where there is no state
/// or it cannot be written.
bool ed_crash_save(const ed_Checkpoint *checkpoint, const ed_Fault *fault, const char *module,
                   const char *words, ed_Text *path, ed_Error *error);
/// The command that goes on from the state of that name.
void ed_crash_command(const char *state, const char *module, ed_Text *out);

/// The game went on by itself: the state is not offered any more, and is the first to give way.
void ed_crash_mark_recovered(const char *path);
/// Somebody goes on from the snapshot of that name: likewise, where it is one of these.
void ed_crash_mark_resumed(const char *path);

/// The newest of them, where it is of the last hour: a start may offer it. "" where there is none.
void ed_crash_newest(ed_Text *path);
/// If no state is on offer: what failed within the last hour, when, and that the game was resumed
/// from its state, or that the state was removed. "" where nothing failed.
void ed_crash_describe_resumed(ed_Text *out);
#endif
