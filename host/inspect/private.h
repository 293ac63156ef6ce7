/// Shared by the files of the inspector. Other folders include inspect.h.
#ifndef HOST_INSPECT_PRIVATE_H
#define HOST_INSPECT_PRIVATE_H
#include "host/inspect/inspect.h"

#define HOST_ROW_HEIGHT 20.0f      // points
#define HOST_INDENT 12.0f
#define PIN_WIDTH HOST_ROW_HEIGHT
#define HOST_POPUP_ROWS 10u
#define HOST_CHANNELS 4u      // of a color: red, green, blue, alpha

// --- rows.c --------------------------------------------------------------------------------------
/// Shows a message below the rows, for a few seconds.
void host_inspect_say(host_Inspect *inspect, const char *format, ...) ED_FORMAT(2, 3);
/// Looks up the selected and the first visible row by path, since rows may have moved and fields
/// may have been renamed since the last frame.
void host_inspect_follow(host_Inspect *inspect, const ed_State *state);
/// Applies the text of the filter.
void host_inspect_filter(host_Inspect *inspect, const ed_State *state);
/// Selects a row of the tree and scrolls to it.
void host_inspect_select(host_Inspect *inspect, const ed_State *state, u64 number);
/// Selects the row at `path`, unfolds all rows that contain it, and scrolls to it.
void host_inspect_show(host_Inspect *inspect, const ed_State *state, const char *path);
/// Selects the row that was drawn as `shown`, in the tree or among the pins.
void host_inspect_pick(host_Inspect *inspect, const host_Shown *shown);
void host_inspect_scroll(host_Inspect *inspect, const ed_State *state, i64 rows);
void host_inspect_fold(host_Inspect *inspect, const char *path, bool open);
/// Sets or removes a pin.
void host_inspect_pin(host_Inspect *inspect, const char *path);

// --- actions.c -----------------------------------------------------------------------------------
/// Does what Return does for the value at `path`: starts typing, opens a list, or follows a handle.
void host_inspect_act(host_Inspect *inspect, const ed_State *state, const char *path);
/// Starts typing a new value.
void host_inspect_type(host_Inspect *inspect, const ed_State *state, const char *path);
/// Sets the value to the typed text, if there is any. Returns false if the text was refused; typing
/// then continues.
bool host_inspect_commit(host_Inspect *inspect, const ed_State *state);
/// Ends typing and closes popups.
void host_inspect_stop(host_Inspect *inspect);
/// Sets a value by host_edits_set. If it is refused, shows why and returns false.
bool host_inspect_set(host_Inspect *inspect, const ed_State *state, const char *path,
                      const char *text, bool stroke);
/// Increases the selected number by `steps`, see host_value_moved.
void host_inspect_nudge(host_Inspect *inspect, const ed_State *state, f64 steps);
/// Undoes or redoes the last change and shows its row.
void host_inspect_back(host_Inspect *inspect, const ed_State *state, bool undo);
/// Closes the inspector, and ends typing and dragging.
void host_inspect_shut(host_Inspect *inspect);

// --- layout.c and draw.c -------------------------------------------------------------------------
void host_inspect_layout(host_Inspect *inspect, const host_Window *window);
void host_inspect_picture(host_Inspect *inspect, host_Window *window, const ed_State *state,
                          bool paused);
/// Returns the area of the i-th visible row of the popup.
host_Area host_popup_row(const host_Popup *popup, u32 i);
/// Returns the area of a color channel's slider in its row.
host_Area host_popup_track(const host_Area *row);

// --- popup.c -------------------------------------------------------------------------------------
void host_popup_open(host_Inspect *inspect, const ed_State *state, const char *path);
/// Returns the number of names to choose from; 0 for other values.
u32 host_popup_rows(const ed_ValueRef *ref);
bool host_popup_is_flags(const ed_ValueRef *ref);
bool host_popup_is_color(const ed_ValueRef *ref);
void host_popup_into_sight(host_Popup *popup);
void host_popup_fit(host_Popup *popup, u32 count);

// --- popup_input.c -------------------------------------------------------------------------------
bool host_popup_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key);
void host_popup_press(host_Inspect *inspect, const ed_State *state, float x, float y);
void host_popup_drag(host_Inspect *inspect, const ed_State *state, float x);
void host_popup_wheel(host_Inspect *inspect, const ed_State *state, int rows);

// --- mouse.c and keys.c --------------------------------------------------------------------------
bool host_inspect_mouse(host_Inspect *inspect, const ed_State *state, const SDL_Event *event);
bool host_inspect_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key);
bool host_inspect_text(host_Inspect *inspect, const ed_State *state, const char *text);
#endif
