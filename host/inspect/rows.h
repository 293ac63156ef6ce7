/// The rows of the inspector: which one is selected, which are visible, expanded or pinned, and
/// the message below them.
#ifndef HOST_INSPECT_ROWS_H
#define HOST_INSPECT_ROWS_H
#include "host/inspect/inspect.h"

/// Shows a message below the rows, for a few seconds.
void host_inspect_message(host_Inspect *inspect, const char *format, ...) ED_FORMAT(2, 3);
/// Looks up the selected and the first visible row by path, since rows may have moved and fields
/// may have been renamed since the last frame.
void host_inspect_update_rows(host_Inspect *inspect, const ed_State *state);
/// Applies the text of the filter.
void host_inspect_filter(host_Inspect *inspect, const ed_State *state);
void host_inspect_clear_filter(host_Inspect *inspect, const ed_State *state);
/// Selects a row of the tree and scrolls to it.
void host_inspect_select(host_Inspect *inspect, const ed_State *state, u64 number);
/// Selects the row at `path`, expands all rows that contain it, and scrolls to it.
void host_inspect_reveal(host_Inspect *inspect, const ed_State *state, const char *path);
/// Selects the row that was drawn as `shown`, in the tree or among the pins.
void host_inspect_select_shown(host_Inspect *inspect, const host_Shown *shown);
void host_inspect_scroll(host_Inspect *inspect, const ed_State *state, i64 rows);
/// Expands or collapses the row at `path`.
void host_inspect_expand(host_Inspect *inspect, const ed_State *state, const char *path,
                         bool expanded);
/// Sets or removes a pin.
void host_inspect_pin(host_Inspect *inspect, const char *path);
#endif
