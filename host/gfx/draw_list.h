/// A draw list turned into triangles: units become pixels,
/// pictures and letters come from the atlas.
#ifndef HOST_GFX_DRAW_LIST_H
#define HOST_GFX_DRAW_LIST_H
#include "host/gfx/batch.h"

/// Where on the output a list is shown: pixel = x + unit * scale.
typedef struct host_View {
    float scale, x, y;
    SDL_Rect area;      // pixels; nothing is drawn outside
} host_View;

/// The largest area of the list's shape in the middle of the output.
host_View host_view_fit(float width, float height, int output_w, int output_h);

/// Adds a whole list; host_batch_flush draws the rest.
void host_draw_list(host_Batch *batch, const ed_Draw *draw, const host_View *view, host_Face face);
#endif
