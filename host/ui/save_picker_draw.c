#include <math.h>
#include <string.h>
#include "host/gfx/brush.h"
#include "host/ui/save_picker.h"
#include "host/ui/thumbnail.h"
#include "runtime/os/system/clock.h"

#define MARGIN 12.0f      // points
#define PADDING 12.0f
#define GAP 8.0f        // between cells
#define INSET 6.0f      // between a cell's edge and its contents
#define HEAD 36.0f
#define FOOTER 32.0f
#define HEAD_SIZE 14.0f
#define CELL_MAX 424.0f      // maximum width
#define CELL_MIN 150.0f
#define THUMB_WIDTH 0.53f      // maximum width of a picture, as a fraction of the cell's width
#define LINES 4.0f             // lines of text beside a picture
#define LINE_MAX 22.0f
#define DIMMED 0x00000090u      // color drawn over the game

typedef struct Cell {      // the cell being drawn
    const ed_SaveSlot *slot;
    const ed_Sprite *thumb;
    host_Area area, picture;
    float x, y, w, line, size;      // of its text; line: line height, size: font size
    bool selected, read;
} Cell;

// --- layout --------------------------------------------------------------------------------------

static float cell_height(float width)
{
    float thumb = fminf(floorf(width * THUMB_WIDTH), (float)HOST_THUMBNAIL_SIDE);
    return floorf(thumb * 9 / 16) + 2 * INSET;
}

static void scroll_to_selected(host_SavePicker *picker)
{
    u32 row = picker->at / picker->columns;
    if (picker->scroll_to_selected && row < picker->first) picker->first = row;
    if (picker->scroll_to_selected && row >= picker->first + picker->visible_rows)
        picker->first = row + 1 - picker->visible_rows;
    if (picker->first + picker->visible_rows > picker->rows)
        picker->first = picker->rows - picker->visible_rows;
    picker->scroll_to_selected = false;
}

static void layout(host_SavePicker *picker, float w, float h)
{
    u32 columns = 3;
    float inside = w - 2 * MARGIN - 2 * PADDING;
    while (columns > 1 && inside < (CELL_MIN + GAP) * (float)columns - GAP) columns--;
    float cell = floorf(fminf((inside + GAP) / (float)columns - GAP, CELL_MAX));
    float step = cell_height(cell) + GAP, room = h - 2 * MARGIN - HEAD - FOOTER + GAP;
    picker->columns = columns;
    picker->rows = (picker->slots.count + columns - 1) / columns;
    picker->visible_rows = (u32)fminf(fmaxf(floorf(room / step), 1), (float)picker->rows);
    scroll_to_selected(picker);
    float width = (cell + GAP) * (float)columns - GAP + 2 * PADDING;
    float height = step * (float)picker->visible_rows - GAP + HEAD + FOOTER;
    float x = floorf((w - width) / 2), y = fmaxf(floorf((h - height) / 2), 0);
    picker->panel = (host_Area){ x, y, width, height };
    for (u32 i = 0; i < picker->slots.count; i++) {
        u32 row = i / columns - picker->first;      // huge above the first visible row
        host_Area area = { x + PADDING + (cell + GAP) * (float)(i % columns),
                           y + HEAD + step * (float)row, cell, step - GAP };
        picker->cells[i] = row < picker->visible_rows ? area : (host_Area){ 0, 0, 0, 0 };
    }
}

// --- a cell --------------------------------------------------------------------------------------

static void draw_picture(const host_Brush *brush, const Cell *cell)
{
    const host_Area *at = &cell->picture;
    const ed_Sprite *thumb = cell->thumb;
    float middle_x = at->x + at->w / 2, middle_y = at->y + at->h / 2;
    host_brush_box(brush, at, thumb->width ? HEAD_BACK : FIELD);
    if (thumb->width) {
        float scale = fminf(at->w / (float)thumb->width, at->h / (float)thumb->height);
        ed_draw_sprite(brush->plain, thumb, middle_x, middle_y, (float)thumb->width * scale,
                       (float)thumb->height * scale, 0, 0xffffffff);
        return;
    }
    const char *word = cell->slot->status == ED_SAVE_SLOT_EMPTY ? "empty"
                     : cell->read                               ? "no picture"
                                                                : "";
    host_brush_frame(brush, at, LINE);
    ed_draw_text(brush->plain, middle_x, middle_y - cell->size * 0.6f, cell->size, ED_ALIGN_CENTER,
                 DIM, "%s", word);
}

static void add_size(u64 bytes, ed_Text *out)
{
    if (bytes < 1000) ed_text_add(out, "%u bytes", (u32)bytes);
    else if (bytes < 1000000) ed_text_add(out, "%.1f KB", (f64)bytes / 1e3);
    else if (bytes < 1000000000) ed_text_add(out, "%.1f MB", (f64)bytes / 1e6);
    else ed_text_add(out, "%.1f GB", (f64)bytes / 1e9);
}

static ed_Color add_frame(const ed_SaveSlot *slot, ed_Text *out)
{
    switch (slot->status) {
    case ED_SAVE_SLOT_GOOD: ed_text_add(out, "frame %llu", (unsigned long long)slot->frame); break;
    case ED_SAVE_SLOT_FOREIGN: ed_text_add(out, "another game"); return AMBER;
    case ED_SAVE_SLOT_DAMAGED: ed_text_add(out, "damaged"); return ALARM;
    case ED_SAVE_SLOT_LARGE: ed_text_add(out, "too large to check"); break;
    case ED_SAVE_SLOT_UNREAD:
    case ED_SAVE_SLOT_EMPTY: break;
    }
    return FAINT;
}

static void put_line(const host_Brush *brush, const Cell *cell, u32 line, ed_Color color,
                     const char *text)
{
    float size = line ? cell->size : cell->size + 1, y = cell->y + cell->line * (float)line;
    host_brush_put(brush, HOST_FACE_SANS, cell->x, roundf(y), size, cell->w, color, text);
}

static void draw_words(const host_Brush *brush, const Cell *cell)
{
    char text[64];
    const ed_SaveSlot *slot = cell->slot;
    ed_Text out = ed_text_over(text, sizeof text);
    put_line(brush, cell, 0, cell->selected ? ACCENT : slot->status ? INK : DIM, slot->name);
    if (slot->status == ED_SAVE_SLOT_EMPTY) return;
    if (slot->time_ns) ed_save_slots_ago(ed_date_ns(), slot->time_ns, &out);
    put_line(brush, cell, 1, FAINT, text);
    out = ed_text_over(text, sizeof text);
    ed_Color color = add_frame(slot, &out);
    put_line(brush, cell, 2, color, text);
    out = ed_text_over(text, sizeof text);
    if (slot->time_ns) add_size(slot->bytes, &out);
    put_line(brush, cell, 3, FAINT, text);
}

static void draw_cell(const host_Brush *brush, const host_SavePicker *picker, u32 i)
{
    Cell cell = { .slot = &picker->slots.at[i],
                  .thumb = &picker->thumbs[i],
                  .area = picker->cells[i],
                  .selected = i == picker->at,
                  .read = i < picker->read };
    const host_Area *area = &cell.area;
    float h = area->h - 2 * INSET,
          w = fminf(floorf(area->w * THUMB_WIDTH), (float)HOST_THUMBNAIL_SIDE);
    ed_Color edge = picker->delete_asked ? ALARM : ACCENT;
    if (area->w <= 0) return;
    cell.picture = (host_Area){ area->x + INSET, area->y + INSET, w, h };
    cell.line = fminf(floorf(h / LINES), LINE_MAX);
    cell.size = fminf(roundf(cell.line * 0.8f), TEXT_SIZE);
    cell.x = cell.picture.x + w + INSET + 2;
    cell.y = area->y + floorf((area->h - cell.line * LINES) / 2);
    cell.w = area->x + area->w - INSET / 2 - cell.x;
    host_brush_box(brush, area, cell.selected ? SELECTED : HOVER);
    draw_picture(brush, &cell);
    draw_words(brush, &cell);
    if (cell.selected) host_brush_frame(brush, area, edge);
}

// --- around the cells ----------------------------------------------------------------------------

static const char *title(const host_SavePicker *picker)
{
    return picker->purpose == HOST_SAVE_PICKER_SAVE ? "save to a slot" : "load from a slot";
}

static void draw_head(const host_Brush *brush, const host_SavePicker *picker)
{
    const host_Area *panel = &picker->panel;
    float y = panel->y + 9;
    u32 last = picker->first + picker->visible_rows;
    ed_draw_rect(brush->plain, panel->x, panel->y, panel->w, panel->h, BACK | 0xff);
    ed_draw_rect(brush->plain, panel->x, panel->y, 3, panel->h, ACCENT);
    ed_draw_text(brush->plain, panel->x + PADDING, y, HEAD_SIZE, ED_ALIGN_LEFT, ACCENT, "%s",
                 title(picker));
    if (picker->rows > picker->visible_rows)
        ed_draw_text(brush->plain, panel->x + panel->w - PADDING, y + 1, TEXT_SIZE - 1,
                     ED_ALIGN_RIGHT, FAINT, "rows %u to %u of %u", picker->first + 1, last,
                     picker->rows);
}

/// Draws the scroll bar in the right margin, where it takes no space from the cells.
static void draw_scrollbar(const host_Brush *brush, const host_SavePicker *picker)
{
    const host_Area *panel = &picker->panel;
    float all = panel->h - HEAD - FOOTER, row = all / (float)picker->rows;
    float x = panel->x + panel->w - PADDING / 2 - 2, y = panel->y + HEAD;
    float top = row * (float)picker->first, size = row * (float)picker->visible_rows;
    if (picker->rows <= picker->visible_rows) return;
    ed_draw_rect(brush->plain, x, y, 4, all, FIELD);
    ed_draw_rect(brush->plain, x, y + top, 4, size, DIM);
}

/// Returns the longest hint that fits.
static const char *hint(const host_Brush *brush, const host_SavePicker *picker, float width)
{
    static const char *const hints[2][3] = {
        { "1 to 9, Return or click: save, overwriting the slot; Delete twice: delete; Esc: close",
          "1 to 9, Return: save, overwriting; Delete; Esc", "Return: save, Delete, Esc" },
        { "1 to 9, Return or click: load; arrows, wheel: move; Delete twice: delete; Esc: close",
          "1 to 9, Return: load; Delete twice: delete; Esc", "Return: load, Delete, Esc" }
    };
    const char *const *of = hints[picker->purpose == HOST_SAVE_PICKER_LOAD], *const *last = of + 2;
    const float size = TEXT_SIZE - 1;
    while (of < last && host_brush_width(brush, HOST_FACE_SANS, size, *of, strlen(*of)) > width)
        of++;
    return *of;
}

static void draw_footer(const host_Brush *brush, const host_SavePicker *picker)
{
    char text[400];
    ed_Text out = ed_text_over(text, sizeof text);
    const ed_SaveSlot *slot = &picker->slots.at[picker->at];
    const host_Area *panel = &picker->panel;
    float w = panel->w - 2 * PADDING;
    bool bad = picker->message[0] || picker->delete_asked || slot->why[0];
    if (picker->message[0]) ed_text_add(&out, "%s", picker->message);
    else if (picker->delete_asked) ed_text_add(&out, "press Delete again to delete %s", slot->path);
    else if (slot->why[0]) ed_text_add(&out, "%s", slot->why);
    else ed_text_add(&out, "%s", hint(brush, picker, w));
    host_brush_put(brush, HOST_FACE_SANS, panel->x + PADDING, panel->y + panel->h - FOOTER + 9,
                   TEXT_SIZE - 1, w, bad ? ALARM : FAINT, text);
}

// --- once a frame --------------------------------------------------------------------------------

/// Reads the next unread slot, skipping empty ones.
static void read_next(host_SavePicker *picker, const char *game)
{
    const ed_SaveSlots *slots = &picker->slots;
    u32 i = picker->read;
    while (i < slots->count && slots->at[i].status == ED_SAVE_SLOT_EMPTY) i++;
    picker->read = i;
    if (i == slots->count) return;
    ed_Color *pixels = picker->pixels + (size_t)i * HOST_THUMBNAIL_SIDE * HOST_THUMBNAIL_SIDE;
    ed_save_slots_read(&picker->slots.at[i], game, &picker->scratch);
    host_thumbnail_read(slots->at[i].path, &picker->scratch, pixels, &picker->thumbs[i]);
    picker->read++;
}

void host_save_picker_draw(host_SavePicker *picker, host_Window *window, const char *game)
{
    if (picker->purpose == HOST_SAVE_PICKER_CLOSED) return;
    host_View view = host_window_points(window);
    float w = (float)window->width / view.scale, h = (float)window->height / view.scale;
    host_Brush brush = { .batch = &window->batch, .plain = &picker->draw, .scale = view.scale };
    read_next(picker, game);
    layout(picker, w, h);
    ed_draw_clear(brush.plain);
    ed_draw_rect(brush.plain, 0, 0, w, h, DIMMED);
    draw_head(&brush, picker);
    for (u32 i = 0; i < picker->slots.count; i++) draw_cell(&brush, picker, i);
    draw_scrollbar(&brush, picker);
    draw_footer(&brush, picker);
    host_draw_list(&window->batch, brush.plain, &view, HOST_FACE_SANS);
}
