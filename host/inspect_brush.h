/// What the inspector's picture is drawn with: colours and sizes, text that fits its room, a line
/// being typed.
#ifndef HOST_INSPECT_BRUSH_H
#define HOST_INSPECT_BRUSH_H
#include "host/inspect_inner.h"
#include "host/text.h"

#define BACK      0x12151af4u
#define HEAD_BACK 0x0c0e12ffu
#define FIELD     0x1c222aff         // what can be written into
#define LINE      0x2a323cff
#define HOVER     0x1a1f27ffu
#define PICKED    0x1d3a32ffu        // where the keys go
#define PICKED_DIM 0x20262effu
#define FILL      0x2c6a57ffu        // of a slider
#define INK       0xe8eaedffu
#define FAINT     0x98a1abffu
#define DIM       0x66707bffu
#define ACCENT    0x5cc8a0ffu
#define CHANGED   0xe6b450ffu
#define ALARM     0xff7a6bffu

#define TEXT_SIZE  13.0f
#define CODE_SIZE  12.5f
#define SMALL_SIZE 10.5f
#define TEXT_Y     2.0f              // from a row's top
#define PIN_WIDTH  HOST_ROW_HEIGHT

typedef struct host_Brush {               // one picture being made
    host_Inspect   *inspect;
    host_Batch     *batch;
    const ed_State *state;
    ed_Draw        *plain, *code;
    float           scale;
    bool            frozen;
} host_Brush;

float host_brush_width(const host_Brush *brush, host_Face face, float size, const char *text,
                       size_t bytes);
/// Bytes of the text that fit `width`, whole letters; from its end where `tail`.
size_t host_brush_fitting(const host_Brush *brush, host_Face face, float size, const char *text,
                          float width, bool tail);
/// What has no room is cut with an ellipsis. Returns where it ends.
float host_brush_put(const host_Brush *brush, host_Face face, float x, float y, float size,
                     float width, ed_Color color, const char *text);
/// Likewise, but its end stays: of a path that is what tells it from others.
void host_brush_tail(const host_Brush *brush, host_Face face, float x, float y, float size,
                     float width, ed_Color color, const char *text);
void host_brush_box  (const host_Brush *brush, const host_Area *area, ed_Color color);
void host_brush_frame(const host_Brush *brush, const host_Area *area, ed_Color color);
/// points down, or to the right
void host_brush_fold (const host_Brush *brush, float x, float y, bool open, ed_Color color);
/// a box that is ticked or not
void host_brush_tick (const host_Brush *brush, const host_Area *at, bool on);
/// The part of it that is seen goes along with the caret.
void host_brush_line (const host_Brush *brush, const host_Line *line, const host_Area *area,
                      bool typing);

/// What lies over the rows: a list to choose from, why what was typed is refused.
void host_inspect_top(const host_Brush *brush);
#endif
