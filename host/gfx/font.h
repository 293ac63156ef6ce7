/// Renders glyphs: from a font file if one is found, otherwise from a built-in 8x8 font.
#ifndef HOST_GFX_FONT_H
#define HOST_GFX_FONT_H
#include "host/gfx/atlas.h"
#include "host/gfx/sdl.h"

#define HOST_GLYPH_PX_MIN 4
#define HOST_GLYPH_PX_MAX 256      // larger text is scaled up

typedef enum host_Face { HOST_FACE_SANS, HOST_FACE_MONO, HOST_FACE_COUNT } host_Face;

typedef struct host_Fonts {
    TTF_Font *fonts[HOST_FACE_COUNT];      // NULL: HOST_FACE_SANS, or the built-in font, is used
    int size_px[HOST_FACE_COUNT];          // the size set last
    bool ready;                            // SDL_ttf is open
} host_Fonts;

/// Never fails. If no font for HOST_FACE_SANS is found, this is reported on standard error, and the
/// built-in font replaces it.
void host_fonts_open(host_Fonts *fonts);
void host_fonts_close(host_Fonts *fonts);

/// Draws a glyph into `atlas->pixels` and sets size, left, top and advance of `cell`. For a blank
/// from a font file, `at.w` is 0.
void host_font_draw(host_Fonts *fonts, host_Face face, int size_px, u32 letter, host_Atlas *atlas,
                    host_Cell *cell);
#endif
