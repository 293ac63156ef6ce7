#include "host/gfx/brush.h"
#include <math.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/value/path.h"

float host_brush_width(const host_Brush *brush, host_Face face, float size, const char *text,
                       size_t bytes)
{
    return host_text_width(brush->batch, face, text, bytes, size * brush->scale) / brush->scale;
}

size_t host_brush_fitting(const host_Brush *brush, host_Face face, float size, const char *text,
                          float width, bool tail)
{
    size_t all = strlen(text), low = 0, high = all;
    if (host_brush_width(brush, face, size, text, all) <= width) return all;
    width -= host_brush_width(brush, face, size, "…", strlen("…"));
    while (low < high) {
        size_t half = (low + high + 1) / 2;
        if (host_brush_width(brush, face, size, tail ? text + all - half : text, half) <= width)
            low = half;
        else high = half - 1;
    }
    while (tail && low && ((u8)text[all - low] & 0xc0) == 0x80) low--;
    return tail ? low : ed_utf8_cut(text, all, low);
}

float host_brush_put(const host_Brush *brush, host_Face face, float x, float y, float size,
                     float width, ed_Color color, const char *text)
{
    size_t all = strlen(text), bytes = host_brush_fitting(brush, face, size, text, width, false);
    ed_Draw *draw = face == HOST_FACE_MONO ? brush->code : brush->plain;
    if (width < size / 2) return x;
    const char *more = bytes < all ? "…" : "";
    ed_draw_text(draw, x, y, size, ED_ALIGN_LEFT, color, "%.*s%s", (int)bytes, text, more);
    return x + host_brush_width(brush, face, size, text, bytes);
}

void host_brush_tail(const host_Brush *brush, host_Face face, float x, float y, float size,
                     float width, ed_Color color, const char *text)
{
    size_t all = strlen(text), bytes = host_brush_fitting(brush, face, size, text, width, true);
    const char *tail = text + all - bytes;
    ed_Path path = ed_path(text);
    ed_PathStep step;
    while (path.rest < tail && ed_path_next(&path, &step, NULL)) {}
    // start at the beginning of a name in the path, if possible
    if (path.rest >= tail && *path.rest) tail = path.rest + (*path.rest == '.');
    ed_Draw *draw = face == HOST_FACE_MONO ? brush->code : brush->plain;
    ed_draw_text(draw, x, y, size, ED_ALIGN_LEFT, color, "%s%s", tail > text ? "…" : "", tail);
}

void host_brush_box(const host_Brush *brush, const host_Area *area, ed_Color color)
{
    ed_draw_rect(brush->plain, area->x, area->y, area->w, area->h, color);
}

void host_brush_frame(const host_Brush *brush, const host_Area *area, ed_Color color)
{
    ed_draw_rect_outline(brush->plain, area->x, area->y, area->w, area->h, 1, color);
}

void host_brush_arrow(const host_Brush *brush, float x, float y, bool down, ed_Color color)
{
    if (down) ed_draw_triangle(brush->plain, x, y - 2.5f, x + 8, y - 2.5f, x + 4, y + 3.5f, color);
    else ed_draw_triangle(brush->plain, x + 1, y - 4, x + 7, y, x + 1, y + 4, color);
}

void host_brush_checkbox(const host_Brush *brush, const host_Area *at, bool checked)
{
    const host_Area square = { at->x, at->y + 4, 12, 12 };
    host_brush_box(brush, &square, checked ? ACCENT : FIELD);
    host_brush_frame(brush, &square, checked ? ACCENT : DIM);
    if (!checked) return;
    ed_draw_line(brush->plain, square.x + 2.5f, square.y + 6, square.x + 5, square.y + 9, 2,
                 HEAD_BACK);
    ed_draw_line(brush->plain, square.x + 5, square.y + 9, square.x + 9.5f, square.y + 3, 2,
                 HEAD_BACK);
}
