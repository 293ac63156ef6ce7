/// What the user does to a value: typing a new one, setting it, following a handle, undoing.
#ifndef HOST_INSPECT_ACTIONS_H
#define HOST_INSPECT_ACTIONS_H
#include "host/inspect/inspect.h"

/// Does what Return does for the value at `path`: expands or collapses a record or list, starts
/// typing, toggles a checkbox, opens a popup, follows a handle, or sets an absent value. For a
/// pinned record or list, selects its row in the tree instead.
void host_inspect_activate(host_Inspect *inspect, const ed_State *state, const char *path);
/// Starts typing a new value.
void host_inspect_type(host_Inspect *inspect, const ed_State *state, const char *path);
/// Sets the value to the typed text, if there is any. Returns false if the text was refused; typing
/// then continues.
bool host_inspect_commit(host_Inspect *inspect, const ed_State *state);
/// Ends typing and closes popups.
void host_inspect_stop(host_Inspect *inspect);
/// Sets a value with host_edits_set; undo.h explains `drag`. If the value is refused, shows why and
/// returns false.
bool host_inspect_set(host_Inspect *inspect, const ed_State *state, const char *path,
                      const char *text, bool drag);
/// Changes the selected number by `steps` steps, see host_value_moved.
void host_inspect_nudge(host_Inspect *inspect, const ed_State *state, f64 steps);
/// Undoes or redoes the last change and shows its row.
void host_inspect_undo_or_redo(host_Inspect *inspect, const ed_State *state, bool undo);
/// Closes the inspector, and ends typing and dragging.
void host_inspect_hide(host_Inspect *inspect);
#endif
