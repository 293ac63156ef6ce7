/// Draws the inspector, as laid out for this frame.
#ifndef HOST_INSPECT_DRAW_H
#define HOST_INSPECT_DRAW_H
#include "host/inspect/inspect.h"

/// `failed`: the running code failed, and the game is paused.
void host_inspect_draw_panel(host_Inspect *inspect, host_Window *window, const ed_State *state,
                             bool failed);
#endif
