/// Shared by the functions that draw the inspector.
#ifndef HOST_INSPECT_PAINTER_H
#define HOST_INSPECT_PAINTER_H
#include "host/inspect/inspect.h"

typedef struct host_Painter {      // what the functions that draw one frame have in common
    host_Brush brush;
    host_Inspect *inspect;
    const ed_State *state;
    bool failed;      // the running code failed, and the game is paused
} host_Painter;

/// Draws what covers the rows: the open popup, and the reason why the typed text is refused.
void host_popup_draw(const host_Painter *painter);
#endif
