/// What the functions that draw the inspector share.
#ifndef HOST_INSPECT_PAINTER_H
#define HOST_INSPECT_PAINTER_H
#include "host/inspect/private.h"

typedef struct host_Painter {      // one picture being drawn
    host_Brush brush;
    host_Inspect *inspect;
    const ed_State *state;
    bool paused;      // the game is paused after a failure
} host_Painter;

/// Draws what lies over the rows: a list to choose from, and why the text being typed is refused.
void host_popup_draw(const host_Painter *painter);
#endif
