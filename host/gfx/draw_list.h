/// Converts a draw list to triangles: units become pixels; pictures and glyphs come from the atlas.
#ifndef HOST_GFX_DRAW_LIST_H
#define HOST_GFX_DRAW_LIST_H
#include "host/gfx/batch.h"

/// The position of a list on the output: pixel = x + unit * scale.
typedef struct host_View {
    float scale, x, y;
    SDL_Rect area;      // in pixels; everything outside is clipped
} host_View;

/// The largest area with the list's aspect ratio, centered in the output.
host_View host_view_fit(float width, float height, int output_w, int output_h);

/// Adds a whole list; host_batch_flush draws the rest.
void host_draw_list(host_Batch *batch, const ed_Draw *draw, const host_View *view, host_Face face);
#endif
