/// Draws lines of text as textured squares, aligned to whole pixels so that they stay sharp.
#ifndef HOST_GFX_TEXT_H
#define HOST_GFX_TEXT_H
#include "host/gfx/batch.h"

/// In pixels; of the widest line.
float host_text_width(host_Batch *batch, host_Face face, const char *text, size_t size,
                      float size_px);
/// `x` is the left end, the middle or the right end of the text, `y` its top, in pixels.
void host_text_draw(host_Batch *batch, host_Face face, const char *text, size_t size, float x,
                    float y, float size_px, ed_Align align, SDL_Color color);
#endif
