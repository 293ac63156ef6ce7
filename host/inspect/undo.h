/// Undo and redo of edits in the inspector, stored by path and value as text, so that they survive
/// layout changes. No SDL.
#ifndef HOST_INSPECT_UNDO_H
#define HOST_INSPECT_UNDO_H
#include "host/inspect/tree.h"

#define HOST_CHANGES_MAX 256u       // the oldest are dropped
#define HOST_CHANGE_TEXT 8192u      // of a value's text

typedef struct host_Change {
    char path[HOST_PATH_MAX];
    char before[HOST_CHANGE_TEXT];      // for ed_value_set; "" if it did not fit
    /// "" for a part of a record that was replaced as a whole: undone, but not redone
    char after[HOST_CHANGE_TEXT];
    u32 group;      // changes of one group are undone together
} host_Change;

typedef struct host_Edits {
    host_Change *ring, *spare;      // spare: the previous value, until it is known to change
    /// numbers of changes: first to end are stored, those before `at` are applied
    u64 first, at, end;
    u32 group;
    bool stroke;      // the last change may still continue
    u64 writes;       // number of values set, undone or redone
} host_Edits;

bool host_edits_make(host_Edits *edits, ed_Arena *arena);      ///< false if the arena is full

/// Sets the value. `stroke`: part of one drag, which is undone as a whole; ended by
/// host_edits_rebase. False with an error, and the state unchanged, if the path does not exist or
/// the value is refused.
bool host_edits_set(host_Edits *edits, const ed_State *state, const char *path, const char *text,
                    bool stroke, ed_Error *error);
void host_edits_rebase(host_Edits *edits);

/// True if there was a change to undo or redo; `path` gets its path. If its path does not exist or
/// its value is refused, `error` says so and the change is skipped.
bool host_edits_undo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error);
bool host_edits_redo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error);
#endif
