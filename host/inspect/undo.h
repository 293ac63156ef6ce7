/// Changes by hand, and taking them back: by path and by value as text, so that they outlive every
/// layout. No SDL.
#ifndef HOST_INSPECT_UNDO_H
#define HOST_INSPECT_UNDO_H
#include "host/inspect/tree.h"

#define HOST_CHANGES_MAX 256u       // the oldest give way
#define HOST_CHANGE_TEXT 8192u      // bytes of a value's text

typedef struct host_Change {
    char path[HOST_PATH_MAX];
    char before[HOST_CHANGE_TEXT];      // as ed_value_set takes it; "" where it had no room
    /// "" for a part of a record that gave way as a whole: comes back, is not made again
    char after[HOST_CHANGE_TEXT];
    u32 group;      // what is taken back at once
} host_Change;

typedef struct host_Edits {
    host_Change *ring, *spare;      // spare: what was there before, until it is known to change
    /// changes ever made: those kept are first to end, those before `at` hold now
    u64 first, at, end;
    u32 group;
    bool stroke;      // the last change may still go on
    u64 writes;       // values set, taken back or made again: the state is another
} host_Edits;

bool host_edits_make(host_Edits *edits, ed_Arena *arena);      ///< false over the arena's limit

/// Sets the value. `stroke`: one movement of the mouse, to be taken back at once; ended by
/// host_edits_rebase.
/// False, with the state as it was and the reason, where the path is gone or takes no such value.
bool host_edits_set(host_Edits *edits, const ed_State *state, const char *path, const char *text,
                    bool stroke, ed_Error *error);
void host_edits_rebase(host_Edits *edits);

/// True where there was a change to take back or to make again; `path` is its own. Where its path
/// is gone or takes its value no more, `error` says so and the change is skipped.
bool host_edits_undo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error);
bool host_edits_redo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error);
#endif
