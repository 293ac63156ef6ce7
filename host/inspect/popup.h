/// The popup of a value: names to choose from, or the channels of a color.
#ifndef HOST_INSPECT_POPUP_H
#define HOST_INSPECT_POPUP_H
#include "host/inspect/inspect.h"

#define HOST_POPUP_ROWS 10u
#define HOST_CHANNELS 4u      // of a color: red, green, blue, alpha

void host_popup_open(host_Inspect *inspect, const ed_State *state, const char *path);
/// Returns the number of rows of the popup: names, or the channels of a color. 0 if the value has
/// neither.
u32 host_popup_rows(const ed_ValueRef *ref);
bool host_popup_is_flags(const ed_ValueRef *ref);
bool host_popup_is_color(const ed_ValueRef *ref);
void host_popup_scroll_to_selected(host_Popup *popup);
void host_popup_fit(host_Popup *popup, u32 count);
/// Returns the area of the i-th visible row of the popup.
host_Area host_popup_row(const host_Popup *popup, u32 i);
/// Returns the area of a color channel's slider in its row.
host_Area host_popup_track(const host_Area *row);

// --- popup_input.c -------------------------------------------------------------------------------
bool host_popup_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key);
void host_popup_press(host_Inspect *inspect, const ed_State *state, float x, float y);
void host_popup_drag(host_Inspect *inspect, const ed_State *state, float x);
void host_popup_wheel(host_Inspect *inspect, const ed_State *state, int rows);
#endif
