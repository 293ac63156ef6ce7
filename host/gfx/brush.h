/// Drawing functions, colors and sizes that the host's panels share. The panels cover the game.
#ifndef HOST_GFX_BRUSH_H
#define HOST_GFX_BRUSH_H
#include "host/gfx/text.h"
#include "runtime/api/draw.h"

#define BACK 0x12151af4u
#define HEAD_BACK 0x0c0e12ffu
#define FIELD 0x1c222aff      // an editable field
#define LINE 0x2a323cff
#define HOVER 0x1a1f27ffu
#define SELECTED 0x1d3a32ffu          // the selected row, with the keyboard focus
#define SELECTED_DIM 0x20262effu      // without the focus
#define FILL 0x2c6a57ffu              // the filled part of a slider
#define INK 0xe8eaedffu
#define FAINT 0x98a1abffu
#define DIM 0x66707bffu
#define ACCENT 0x5cc8a0ffu
#define AMBER 0xe6b450ffu      // a changed value, or values that were lost
#define ALARM 0xff7a6bffu

#define TEXT_SIZE 13.0f
#define CODE_SIZE 12.5f
#define SMALL_SIZE 10.5f
#define TEXT_Y 2.0f      // from the top of a row to its text

typedef struct host_Area {
    float x, y, w, h;
} host_Area;      // in points of the window

static inline bool host_area_holds(const host_Area *area, float x, float y)
{
    return x >= area->x && x < area->x + area->w && y >= area->y && y < area->y + area->h;
}

typedef struct host_Brush {
    host_Batch *batch;          // used to measure text
    ed_Draw *plain, *code;      // draw lists: for shapes and text, and for monospaced text
    float scale;                // pixels per point
} host_Brush;

float host_brush_width(const host_Brush *brush, host_Face face, float size, const char *text,
                       size_t bytes);
/// Returns how many bytes of the text fit into `width`, in whole characters: from its start, or
/// with `tail`, from its end. If not all fit, the result leaves room for an ellipsis.
size_t host_brush_fitting(const host_Brush *brush, host_Face face, float size, const char *text,
                          float width, bool tail);
/// Draws text. If it is wider than `width`, its end is replaced by an ellipsis. Returns the x at
/// which the text ends, without the ellipsis.
float host_brush_put(const host_Brush *brush, host_Face face, float x, float y, float size,
                     float width, ed_Color color, const char *text);
/// Draws a path. If it is wider than `width`, its start is replaced by an ellipsis, since the end
/// of a path matters more.
void host_brush_tail(const host_Brush *brush, host_Face face, float x, float y, float size,
                     float width, ed_Color color, const char *text);
void host_brush_box(const host_Brush *brush, const host_Area *area, ed_Color color);
void host_brush_frame(const host_Brush *brush, const host_Area *area, ed_Color color);
/// Draws a triangle that points down if `down`, otherwise to the right.
void host_brush_arrow(const host_Brush *brush, float x, float y, bool down, ed_Color color);
void host_brush_checkbox(const host_Brush *brush, const host_Area *at, bool checked);
#endif
