/// Converts a draw list to triangles: units become pixels; pictures and glyphs come from the atlas.
#ifndef HOST_GFX_DRAW_LIST_H
#define HOST_GFX_DRAW_LIST_H
#include "host/gfx/batch.h"

/// Where the output shows a draw list: pixel = x + unit * scale.
typedef struct host_View {
    float scale, x, y;
    SDL_Rect area;      // in pixels; everything outside is clipped
} host_View;

/// Fits a list of `width` by `height` units into the output: as large as possible, with its aspect
/// ratio, centered.
host_View host_view_fit(float width, float height, int output_w, int output_h);

/// Adds a whole list to the batch. Call host_batch_flush after the last list.
void host_draw_list(host_Batch *batch, const ed_Draw *draw, const host_View *view, host_Face face);
#endif
