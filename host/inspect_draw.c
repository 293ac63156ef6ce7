#include <math.h>
#include <stdio.h>
#include <string.h>
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
#define VALUE_PART 0.44f             // of the panel's width: where values begin
#define PIN_WIDTH  HOST_ROW_HEIGHT
#define VALUE_TEXT 256u

typedef struct Brush {               // one picture being made
    host_Inspect   *inspect;
    host_Batch     *batch;
    const ed_State *state;
    ed_Draw        *plain, *code;
    float           scale;
    bool            frozen;
} Brush;

// --- text that fits ----------------------------------------------------------------------------------------------------

static float width_of(const Brush *brush, host_Face face, float size, const char *text, size_t bytes)
{
    return host_text_width(brush->batch, face, text, bytes, size * brush->scale) / brush->scale;
}

/// Bytes of the text that fit `width`, whole letters; from its end where `tail`.
static size_t fitting(const Brush *brush, host_Face face, float size, const char *text, float width, bool tail)
{
    size_t all = strlen(text), low = 0, high = all;
    if (width_of(brush, face, size, text, all) <= width) return all;
    width -= width_of(brush, face, size, "…", strlen("…"));
    while (low < high) {
        size_t half = (low + high + 1) / 2;
        if (width_of(brush, face, size, tail ? text + all - half : text, half) <= width) low = half;
        else high = half - 1;
    }
    while (tail && low && ((u8)text[all - low] & 0xc0) == 0x80) low--;
    return tail ? low : ed_utf8_cut(text, all, low);
}

/// What has no room is cut with an ellipsis. Returns where it ends.
static float put(const Brush *brush, host_Face face, float x, float y, float size, float width, ed_Color color, const char *text)
{
    size_t all = strlen(text), bytes = fitting(brush, face, size, text, width, false);
    ed_Draw *draw = face == HOST_FACE_MONO ? brush->code : brush->plain;
    if (width < size / 2) return x;
    ed_draw_text(draw, x, y, size, ED_ALIGN_LEFT, color, "%.*s%s", (int)bytes, text, bytes < all ? "…" : "");
    return x + width_of(brush, face, size, text, bytes);
}

/// Likewise, but its end stays: of a path that is what tells it from others.
static void put_tail(const Brush *brush, host_Face face, float x, float y, float size, float width, ed_Color color,
                     const char *text)
{
    size_t all = strlen(text), bytes = fitting(brush, face, size, text, width, true);
    ed_Draw *draw = face == HOST_FACE_MONO ? brush->code : brush->plain;
    ed_draw_text(draw, x, y, size, ED_ALIGN_LEFT, color, "%s%s", bytes < all ? "…" : "", text + all - bytes);
}

static void box(ed_Draw *draw, const host_Area *area, ed_Color color)
{
    ed_draw_rect(draw, area->x, area->y, area->w, area->h, color);
}

static void frame_of(ed_Draw *draw, const host_Area *area, ed_Color color)
{
    ed_draw_rect_line(draw, area->x, area->y, area->w, area->h, 1, color);
}

/// Points down, or to the right.
static void mark_fold(ed_Draw *draw, float x, float y, bool open, ed_Color color)
{
    if (open) ed_draw_triangle(draw, x, y - 2.5f, x + 8, y - 2.5f, x + 4, y + 3.5f, color);
    else      ed_draw_triangle(draw, x + 1, y - 4, x + 7, y, x + 1, y + 4, color);
}

// --- a line that is being typed ----------------------------------------------------------------------------------------

/// The part of it that is seen goes along with the caret.
static void draw_line(const Brush *brush, const host_Line *line, const host_Area *area, bool typing)
{
    char text[HOST_LINE_MAX];
    memcpy(text, line->text, line->size + 1);
    for (size_t i = 0; i < line->size; i++) if (text[i] == '\n' || text[i] == '\t') text[i] = ' ';
    size_t first = 0;
    float room = area->w - 12, x = area->x + 6, y = area->y + (area->h - CODE_SIZE * 1.2f) / 2;
    while (first < line->caret && width_of(brush, HOST_FACE_MONO, CODE_SIZE, text + first, line->caret - first) > room) {
        size_t whole = ed_utf8_size(text + first, line->size - first);
        first += whole ? whole : 1;
    }
    size_t bytes = fitting(brush, HOST_FACE_MONO, CODE_SIZE, text + first, room + CODE_SIZE, false);
    float all = width_of(brush, HOST_FACE_MONO, CODE_SIZE, text + first, bytes);
    if (line->all && typing) ed_draw_rect(brush->plain, x - 1, area->y + 3, fminf(all, room) + 2, area->h - 6, FILL);
    ed_draw_text(brush->code, x, y, CODE_SIZE, ED_ALIGN_LEFT, INK, "%.*s", (int)bytes, text + first);
    if (!typing) return;
    float caret = x + width_of(brush, HOST_FACE_MONO, CODE_SIZE, text + first, line->caret - first);
    ed_draw_rect(brush->plain, caret, area->y + 3, 1.5f, area->h - 6, ACCENT);
}

// --- values ------------------------------------------------------------------------------------------------------------

static bool is_typed_here(const Brush *brush, const host_Shown *shown)
{
    const host_Inspect *inspect = brush->inspect;
    return inspect->typing == HOST_TYPING_VALUE && strcmp(inspect->typing_path, shown->row.path) == 0;
}

static void draw_slider(const Brush *brush, const host_Shown *shown)
{
    const host_Area *at = &shown->value;
    float part = (float)host_value_part(&shown->row.place);
    ed_draw_rect(brush->plain, at->x, at->y + 3, at->w, at->h - 6, FIELD);
    ed_draw_rect(brush->plain, at->x, at->y + 3, at->w * part, at->h - 6, FILL);
    ed_draw_rect(brush->plain, at->x + fminf(at->w * part, at->w - 2), at->y + 3, 2, at->h - 6, ACCENT);
}

static void draw_bool(const Brush *brush, const host_Area *at, bool on)
{
    const host_Area square = { at->x, at->y + 4, 12, 12 };
    box(brush->plain, &square, on ? ACCENT : FIELD);
    frame_of(brush->plain, &square, on ? ACCENT : DIM);
    if (!on) return;
    ed_draw_line(brush->plain, square.x + 2.5f, square.y + 6, square.x + 5, square.y + 9, 2, HEAD_BACK);
    ed_draw_line(brush->plain, square.x + 5, square.y + 9, square.x + 9.5f, square.y + 3, 2, HEAD_BACK);
}

/// Light squares shine through what is not opaque.
static void draw_swatch(const Brush *brush, float x, float y, float w, float h, ed_Color color)
{
    ed_draw_rect(brush->plain, x, y, w, h, 0x7c838bff);
    ed_draw_rect(brush->plain, x, y, w / 2, h / 2, 0xc8ccd0ff);
    ed_draw_rect(brush->plain, x + w / 2, y + h / 2, w / 2, h / 2, 0xc8ccd0ff);
    ed_draw_rect(brush->plain, x, y, w, h, color);
    ed_draw_rect_line(brush->plain, x, y, w, h, 1, DIM);
}

/// A box with a mark that says there is a list behind it.
static void draw_list_box(const Brush *brush, const host_Area *at)
{
    const host_Area field = { at->x - 5, at->y + 2, at->w + 5, at->h - 4 };
    box(brush->plain, &field, FIELD);
    mark_fold(brush->plain, at->x + at->w - 12, at->y + at->h / 2, true, DIM);
}

static ed_Color ink_of(host_Control control, const char *text)
{
    bool none = strcmp(text, "none") == 0;
    if (control == HOST_CONTROL_NONE) return FAINT;
    if (control == HOST_CONTROL_REF) return none ? DIM : ACCENT;
    return control == HOST_CONTROL_ABSENT || control == HOST_CONTROL_OPAQUE ? DIM : INK;
}

static void draw_value(const Brush *brush, const host_Shown *shown)
{
    char text[VALUE_TEXT];
    ed_Text out = ed_text_over(text, sizeof text);
    const ed_Place *place = &shown->row.place;
    const host_Area *at = &shown->value;
    host_Control control = host_value_control(place);
    host_value_text(brush->state, place, &out);
    float x = at->x, right = at->x + at->w;
    if (control == HOST_CONTROL_BOX) { draw_bool(brush, at, *(const u8 *)place->at); return; }
    if (control == HOST_CONTROL_SLIDER) { draw_slider(brush, shown); x += 5; }
    if (control == HOST_CONTROL_LIST || control == HOST_CONTROL_FLAGS) { draw_list_box(brush, at); right -= 16; }
    if (control == HOST_CONTROL_COLOR) {
        draw_swatch(brush, at->x, at->y + 3, 26, at->h - 6, host_value_u32(place));
        x += 32;
    }
    x = put(brush, HOST_FACE_MONO, x, at->y + TEXT_Y, CODE_SIZE, right - x, ink_of(control, text), text);
    const char *unit = place->field ? place->field->unit : NULL;
    bool number = control == HOST_CONTROL_NUMBER || control == HOST_CONTROL_SLIDER;
    if (unit && number) put(brush, HOST_FACE_SANS, x + 5, at->y + 4, SMALL_SIZE, right - x - 5, FAINT, unit);
}

// --- rows --------------------------------------------------------------------------------------------------------------

static void name_of(const host_Row *row, ed_Text *out)
{
    if (row->index != HOST_NO_INDEX) ed_text_add(out, "[%u]", row->index);
    else if (row->place.field)       ed_text_add(out, "%s", row->place.field->name);
    else                             ed_text_add(out, "%s", row->place.type->name);
}

static const char *remark_of(const host_Row *row)
{
    const ed_Field *field = row->place.field;
    if (!field || row->index != HOST_NO_INDEX) return "";
    if (field->kind == ED_PTR) return "live";
    return field->flags & ED_FIELD_TRANSIENT ? "transient" : "";
}

static void draw_name(const Brush *brush, const host_Shown *shown, float x, float right)
{
    char text[ED_NAME_MAX + 16];
    ed_Text out = ed_text_over(text, sizeof text);
    const host_Row *row = &shown->row;
    float y = shown->area.y + TEXT_Y;
    name_of(row, &out);
    if (row->opens) mark_fold(brush->plain, x, shown->area.y + HOST_ROW_HEIGHT / 2, row->open, FAINT);
    x += 13;
    x = put(brush, HOST_FACE_SANS, x, y, TEXT_SIZE, right - x, row->level ? INK : ACCENT, text);
    const char *remark = remark_of(row);
    if (*remark && right - x > 30) put(brush, HOST_FACE_SANS, x + 6, y + 2, SMALL_SIZE, right - x - 6, DIM, remark);
}

static bool is_pinned(const host_Inspect *inspect, const char *path)
{
    for (u32 i = 0; i < inspect->pin_count; i++)
        if (strcmp(inspect->pins[i], path) == 0) return true;
    return false;
}

/// A pin; hollow where the mouse is and a click would set one.
static void draw_pin(const Brush *brush, const host_Shown *shown, bool hover)
{
    bool pinned = shown->pin >= 0 || is_pinned(brush->inspect, shown->row.path);
    float x = shown->area.x + shown->area.w - PIN_WIDTH / 2, y = shown->area.y + HOST_ROW_HEIGHT / 2 - 1;
    if (!pinned && !hover) return;
    if (pinned) ed_draw_circle(brush->plain, x, y - 1, 3.5f, ACCENT);
    else        ed_draw_circle_line(brush->plain, x, y - 1, 3.5f, 1, FAINT);
    ed_draw_rect(brush->plain, x - 0.5f, y + 2, 1, 5, pinned ? ACCENT : FAINT);
}

static void draw_back(const Brush *brush, const host_Shown *shown, bool hover)
{
    const host_Inspect *inspect = brush->inspect;
    bool picked = shown->pin == inspect->pin && strcmp(shown->row.path, inspect->selected) == 0;
    if (picked) {
        box(brush->plain, &shown->area, inspect->focus ? PICKED : PICKED_DIM);
        if (inspect->focus) ed_draw_rect(brush->plain, shown->area.x, shown->area.y, 2, shown->area.h, ACCENT);
    } else if (hover) {
        box(brush->plain, &shown->area, HOVER);
    }
}

static void draw_changed(const Brush *brush, const host_Shown *shown)
{
    u64 hash = host_value_hash(brush->state, &shown->row.place);
    bool changed = host_seen_new(&brush->inspect->seen, shown->row.path, hash);
    if (changed && shown->row.level) ed_draw_circle(brush->plain, shown->value.x - 10, shown->area.y + 10, 2, CHANGED);
}

static void draw_typed(const Brush *brush, const host_Shown *shown)
{
    const host_Area field = { shown->value.x - 6, shown->area.y + 1, shown->value.w + 6, shown->area.h - 2 };
    box(brush->plain, &field, HEAD_BACK);
    frame_of(brush->plain, &field, brush->inspect->wrong[0] ? ALARM : ACCENT);
    draw_line(brush, &brush->inspect->line, &field, true);
}

static void draw_row(const Brush *brush, const host_Shown *shown)
{
    const host_Inspect *inspect = brush->inspect;
    const host_Area *area = &shown->area;
    bool hover = host_area_holds(area, inspect->mouse_x, inspect->mouse_y) && !inspect->popup.open;
    float indent = fminf((float)shown->row.level * HOST_INDENT, area->w * 0.2f), right = shown->value.x - 14;
    draw_back(brush, shown, hover);
    draw_pin(brush, shown, hover);
    if (shown->pin >= 0)
        put_tail(brush, HOST_FACE_SANS, area->x + 10, area->y + TEXT_Y, TEXT_SIZE, right - area->x - 10,
                 shown->gone ? DIM : INK, shown->row.path);
    else
        draw_name(brush, shown, area->x + 6 + indent, right);
    if (shown->gone) { put(brush, HOST_FACE_SANS, shown->value.x, area->y + TEXT_Y, TEXT_SIZE, shown->value.w, DIM, "gone"); return; }
    draw_changed(brush, shown);
    if (is_typed_here(brush, shown)) draw_typed(brush, shown);
    else                             draw_value(brush, shown);
}

static host_Shown *show(host_Inspect *inspect, const host_Row *row, float y, int pin)
{
    const host_Area *list = &inspect->list;
    host_Shown *shown = &inspect->shown[inspect->shown_count++];
    float x = list->x + floorf(list->w * VALUE_PART);
    *shown = (host_Shown){ .row = *row, .pin = pin, .area = { list->x, y, list->w, HOST_ROW_HEIGHT } };
    shown->value = (host_Area){ x, y, list->x + list->w - PIN_WIDTH - 4 - x, HOST_ROW_HEIGHT };
    return shown;
}

static void show_pins(host_Inspect *inspect, const ed_State *state)
{
    u32 first = inspect->pin >= (int)inspect->pins_shown ? (u32)inspect->pin - inspect->pins_shown + 1 : 0;
    for (u32 i = 0; i < inspect->pins_shown; i++) {
        host_Row row = { .level = 1, .index = HOST_NO_INDEX };
        strcpy(row.path, inspect->pins[first + i]);
        bool there = host_inspect_place(state, row.path, &row.place);
        show(inspect, &row, inspect->pins_y + (float)i * HOST_ROW_HEIGHT, (int)(first + i))->gone = !there;
    }
}

static void draw_rows(const Brush *brush)
{
    host_Inspect *inspect = brush->inspect;
    inspect->shown_count = 0;
    show_pins(inspect, brush->state);
    u32 count = host_tree_rows(&inspect->tree, brush->state, inspect->first, inspect->rows, (u32)inspect->page);
    for (u32 i = 0; i < count; i++)
        show(inspect, &inspect->rows[i], inspect->list.y + (float)i * HOST_ROW_HEIGHT, -1);
    for (u32 i = 0; i < inspect->shown_count; i++) draw_row(brush, &inspect->shown[i]);
    if (inspect->pins_shown)
        ed_draw_rect(brush->plain, inspect->list.x + 10, inspect->list.y - 4, inspect->list.w - 10, 1, LINE);
    if (count == 0)
        put(brush, HOST_FACE_SANS, inspect->list.x + 14, inspect->list.y + 8, TEXT_SIZE, inspect->list.w - 28, FAINT,
            "no field of that name: Esc shows all");
}

// --- around them -------------------------------------------------------------------------------------------------------

static void draw_head(const Brush *brush)
{
    const host_Inspect *inspect = brush->inspect;
    const host_Area *panel = &inspect->panel;
    float right = panel->x + panel->w - 10;
    const char *hint = inspect->focus ? "F1 keys" : "click or F2: keys go here";
    box(brush->plain, panel, BACK);
    bool edge = inspect->drag == HOST_DRAG_EDGE || fabsf(inspect->mouse_x - panel->x) <= 5;
    ed_draw_rect(brush->plain, panel->x, 0, edge ? 2 : 1, panel->h, inspect->focus || edge ? ACCENT : LINE);
    put(brush, HOST_FACE_SANS, panel->x + 12, 7, 14, 100, inspect->focus ? ACCENT : FAINT, "inspector");
    if (brush->frozen) ed_draw_text(brush->plain, right, 8, TEXT_SIZE, ED_ALIGN_RIGHT, ALARM, "frozen: edits hold");
    else               ed_draw_text(brush->plain, right, 9, SMALL_SIZE + 1, ED_ALIGN_RIGHT, DIM, "%s", hint);
}

static void draw_filter(const Brush *brush)
{
    const host_Inspect *inspect = brush->inspect;
    const host_Area *at = &inspect->filter_box;
    bool typing = inspect->typing == HOST_TYPING_FILTER;
    box(brush->plain, at, HEAD_BACK);
    frame_of(brush->plain, at, typing ? ACCENT : inspect->filter.size ? FAINT : LINE);
    host_Area text = { at->x, at->y, at->w - 20, at->h };
    draw_line(brush, &inspect->filter, &text, typing);
    float y = at->y + 4, x = at->x + at->w - 14, middle = at->y + at->h / 2;
    if (!inspect->filter.size && !typing) put(brush, HOST_FACE_SANS, at->x + 8, y, TEXT_SIZE, at->w - 16, DIM, "/  filter by name or path");
    if (!inspect->filter.size) return;
    ed_draw_line(brush->plain, x - 3, middle - 3, x + 3, middle + 3, 1.5f, FAINT);
    ed_draw_line(brush->plain, x - 3, middle + 3, x + 3, middle - 3, 1.5f, FAINT);
}

static void draw_bar(const Brush *brush)
{
    const host_Inspect *inspect = brush->inspect;
    bool held = inspect->drag == HOST_DRAG_SCROLL;
    bool hover = held || host_area_holds(&inspect->bar, inspect->mouse_x, inspect->mouse_y);
    if (inspect->thumb.h > 0) box(brush->plain, &inspect->thumb, held ? ACCENT : hover ? FAINT : LINE);
}

/// What the selected value is, or what was just said.
static void draw_foot(const Brush *brush)
{
    const host_Inspect *inspect = brush->inspect;
    const host_Area *at = &inspect->foot;
    char about[512] = "";
    ed_Text out = ed_text_over(about, sizeof about);
    ed_Place place;
    float x = at->x + 12, w = at->w - 24;
    ed_draw_rect(brush->plain, at->x + 1, at->y, at->w - 1, at->h, HEAD_BACK);
    put_tail(brush, HOST_FACE_MONO, x, at->y + 6, CODE_SIZE - 0.5f, w, FAINT, inspect->selected);
    if (inspect->now < inspect->said_until) {
        put(brush, HOST_FACE_SANS, x, at->y + 24, TEXT_SIZE - 1, w, CHANGED, inspect->said);
        return;
    }
    if (!host_inspect_place(brush->state, inspect->selected, &place)) return;
    host_value_about(&place, &out);
    const char *doc = place.field ? place.field->doc : place.type->doc;
    if (doc) ed_text_add(&out, ": %s", doc);
    put(brush, HOST_FACE_SANS, x, at->y + 24, TEXT_SIZE - 1, w, DIM, about);
}

// --- on top ------------------------------------------------------------------------------------------------------------

static const host_Shown *shown_at(const host_Inspect *inspect, const char *path)
{
    const host_Shown *found = NULL;
    for (u32 i = 0; i < inspect->shown_count; i++) {
        const host_Shown *shown = &inspect->shown[i];
        bool same = strcmp(shown->row.path, path) == 0 && !shown->gone;
        if (same && (!found || shown->pin == inspect->pin)) found = shown;
    }
    return found;
}

/// Below its row, or above where there is no room.
static void place_popup(host_Inspect *inspect, const host_Shown *shown)
{
    host_Popup *popup = &inspect->popup;
    float w = fmaxf(shown->value.w + PIN_WIDTH, 150), h = (float)popup->rows * HOST_ROW_HEIGHT + 8;
    float y = shown->area.y + shown->area.h, x = fminf(shown->value.x - 6, inspect->panel.x + inspect->panel.w - w - 4);
    if (y + h > inspect->panel.h) y = fmaxf(shown->area.y - h, 0);
    popup->area = (host_Area){ x, y, w, h };
}

static void draw_channel(const Brush *brush, const ed_Place *place, const host_Area *row, u32 i)
{
    static const ed_Color colors[HOST_CHANNELS] = { 0xd65c5cff, 0x5cb86aff, 0x5c8fd6ff, 0x98a1abff };
    host_Area track = host_popup_track(row);
    u32 value = host_value_u32(place) >> (24 - 8 * i) & 0xff;
    float part = (float)value / 255;
    ed_draw_text(brush->code, row->x + 8, row->y + TEXT_Y, CODE_SIZE, ED_ALIGN_LEFT, FAINT, "%c", "rgba"[i]);
    ed_draw_rect(brush->plain, track.x, track.y + 5, track.w, track.h - 10, HEAD_BACK);
    ed_draw_rect(brush->plain, track.x, track.y + 5, track.w * part, track.h - 10, colors[i]);
    ed_draw_rect(brush->plain, track.x + track.w * part - 1, track.y + 3, 3, track.h - 6, INK);
    ed_draw_text(brush->code, row->x + row->w - 8, row->y + TEXT_Y, CODE_SIZE, ED_ALIGN_RIGHT, INK, "%u", value);
}

static void draw_choice(const Brush *brush, const ed_Place *place, const host_Area *row, u32 i)
{
    const char *doc, *name = host_value_choice(place, i, &doc);
    bool flags = host_value_control(place) == HOST_CONTROL_FLAGS, chosen = host_value_chosen(place, i);
    const host_Area square = { row->x + 8, row->y, row->w, row->h };
    if (flags)       draw_bool(brush, &square, chosen);
    else if (chosen) ed_draw_circle(brush->plain, row->x + 13, row->y + row->h / 2, 3, ACCENT);
    put(brush, HOST_FACE_MONO, row->x + 27, row->y + TEXT_Y, CODE_SIZE, row->w - 32, chosen ? INK : FAINT, name);
}

static void draw_popup(const Brush *brush)
{
    host_Inspect *inspect = brush->inspect;
    host_Popup *popup = &inspect->popup;
    const host_Shown *shown = popup->open ? shown_at(inspect, popup->path) : NULL;
    u32 count = shown ? host_popup_rows(&shown->row.place) : 0;
    if (!count) { popup->open = false; return; }
    place_popup(inspect, shown);
    box(brush->plain, &popup->area, FIELD);
    frame_of(brush->plain, &popup->area, ACCENT);
    bool color = host_value_control(&shown->row.place) == HOST_CONTROL_COLOR;
    for (u32 i = 0; i < popup->rows && popup->first + i < count; i++) {
        host_Area row = host_popup_row(popup, i);
        bool hover = host_area_holds(&row, inspect->mouse_x, inspect->mouse_y);
        if (popup->first + i == popup->at || hover)
            ed_draw_rect(brush->plain, row.x + 1, row.y, row.w - 2, row.h, popup->first + i == popup->at ? PICKED : HOVER);
        if (color) draw_channel(brush, &shown->row.place, &row, i);
        else       draw_choice(brush, &shown->row.place, &row, popup->first + i);
    }
    if (count > popup->rows)
        ed_draw_text(brush->code, popup->area.x + popup->area.w - 5, popup->area.y + popup->area.h - 14, SMALL_SIZE, ED_ALIGN_RIGHT,
                     FAINT, "%u of %u", popup->at + 1, count);
}

/// Why what was typed is not taken, where it was typed.
static void draw_wrong(const Brush *brush)
{
    const host_Inspect *inspect = brush->inspect;
    bool typing = inspect->typing == HOST_TYPING_VALUE && inspect->wrong[0];
    const host_Shown *shown = typing ? shown_at(inspect, inspect->typing_path) : NULL;
    if (!shown) return;
    float x = inspect->panel.x + 8, w = inspect->panel.w - 16, y = shown->area.y + shown->area.h;
    size_t first = fitting(brush, HOST_FACE_SANS, TEXT_SIZE - 1, inspect->wrong, w - 16, false), all = strlen(inspect->wrong);
    while (first < all && first && inspect->wrong[first] != ' ') first--;
    const char *rest = inspect->wrong + first + (inspect->wrong[first] == ' ');
    host_Area at = { x, y + 1, w, *rest ? 38.0f : 22.0f };
    if (at.y + at.h > inspect->panel.h) at.y = shown->area.y - at.h;
    box(brush->plain, &at, 0x2a1a1cffu);
    frame_of(brush->plain, &at, ALARM);
    ed_draw_text(brush->plain, x + 8, at.y + 3, TEXT_SIZE - 1, ED_ALIGN_LEFT, INK, "%.*s", (int)first, inspect->wrong);
    if (*rest) put(brush, HOST_FACE_SANS, x + 8, at.y + 19, TEXT_SIZE - 1, w - 16, INK, rest);
}

static void on_layer(Brush *brush, u32 layer)
{
    brush->plain = &brush->inspect->plain[layer];
    brush->code  = &brush->inspect->code[layer];
    ed_draw_clear(brush->plain);
    ed_draw_clear(brush->code);
}

void host_inspect_picture(host_Inspect *inspect, host_Window *window, const ed_State *state, bool frozen)
{
    float scale = fmaxf(window->pixels_per_point, 0.5f);
    Brush brush = { inspect, &window->batch, state, NULL, NULL, scale, frozen };
    host_View view = { scale, 0, 0, { 0, 0, window->width, window->height } };
    on_layer(&brush, 0);
    draw_head(&brush);
    draw_filter(&brush);
    draw_rows(&brush);
    draw_bar(&brush);
    draw_foot(&brush);
    on_layer(&brush, 1);
    draw_popup(&brush);
    draw_wrong(&brush);
    for (u32 i = 0; i < 2; i++) {
        host_draw_list(&window->batch, &inspect->plain[i], &view, HOST_FACE_SANS);
        host_draw_list(&window->batch, &inspect->code[i], &view, HOST_FACE_MONO);
    }
}
