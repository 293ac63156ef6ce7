#include "tests/ui/screen.h"
#include <stdio.h>
#include <stdlib.h>

static host_Window window;
static char text[1 << 14];

/// Draws a letter with the fonts of the window, or with the built-in font if they are closed.
static host_Cell drawn(int size_px, u32 letter)
{
    host_Cell cell = { .kind = HOST_CELL_GLYPH };
    host_font_draw(&window.batch.fonts, HOST_FACE_SANS, size_px, letter, &window.batch.atlas,
                   &cell);
    return cell;
}

TEST(the_built_in_font_is_drawn_in_whole_pixels)
{
    static const struct {
        int size_px;
        u32 letter;
    } letters[] = { { 8, 'F' }, { 8, 0xe4 }, { 8, '?' }, { 20, 'r' } };
    ed_Text out = ed_text_over(text, sizeof text);
    if (!screen_open(&window, 320, 180)) return;
    for (u32 i = 0; i < ED_COUNT(letters); i++) {
        const host_Cell cell = drawn(letters[i].size_px, letters[i].letter);
        ed_text_add(&out, "letter %u at %d pixels: left %d, top %d, advance %d\n",
                    letters[i].letter, letters[i].size_px, cell.left, cell.top, cell.advance);
        for (int y = 0; y < cell.at.h; y++) {
            for (int x = 0; x < cell.at.w; x++) {
                u32 pixel = window.batch.atlas.pixels[y * cell.at.w + x];
                ed_text_add(&out, "%c", pixel == 0xffffffff ? '#' : pixel == 0xffffff ? '.' : '!');
            }
            ed_text_add(&out, "\n");
        }
    }
    CHECK_EXPECTED("font_built_in", text);
    host_window_close(&window);
}

TEST(a_built_in_letter_has_about_the_width_of_others)
{
    static const struct {
        int size_px, side, top;
    } sizes[] = { { 1, 8, 0 },   { 8, 8, 0 },      { 9, 8, 0 },     { 19, 8, 5 },
                  { 20, 16, 2 }, { 187, 112, 37 }, { 256, 160, 48 } };
    if (!screen_open(&window, 320, 180)) return;
    for (u32 i = 0; i < ED_COUNT(sizes); i++) {
        const host_Cell cell = drawn(sizes[i].size_px, 'x');
        CHECK_EQ(cell.at.w, sizes[i].side);
        CHECK_EQ(cell.at.h, sizes[i].side);
        CHECK_EQ(cell.advance, sizes[i].side);
        CHECK_EQ(cell.top, sizes[i].top);
    }
    host_window_close(&window);
}

static bool has_ink(int row, int width)
{
    const u32 *pixels = window.batch.atlas.pixels + row * width;
    for (int x = 0; x < width; x++)
        if (pixels[x] >> 24) return true;
    return false;
}

/// Compares a glyph with what SDL_ttf draws.
static void check_glyph(TTF_Font *font, int size_px, u32 letter)
{
    int left = 0, advance = 0;
    const host_Cell cell = drawn(size_px, letter);
    TTF_GlyphMetrics32(font, letter, &left, NULL, NULL, NULL, &advance);
    CHECK_EQ(cell.advance, advance);
    CHECK_EQ(cell.left, left < 0 ? left : 0);
    SDL_Surface *picture =
        TTF_RenderGlyph32_Blended(font, letter, (SDL_Color){ 255, 255, 255, 255 });
    CHECK(picture && cell.at.w == picture->w && cell.top + cell.at.h <= picture->h && cell.top > 0);
    CHECK(has_ink(0, cell.at.w) && has_ink(cell.at.h - 1, cell.at.w));
    for (int y = 0; y < cell.at.h; y++)
        CHECK(memcmp(window.batch.atlas.pixels + y * cell.at.w,
                     (const u8 *)picture->pixels + (y + cell.top) * picture->pitch,
                     (size_t)cell.at.w * 4)
              == 0);
    SDL_FreeSurface(picture);
}

TEST(a_glyph_of_a_font_file_has_no_blank_rows)
{
    if (!screen_open(&window, 320, 180)) return;
    host_fonts_open(&window.batch.fonts);
    TTF_Font *font = window.batch.fonts.fonts[HOST_FACE_SANS];
    for (u32 i = 0; i < HOST_FACE_COUNT; i++) {
        const TTF_Font *face = window.batch.fonts.fonts[i];
        CHECK(!face || TTF_GetFontHinting(face) == TTF_HINTING_LIGHT);
    }
    for (int size_px = 14; font && size_px <= 40; size_px += 13) {
        static const u32 letters[] = { 'A', 'g', '.', 'j', 0xe4 };
        for (u32 i = 0; i < ED_COUNT(letters); i++) check_glyph(font, size_px, letters[i]);
        const host_Cell blank = drawn(size_px, ' ');
        CHECK(blank.at.w == 0 && blank.at.h == 0 && blank.advance > 0);
    }
    const int advance = drawn(20, 'm').advance;
    TTF_Font **mono = &window.batch.fonts.fonts[HOST_FACE_MONO];
    if (*mono) TTF_CloseFont(*mono);
    *mono = NULL;      // the other font replaces it
    host_Cell cell = { .kind = HOST_CELL_GLYPH };
    host_font_draw(&window.batch.fonts, HOST_FACE_MONO, 20, 'm', &window.batch.atlas, &cell);
    CHECK_EQ(cell.advance, advance);
    host_window_close(&window);
}
