#include "host/gfx/font.h"
#include "runtime/base/print.h"
#include "runtime/os/system/environment.h"
#include "runtime/os/process/program.h"
#include <SDL2_gfxPrimitives_font.h>
#include <stdio.h>
#include <stdlib.h>

#define BUILT_IN_SIZE 8
// The width of a built-in letter in percent of the font size: about that of other fonts, so that
// line lengths stay similar.
#define BUILT_IN_WIDTH_PERCENT 62

// A path that starts with .. is relative to the folder of this program.
static const char *const sans_paths[] = {
    "../share/fonts/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
    "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
    "C:/Windows/Fonts/segoeui.ttf",
    "/System/Library/Fonts/Supplemental/Arial.ttf",
};

static const char *const mono_paths[] = {
    "../share/fonts/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/dejavu-sans-mono-fonts/DejaVuSansMono.ttf",
    "/usr/share/fonts/TTF/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
    "/usr/share/fonts/truetype/freefont/FreeMono.ttf",
    "C:/Windows/Fonts/consola.ttf",
    "/System/Library/Fonts/Menlo.ttc",
};

static TTF_Font *open_first(const char *const *paths, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        char path[ED_PATH_MAX];
        bool beside = paths[i][0] == '.';
        if (beside && !ed_program_path_beside(paths[i], path, sizeof path)) continue;
        TTF_Font *font = TTF_OpenFont(beside ? path : paths[i], 16);
        if (font) return font;
    }
    return NULL;
}

static TTF_Font *open_asked(const char *path)
{
    TTF_Font *font = TTF_OpenFont(path, 16);
    if (!font)
        ed_print(stderr, "eddie: EDDIE_FONT: %s: cannot be used as a font: %s\n", path,
                 TTF_GetError());
    return font;
}

void host_fonts_open(host_Fonts *fonts)
{
    *fonts = (host_Fonts){ .ready = TTF_Init() == 0 };
    if (!fonts->ready) {
        ed_print(stderr, "eddie: fonts are not available, using a built-in font: %s\n",
                 TTF_GetError());
        return;
    }
    const char *asked = getenv("EDDIE_FONT");
    if (asked && *asked) fonts->fonts[HOST_FACE_SANS] = open_asked(asked);
    if (!fonts->fonts[HOST_FACE_SANS])
        fonts->fonts[HOST_FACE_SANS] = open_first(sans_paths, ED_COUNT(sans_paths));
    fonts->fonts[HOST_FACE_MONO] = open_first(mono_paths, ED_COUNT(mono_paths));
    for (int i = 0; i < HOST_FACE_COUNT; i++)
        if (fonts->fonts[i]) TTF_SetFontHinting(fonts->fonts[i], TTF_HINTING_LIGHT);
    if (!fonts->fonts[HOST_FACE_SANS])
        ed_print(stderr, "eddie: no font file found, using a built-in font: "
                         "install fonts-dejavu-core, or set EDDIE_FONT\n");
}

void host_fonts_close(host_Fonts *fonts)
{
    for (int i = 0; i < HOST_FACE_COUNT; i++)
        if (fonts->fonts[i]) TTF_CloseFont(fonts->fonts[i]);
    if (fonts->ready) TTF_Quit();
    *fonts = (host_Fonts){ 0 };
}

/// Draws a letter of the built-in font. Each bit of its 8x8 pattern becomes a square of whole
/// pixels.
static void draw_built_in(int size_px, u32 letter, host_Atlas *atlas, host_Cell *cell)
{
    int zoom = (size_px * BUILT_IN_WIDTH_PERCENT + 50 * BUILT_IN_SIZE) / (100 * BUILT_IN_SIZE);
    if (zoom < 1) zoom = 1;
    int side = BUILT_IN_SIZE * zoom;
    const unsigned char *rows =
        gfxPrimitivesFontdata + BUILT_IN_SIZE * (letter < 128 ? letter : '?');
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            bool set = rows[y / zoom] & (0x80u >> (x / zoom));
            atlas->pixels[y * side + x] = set ? 0xffffffffu : 0x00ffffffu;
        }
    cell->left = 0;
    cell->top = size_px > side ? (size_px - side) / 2 : 0;
    cell->advance = side;
    cell->at.w = cell->at.h = side;
}

static bool row_is_blank(const SDL_Surface *picture, int y)
{
    const u32 *row = (const u32 *)(const void *)((const u8 *)picture->pixels + y * picture->pitch);
    for (int x = 0; x < picture->w; x++)
        if (row[x] >> 24) return false;
    return true;
}

/// Copies the glyph without the blank rows above and below it.
static void copy_rows(const SDL_Surface *picture, host_Atlas *atlas, host_Cell *cell)
{
    int top = 0, bottom = picture->h;
    while (top < bottom && row_is_blank(picture, top)) top++;
    while (bottom > top && row_is_blank(picture, bottom - 1)) bottom--;
    int width = picture->w < HOST_CELL_MAX ? picture->w : HOST_CELL_MAX;
    for (int y = top; y < bottom; y++) {
        const u8 *row = (const u8 *)picture->pixels + y * picture->pitch;
        SDL_memcpy(atlas->pixels + (y - top) * width, row, (size_t)width * sizeof(u32));
    }
    cell->top = top;
    cell->at.w = bottom > top ? width : 0;
    cell->at.h = bottom - top;
}

static bool draw_file(host_Fonts *fonts, host_Face face, int size_px, u32 letter, host_Atlas *atlas,
                      host_Cell *cell)
{
    TTF_Font *font = fonts->fonts[face];
    if (fonts->size_px[face] != size_px && TTF_SetFontSize(font, size_px) != 0) return false;
    fonts->size_px[face] = size_px;
    int left = 0, advance = 0;
    if (TTF_GlyphMetrics32(font, letter, &left, NULL, NULL, NULL, &advance) != 0) return false;
    cell->left = left < 0 ? left : 0;
    cell->advance = advance;
    SDL_Surface *picture =
        TTF_RenderGlyph32_Blended(font, letter, (SDL_Color){ 255, 255, 255, 255 });
    if (!picture) return true;
    copy_rows(picture, atlas, cell);
    SDL_FreeSurface(picture);
    return true;
}

void host_font_draw(host_Fonts *fonts, host_Face face, int size_px, u32 letter, host_Atlas *atlas,
                    host_Cell *cell)
{
    cell->at = (SDL_Rect){ 0 };
    if (!fonts->fonts[face]) face = HOST_FACE_SANS;
    bool drawn = fonts->fonts[face] && draw_file(fonts, face, size_px, letter, atlas, cell);
    if (!drawn) draw_built_in(size_px, letter, atlas, cell);
}
