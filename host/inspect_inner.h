/// What the files of the inspector share; nobody else needs it.
#ifndef HOST_INSPECT_INNER_H
#define HOST_INSPECT_INNER_H
#include "host/inspect.h"

#define HOST_ROW_HEIGHT   20.0f      // points
#define HOST_INDENT       12.0f
#define HOST_POPUP_ROWS   10u
#define HOST_CHANNELS     4u         // of a colour: red, green, blue, alpha

void host_inspect_say(host_Inspect *inspect, const char *format, ...) ED_FORMAT(2, 3);

/// What goes on with keys and mouse ends with it.
void host_inspect_shut(host_Inspect *inspect);

// --- rows: inspect.c -----------------------------------------------------------------------------
/// of the tree, and in sight
void host_inspect_select(host_Inspect *inspect, const ed_State *state, u64 number);
/// unfolds what is above it
void host_inspect_show  (host_Inspect *inspect, const ed_State *state, const char *path);
void host_inspect_pick  (host_Inspect *inspect, const host_Shown *shown);
void host_inspect_scroll(host_Inspect *inspect, const ed_State *state, i64 rows);
void host_inspect_fold  (host_Inspect *inspect, const char *path, bool open);
/// and off again
void host_inspect_pin   (host_Inspect *inspect, const char *path);
/// Begins what Return does on that value: types, opens a list, follows.
void host_inspect_act   (host_Inspect *inspect, const ed_State *state, const char *path);
void host_inspect_type  (host_Inspect *inspect, const ed_State *state, const char *path);
/// false: refused, still typing
bool host_inspect_commit(host_Inspect *inspect, const ed_State *state);
/// typing and popups end
void host_inspect_stop  (host_Inspect *inspect);
bool host_inspect_set   (host_Inspect *inspect, const ed_State *state, const char *path,
                         const char *text, bool stroke);
void host_inspect_nudge (host_Inspect *inspect, const ed_State *state, f64 steps);
void host_inspect_back  (host_Inspect *inspect, const ed_State *state, bool undo);
/// its text has changed
void host_inspect_filter(host_Inspect *inspect, const ed_State *state);

// --- the picture: inspect_layout.c, inspect_draw.c -----------------------------------------------
void host_inspect_layout (host_Inspect *inspect, const host_Window *window);
void host_inspect_picture(host_Inspect *inspect, host_Window *window, const ed_State *state,
                          bool frozen);
/// the i-th that is seen
host_Area host_popup_row (const host_Popup *popup, u32 i);
/// of a channel: where its slider is
host_Area host_popup_track(const host_Area *row);

// --- popups: inspect_popup.c ---------------------------------------------------------------------
void host_popup_open (host_Inspect *inspect, const ed_State *state, const char *path);
/// 0 where there is nothing to choose
u32  host_popup_rows (const ed_Place *place);
void host_popup_fit  (host_Popup *popup, u32 count);
bool host_popup_key  (host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key);
void host_popup_press(host_Inspect *inspect, const ed_State *state, float x, float y);
void host_popup_drag (host_Inspect *inspect, const ed_State *state, float x);
void host_popup_wheel(host_Inspect *inspect, const ed_State *state, int rows);

// --- mouse: inspect_mouse.c; keys: inspect.c -----------------------------------------------------
bool host_inspect_mouse(host_Inspect *inspect, const ed_State *state, const SDL_Event *event);
bool host_inspect_key  (host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key);
bool host_inspect_text (host_Inspect *inspect, const ed_State *state, const char *text);

static inline bool host_area_holds(const host_Area *area, float x, float y)
{
    return x >= area->x && x < area->x + area->w && y >= area->y && y < area->y + area->h;
}
#endif
