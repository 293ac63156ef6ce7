/// Undo and redo of edits in the inspector. Each edit is stored as a path and the text of the old
/// and the new value, so that it survives layout changes. Does not use SDL.
#ifndef HOST_INSPECT_UNDO_H
#define HOST_INSPECT_UNDO_H
#include "host/inspect/tree.h"

#define HOST_CHANGES_MAX 256u       // further changes replace the oldest
#define HOST_CHANGE_TEXT 8192u      // bytes of a value's text

typedef struct host_Change {
    char path[HOST_PATH_MAX];
    char before[HOST_CHANGE_TEXT];      // the old value for ed_value_set; "" if it did not fit
    /// The new value. "" for a part of a record that was replaced as a whole: undo restores the
    /// part; redo replaces the whole record again.
    char after[HOST_CHANGE_TEXT];
    u32 group;      // changes of one group are undone together
} host_Change;

typedef struct host_Edits {
    host_Change *ring, *spare;      // spare: holds the old value until the new one is accepted
    /// Numbers of changes: those from `first` to `end` are stored, those before `at` are applied.
    u64 first, at, end;
    u32 group;
    bool in_drag;      // the last change is applied and belongs to a drag that may continue
    u64 writes;        // number of times that a value was set, undone or redone
} host_Edits;

bool host_edits_make(host_Edits *edits, ed_Arena *arena);      ///< false if the arena is full

/// Sets the value at `path`. `drag`: the change is part of a drag, which is undone as a whole.
/// Returns false with an error, and leaves the state unchanged, if the path does not exist or the
/// value is refused.
bool host_edits_set(host_Edits *edits, const ed_State *state, const char *path, const char *text,
                    bool drag, ed_Error *error);
/// Ends a drag: the next change is undone separately.
void host_edits_end_drag(host_Edits *edits);

/// Returns true if there was a change to undo or redo, and its path in `path`. If that path no
/// longer exists or the value is refused, the change is skipped and `error` is set.
bool host_edits_undo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error);
bool host_edits_redo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error);
#endif
