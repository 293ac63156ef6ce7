#include "host/gfx/text.h"
#include <math.h>
#include <string.h>
#include "runtime/base/str.h"

#define LINE_HEIGHT 1.2f      // relative to the font size

typedef struct Style {
    host_Face face;
    int size_px;        // size of the glyphs in the atlas
    float stretch;      // scale from the atlas to the screen
} Style;

static Style style_from_size(host_Face face, float size_px)
{
    float wanted = roundf(size_px);
    if (!(wanted >= HOST_GLYPH_PX_MIN)) wanted = HOST_GLYPH_PX_MIN;
    float drawn = wanted > HOST_GLYPH_PX_MAX ? HOST_GLYPH_PX_MAX : wanted;
    return (Style){ face, (int)drawn, wanted / drawn };
}

typedef struct Glyph {
    const Style *style;
    u32 letter;
} Glyph;

static void draw_letter(host_Batch *batch, const void *it, host_Cell *cell)
{
    const Glyph *glyph = it;
    host_font_draw(&batch->fonts, glyph->style->face, glyph->style->size_px, glyph->letter,
                   &batch->atlas, cell);
}

static const host_Cell *glyph_cell(host_Batch *batch, const Style *style, u32 letter)
{
    u64 key = ((u64)style->face << 40) | ((u64)(u32)style->size_px << 24) | letter;
    Glyph glyph = { style, letter };
    return host_batch_cell(batch, HOST_CELL_GLYPH, key, draw_letter, &glyph);
}

/// Decodes one UTF-8 character and gets its size. An invalid byte gives U+FFFD and the size 1.
static u32 letter_at(const char *text, size_t size, size_t *bytes)
{
    size_t whole = ed_utf8_size(text, size);
    *bytes = whole ? whole : 1;
    return whole ? ed_utf8_code(text, whole) : 0xfffd;
}

static float line_width(host_Batch *batch, const Style *style, const char *text, size_t size)
{
    int width = 0;
    for (size_t i = 0; i < size;) {
        size_t bytes;
        const host_Cell *cell = glyph_cell(batch, style, letter_at(text + i, size - i, &bytes));
        if (cell) width += cell->advance;
        i += bytes;
    }
    return (float)width * style->stretch;
}

static size_t line_size(const char *text, size_t size)
{
    const char *end = memchr(text, '\n', size);
    return end ? (size_t)(end - text) : size;
}

float host_text_width(host_Batch *batch, host_Face face, const char *text, size_t size,
                      float size_px)
{
    Style style = style_from_size(face, size_px);
    float widest = 0;
    for (size_t i = 0; i <= size;) {
        size_t line = line_size(text + i, size - i);
        widest = fmaxf(widest, line_width(batch, &style, text + i, line));
        i += line + 1;
    }
    return widest;
}

static void draw_glyph(host_Batch *batch, const Style *style, const host_Cell *cell, float pen,
                       float y, SDL_Color color)
{
    if (cell->at.w == 0) return;
    float left = pen + (float)cell->left * style->stretch,
          right = left + (float)cell->at.w * style->stretch;
    float top = y + (float)cell->top * style->stretch,
          bottom = top + (float)cell->at.h * style->stretch;
    const SDL_FPoint corners[4] = {
        { left, top }, { right, top }, { right, bottom }, { left, bottom }
    };
    const SDL_FRect part = { (float)cell->at.x, (float)cell->at.y, (float)cell->at.w,
                             (float)cell->at.h };
    host_batch_quad(batch, corners, part, color);
}

static void draw_line(host_Batch *batch, const Style *style, const char *text, size_t size, float x,
                      float y, ed_Align align, SDL_Color color)
{
    float width = align == ED_ALIGN_LEFT ? 0 : line_width(batch, style, text, size);
    float pen = roundf(align == ED_ALIGN_CENTER ? x - width / 2 : x - width);
    for (size_t i = 0; i < size;) {
        size_t bytes;
        const host_Cell *cell = glyph_cell(batch, style, letter_at(text + i, size - i, &bytes));
        i += bytes;
        if (!cell) continue;
        draw_glyph(batch, style, cell, pen, roundf(y), color);
        pen += (float)cell->advance * style->stretch;
    }
}

void host_text_draw(host_Batch *batch, host_Face face, const char *text, size_t size, float x,
                    float y, float size_px, ed_Align align, SDL_Color color)
{
    Style style = style_from_size(face, size_px);
    for (size_t i = 0; i < size;) {
        size_t line = line_size(text + i, size - i);
        draw_line(batch, &style, text + i, line, x, y, align, color);
        y += roundf(size_px * LINE_HEIGHT);
        i += line + 1;
    }
}
