/// Draws lines of text as textured quads, aligned to whole pixels so that letters stay sharp.
#ifndef HOST_GFX_TEXT_H
#define HOST_GFX_TEXT_H
#include "host/gfx/batch.h"

/// Returns the width of the widest line, in pixels.
float host_text_width(host_Batch *batch, host_Face face, const char *text, size_t size,
                      float size_px);
/// Draws text. All coordinates are in pixels. `x` is the left end, the middle or the right end of
/// each line, depending on `align`; `y` is the top of the text.
void host_text_draw(host_Batch *batch, host_Face face, const char *text, size_t size, float x,
                    float y, float size_px, ed_Align align, SDL_Color color);
#endif
