#include "host/inspect/draw.h"
#include <math.h>
#include <string.h>
#include "host/inspect/painter.h"
#include "host/inspect/layout.h"

#define VALUE_X 0.44f        // where values start, as a fraction of the list's width
#define VALUE_TEXT 256u      // bytes of a value's text

// --- values --------------------------------------------------------------------------------------

static bool is_typed_here(const host_Painter *painter, const host_Shown *shown)
{
    const host_Inspect *inspect = painter->inspect;
    return inspect->typing == HOST_TYPING_VALUE
        && strcmp(inspect->typing_path, shown->row.path) == 0;
}

static void draw_slider(const host_Painter *painter, const host_Shown *shown)
{
    const host_Area *at = &shown->value;
    float fill = at->w * (float)host_value_fraction(&shown->row.ref);
    ed_draw_rect(painter->brush.plain, at->x, at->y + 3, at->w, at->h - 6, FIELD);
    ed_draw_rect(painter->brush.plain, at->x, at->y + 3, fill, at->h - 6, FILL);
    ed_draw_rect(painter->brush.plain, at->x + fminf(fill, at->w - 2), at->y + 3, 2, at->h - 6,
                 ACCENT);
}

/// Draws a color on a checkerboard, which is visible through a transparent color.
static void draw_swatch(const host_Painter *painter, float x, float y, float w, float h,
                        ed_Color color)
{
    ed_draw_rect(painter->brush.plain, x, y, w, h, 0x7c838bff);
    ed_draw_rect(painter->brush.plain, x, y, w / 2, h / 2, 0xc8ccd0ff);
    ed_draw_rect(painter->brush.plain, x + w / 2, y + h / 2, w / 2, h / 2, 0xc8ccd0ff);
    ed_draw_rect(painter->brush.plain, x, y, w, h, color);
    ed_draw_rect_outline(painter->brush.plain, x, y, w, h, 1, DIM);
}

/// Draws the background of a drop-down list, with an arrow that points down.
static void draw_dropdown(const host_Painter *painter, const host_Area *at)
{
    const host_Area field = { at->x - 5, at->y + 2, at->w + 5, at->h - 4 };
    host_brush_box(&painter->brush, &field, FIELD);
    host_brush_arrow(&painter->brush, at->x + at->w - 12, at->y + at->h / 2, true, DIM);
}

static ed_Color ink_of(host_Control control, const char *text)
{
    bool none = strcmp(text, "none") == 0;
    if (control == HOST_CONTROL_NONE) return FAINT;
    if (control == HOST_CONTROL_REF) return none ? DIM : ACCENT;
    return control == HOST_CONTROL_ABSENT || control == HOST_CONTROL_POINTER ? DIM : INK;
}

static void draw_value(const host_Painter *painter, const host_Shown *shown)
{
    char text[VALUE_TEXT];
    ed_Text out = ed_text_over(text, sizeof text);
    const ed_ValueRef *ref = &shown->row.ref;
    const host_Area *at = &shown->value;
    host_Control control = host_value_control(ref);
    host_value_text(painter->state, ref, &out);
    float x = at->x, right = at->x + at->w;
    if (control == HOST_CONTROL_CHECKBOX) {
        host_brush_checkbox(&painter->brush, at, *(const u8 *)ref->at);
        return;
    }
    if (control == HOST_CONTROL_SLIDER) {
        draw_slider(painter, shown);
        x += 5;
    }
    if (control == HOST_CONTROL_DROPDOWN || control == HOST_CONTROL_FLAGS) {
        draw_dropdown(painter, at);
        right -= 16;
    }
    if (control == HOST_CONTROL_COLOR) {
        draw_swatch(painter, at->x, at->y + 3, 26, at->h - 6, host_value_u32(ref));
        x += 32;
    }
    x = host_brush_put(&painter->brush, HOST_FACE_MONO, x, at->y + TEXT_Y, CODE_SIZE, right - x,
                       ink_of(control, text), text);
    const char *unit = ref->field ? ref->field->unit : NULL;
    bool number = control == HOST_CONTROL_NUMBER || control == HOST_CONTROL_SLIDER;
    if (unit && number)
        host_brush_put(&painter->brush, HOST_FACE_SANS, x + 5, at->y + 4, SMALL_SIZE, right - x - 5,
                       FAINT, unit);
}

// --- rows ----------------------------------------------------------------------------------------

static void name_of(const host_Row *row, ed_Text *out)
{
    if (row->index != HOST_NO_INDEX) ed_value_print_step(&row->ref, row->index, out);
    else if (row->ref.field) ed_text_add(out, "%s", row->ref.field->name);
    else ed_text_add(out, "%s", row->ref.type->name);
}

static const char *remark_of(const host_Row *row)
{
    const ed_Field *field = row->ref.field;
    if (!field || row->index != HOST_NO_INDEX) return "";
    if (field->kind == ED_PTR) return "live";
    return field->flags & ED_FIELD_TRANSIENT ? "transient" : "";
}

static void draw_name(const host_Painter *painter, const host_Shown *shown, float x, float right)
{
    char text[ED_NAME_MAX + 16];
    ed_Text out = ed_text_over(text, sizeof text);
    const host_Row *row = &shown->row;
    float y = shown->area.y + TEXT_Y;
    name_of(row, &out);
    if (row->can_expand)
        host_brush_arrow(&painter->brush, x, shown->area.y + HOST_ROW_HEIGHT / 2, row->expanded,
                         FAINT);
    x += 13;
    ed_Color ink = row->level ? INK : ACCENT;
    x = host_brush_put(&painter->brush, HOST_FACE_SANS, x, y, TEXT_SIZE, right - x, ink, text);
    const char *remark = remark_of(row);
    if (*remark && right - x > 30)
        host_brush_put(&painter->brush, HOST_FACE_SANS, x + 6, y + 2, SMALL_SIZE, right - x - 6,
                       DIM, remark);
}

static bool is_pinned(const host_Inspect *inspect, const char *path)
{
    for (u32 i = 0; i < inspect->pin_count; i++)
        if (strcmp(inspect->pins[i], path) == 0) return true;
    return false;
}

/// Draws the row's pin; while the mouse is over a row without one, a hollow pin shows that a click
/// sets it.
static void draw_pin(const host_Painter *painter, const host_Shown *shown, bool hover)
{
    bool pinned = is_pinned(painter->inspect, shown->row.path);
    float x = shown->area.x + shown->area.w - HOST_PIN_WIDTH / 2;
    float y = shown->area.y + HOST_ROW_HEIGHT / 2 - 1;
    if (!pinned && !hover) return;
    if (pinned) ed_draw_circle(painter->brush.plain, x, y - 1, 3.5f, ACCENT);
    else ed_draw_circle_outline(painter->brush.plain, x, y - 1, 3.5f, 1, FAINT);
    ed_draw_rect(painter->brush.plain, x - 0.5f, y + 2, 1, 5, pinned ? ACCENT : FAINT);
}

static void draw_row_background(const host_Painter *painter, const host_Shown *shown, bool hover)
{
    const host_Inspect *inspect = painter->inspect;
    bool selected = shown->pin == inspect->pin && strcmp(shown->row.path, inspect->selected) == 0;
    if (selected) {
        host_brush_box(&painter->brush, &shown->area, inspect->focus ? SELECTED : SELECTED_DIM);
        if (inspect->focus)
            ed_draw_rect(painter->brush.plain, shown->area.x, shown->area.y, 2, shown->area.h,
                         ACCENT);
    } else if (hover) {
        host_brush_box(&painter->brush, &shown->area, HOVER);
    }
}

static void draw_changed(const host_Painter *painter, const host_Shown *shown)
{
    u64 hash = host_value_hash(painter->state, &shown->row.ref);
    bool changed = host_changed_note(&painter->inspect->changed, shown->row.path, hash);
    if (changed)
        ed_draw_circle(painter->brush.plain, shown->value.x - 10, shown->area.y + 10, 2, AMBER);
}

/// Draws a line of text being edited, scrolled so that the caret is visible.
static void draw_line_edit(const host_Painter *painter, const host_LineEdit *line,
                           const host_Area *area, bool typing)
{
    char text[HOST_LINE_EDIT_MAX];
    memcpy(text, line->text, line->size + 1);
    for (size_t i = 0; i < line->size; i++)
        if (text[i] == '\n' || text[i] == '\t') text[i] = ' ';
    size_t first = 0;
    float room = area->w - 12, x = area->x + 6;
    float y = floorf(area->y + (area->h - CODE_SIZE * 1.2f) / 2);
    while (first < line->caret
           && host_brush_width(&painter->brush, HOST_FACE_MONO, CODE_SIZE, text + first,
                               line->caret - first)
                  > room) {
        size_t whole = ed_utf8_size(text + first, line->size - first);
        first += whole ? whole : 1;
    }
    size_t bytes = host_brush_fitting(&painter->brush, HOST_FACE_MONO, CODE_SIZE, text + first,
                                      room + CODE_SIZE, false);
    float all = host_brush_width(&painter->brush, HOST_FACE_MONO, CODE_SIZE, text + first, bytes);
    if (line->all && typing)
        ed_draw_rect(painter->brush.plain, x - 1, area->y + 3, fminf(all, room) + 2, area->h - 6,
                     FILL);
    ed_draw_text(painter->brush.code, x, y, CODE_SIZE, ED_ALIGN_LEFT, INK, "%.*s", (int)bytes,
                 text + first);
    if (!typing) return;
    painter->inspect->line_x = x;
    painter->inspect->line_first = first;
    painter->inspect->letter = host_brush_width(&painter->brush, HOST_FACE_MONO, CODE_SIZE, "m", 1);
    float caret = x
                + host_brush_width(&painter->brush, HOST_FACE_MONO, CODE_SIZE, text + first,
                                   line->caret - first);
    ed_draw_rect(painter->brush.plain, caret, area->y + 3, 1.5f, area->h - 6, ACCENT);
}

static void draw_typed(const host_Painter *painter, const host_Shown *shown)
{
    const host_Area field = { shown->value.x - 6, shown->area.y + 1, shown->value.w + 6,
                              shown->area.h - 2 };
    host_brush_box(&painter->brush, &field, HEAD_BACK);
    host_brush_frame(&painter->brush, &field, painter->inspect->refusal[0] ? ALARM : ACCENT);
    draw_line_edit(painter, &painter->inspect->line, &field, true);
}

static void draw_row(const host_Painter *painter, const host_Shown *shown)
{
    const host_Inspect *inspect = painter->inspect;
    const host_Area *area = &shown->area;
    bool hover = host_area_holds(area, inspect->mouse_x, inspect->mouse_y) && !inspect->popup.open;
    float indent = fminf((float)shown->row.level * HOST_INDENT, area->w * 0.2f);
    float right = shown->value.x - 14;
    draw_row_background(painter, shown, hover);
    draw_pin(painter, shown, hover);
    if (shown->pin >= 0)
        host_brush_tail(&painter->brush, HOST_FACE_SANS, area->x + 10, area->y + TEXT_Y, TEXT_SIZE,
                        right - area->x - 10, shown->missing ? DIM : INK, shown->row.path);
    else draw_name(painter, shown, area->x + 6 + indent, right);
    if (shown->missing) {
        host_brush_put(&painter->brush, HOST_FACE_SANS, shown->value.x, area->y + TEXT_Y, TEXT_SIZE,
                       shown->value.w, DIM, "gone");
        return;
    }
    draw_changed(painter, shown);
    if (is_typed_here(painter, shown)) draw_typed(painter, shown);
    else draw_value(painter, shown);
}

static host_Shown *show(host_Inspect *inspect, const host_Row *row, float y, int pin)
{
    const host_Area *list = &inspect->list;
    host_Shown *shown = &inspect->shown[inspect->shown_count++];
    float x = list->x + floorf(list->w * VALUE_X);
    *shown =
        (host_Shown){ .row = *row, .pin = pin, .area = { list->x, y, list->w, HOST_ROW_HEIGHT } };
    shown->value = (host_Area){ x, y, list->x + list->w - HOST_PIN_WIDTH - 4 - x, HOST_ROW_HEIGHT };
    return shown;
}

static void show_pins(host_Inspect *inspect, const ed_State *state)
{
    u32 first =
        inspect->pin >= (int)inspect->pins_shown ? (u32)inspect->pin - inspect->pins_shown + 1 : 0;
    for (u32 i = 0; i < inspect->pins_shown; i++) {
        host_Row row = { .index = HOST_NO_INDEX };
        strcpy(row.path, inspect->pins[first + i]);
        bool there = ed_value_find_was(state, row.path, &row.ref);
        show(inspect, &row, inspect->pins_y + (float)i * HOST_ROW_HEIGHT, (int)(first + i))
            ->missing = !there;
    }
}

static void draw_rows(const host_Painter *painter)
{
    host_Inspect *inspect = painter->inspect;
    inspect->shown_count = 0;
    show_pins(inspect, painter->state);
    u32 count = host_tree_rows(&inspect->tree, painter->state, inspect->first, inspect->rows,
                               (u32)inspect->page);
    for (u32 i = 0; i < count; i++)
        show(inspect, &inspect->rows[i], inspect->list.y + (float)i * HOST_ROW_HEIGHT, -1);
    for (u32 i = 0; i < inspect->shown_count; i++) draw_row(painter, &inspect->shown[i]);
    if (inspect->pins_shown)
        ed_draw_rect(painter->brush.plain, inspect->list.x + 10, inspect->list.y - 4,
                     inspect->list.w - 10, 1, LINE);
    if (count == 0)
        host_brush_put(&painter->brush, HOST_FACE_SANS, inspect->list.x + 14, inspect->list.y + 8,
                       TEXT_SIZE, inspect->list.w - 28, FAINT,
                       "no matching field; Esc clears the filter");
}

// --- around the rows -----------------------------------------------------------------------------

static void draw_head(const host_Painter *painter)
{
    const host_Inspect *inspect = painter->inspect;
    const host_Area *panel = &inspect->panel;
    float right = panel->x + panel->w - 10;
    const char *hint = inspect->focus ? "F1 keys" : "click or F2 to focus";
    host_brush_box(&painter->brush, panel, BACK);
    host_brush_put(&painter->brush, HOST_FACE_SANS, panel->x + 12, 7, 14, 100,
                   inspect->focus ? ACCENT : FAINT, "inspector");
    if (painter->failed) hint = "paused; you can edit";
    ed_draw_text(painter->brush.plain, right, 9, SMALL_SIZE + 1, ED_ALIGN_RIGHT,
                 painter->failed ? ALARM : DIM, "%s", hint);
}

/// Draws the left edge of the panel. Call it after the rows, which it covers.
static void draw_edge(const host_Painter *painter)
{
    const host_Inspect *inspect = painter->inspect;
    bool grip = inspect->drag == HOST_DRAG_EDGE || host_inspect_is_over_edge(inspect);
    ed_draw_rect(painter->brush.plain, inspect->panel.x, 0, grip ? 2 : 1, inspect->panel.h,
                 inspect->focus || grip ? ACCENT : LINE);
}

static void draw_filter(const host_Painter *painter)
{
    const host_Inspect *inspect = painter->inspect;
    const host_Area *at = &inspect->filter_box;
    bool typing = inspect->typing == HOST_TYPING_FILTER;
    host_brush_box(&painter->brush, at, HEAD_BACK);
    host_brush_frame(&painter->brush, at, typing ? ACCENT : inspect->filter.size ? FAINT : LINE);
    host_Area text = { at->x, at->y, at->w - 20, at->h };
    draw_line_edit(painter, &inspect->filter, &text, typing);
    float y = at->y + 4, x = at->x + at->w - 14, middle = at->y + at->h / 2;
    if (!inspect->filter.size && !typing)
        host_brush_put(&painter->brush, HOST_FACE_SANS, at->x + 8, y, TEXT_SIZE, at->w - 16, DIM,
                       "/  filter by name or path");
    if (!inspect->filter.size) return;
    ed_draw_line(painter->brush.plain, x - 3, middle - 3, x + 3, middle + 3, 1.5f, FAINT);
    ed_draw_line(painter->brush.plain, x - 3, middle + 3, x + 3, middle - 3, 1.5f, FAINT);
}

static void draw_scrollbar(const host_Painter *painter)
{
    const host_Inspect *inspect = painter->inspect;
    bool held = inspect->drag == HOST_DRAG_SCROLL;
    bool hover = held || host_area_holds(&inspect->scrollbar, inspect->mouse_x, inspect->mouse_y);
    if (inspect->thumb.h > 0)
        host_brush_box(&painter->brush, &inspect->thumb, held ? ACCENT : hover ? FAINT : LINE);
}

/// Draws a description of the selected value, or the last message.
static void draw_footer(const host_Painter *painter)
{
    const host_Inspect *inspect = painter->inspect;
    const host_Area *at = &inspect->footer;
    char about[512] = "";
    ed_Text out = ed_text_over(about, sizeof about);
    ed_ValueRef ref;
    float x = at->x + 12, w = at->w - 24;
    ed_draw_rect(painter->brush.plain, at->x + 1, at->y, at->w - 1, at->h, HEAD_BACK);
    host_brush_tail(&painter->brush, HOST_FACE_MONO, x, at->y + 6, CODE_SIZE - 0.5f, w, FAINT,
                    inspect->selected);
    if (inspect->now < inspect->message_until) {
        host_brush_put(&painter->brush, HOST_FACE_SANS, x, at->y + 24, TEXT_SIZE - 1, w, AMBER,
                       inspect->message);
        return;
    }
    if (!ed_value_find_was(painter->state, inspect->selected, &ref)) return;
    host_value_about(&ref, &out);
    const char *doc = ref.field ? ref.field->doc : ref.type->doc;
    if (doc) ed_text_add(&out, ": %s", doc);
    host_brush_put(&painter->brush, HOST_FACE_SANS, x, at->y + 24, TEXT_SIZE - 1, w, DIM, about);
}

static void on_layer(host_Painter *painter, u32 layer)
{
    painter->brush.plain = &painter->inspect->plain[layer];
    painter->brush.code = &painter->inspect->code[layer];
    ed_draw_clear(painter->brush.plain);
    ed_draw_clear(painter->brush.code);
}

void host_inspect_draw_panel(host_Inspect *inspect, host_Window *window, const ed_State *state,
                             bool failed)
{
    host_View view = host_window_points(window);
    host_Painter painter = { { &window->batch, NULL, NULL, view.scale }, inspect, state, failed };
    on_layer(&painter, 0);
    draw_head(&painter);
    draw_filter(&painter);
    draw_rows(&painter);
    draw_scrollbar(&painter);
    draw_footer(&painter);
    draw_edge(&painter);
    on_layer(&painter, 1);
    host_popup_draw(&painter);
    for (u32 i = 0; i < 2; i++) {
        host_draw_list(&window->batch, &inspect->plain[i], &view, HOST_FACE_SANS);
        host_draw_list(&window->batch, &inspect->code[i], &view, HOST_FACE_MONO);
    }
}
