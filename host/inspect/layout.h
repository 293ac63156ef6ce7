/// Where the parts of the inspector are in the window.
#ifndef HOST_INSPECT_LAYOUT_H
#define HOST_INSPECT_LAYOUT_H
#include "host/inspect/inspect.h"

#define HOST_ROW_HEIGHT 20.0f      // points
#define HOST_INDENT 12.0f
#define HOST_PIN_WIDTH HOST_ROW_HEIGHT
#define HOST_EDGE_REACH 5.0f      // on both sides of the panel's edge, where the mouse can drag it

void host_inspect_layout(host_Inspect *inspect, const host_Window *window);
/// True if the mouse is over the left edge of the panel, where a press begins to resize it.
bool host_inspect_is_over_edge(const host_Inspect *inspect);
#endif
