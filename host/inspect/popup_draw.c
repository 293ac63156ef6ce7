#include "host/inspect/painter.h"
#include <math.h>
#include <string.h>
#include "host/inspect/layout.h"
#include "host/inspect/popup.h"

static const host_Shown *shown_at(const host_Inspect *inspect, const char *path)
{
    const host_Shown *found = NULL;
    for (u32 i = 0; i < inspect->shown_count; i++) {
        const host_Shown *shown = &inspect->shown[i];
        bool same = strcmp(shown->row.path, path) == 0 && !shown->missing;
        if (same && (!found || shown->pin == inspect->pin)) found = shown;
    }
    return found;
}

/// Places the popup below its row, or above the row if there is no space below.
static void place_popup(host_Inspect *inspect, const host_Shown *shown)
{
    host_Popup *popup = &inspect->popup;
    float w = fmaxf(shown->value.w + HOST_PIN_WIDTH, 150),
          h = (float)popup->rows * HOST_ROW_HEIGHT + 8;
    float y = shown->area.y + shown->area.h;
    float x = fminf(shown->value.x - 6, inspect->panel.x + inspect->panel.w - w - 4);
    if (y + h > inspect->panel.h) y = fmaxf(shown->area.y - h, 0);
    popup->area = (host_Area){ x, y, w, h };
}

static void draw_channel(const host_Painter *painter, const ed_ValueRef *ref, const host_Area *row,
                         u32 i)
{
    static const ed_Color colors[HOST_CHANNELS] = { 0xd65c5cff, 0x5cb86aff, 0x5c8fd6ff, FAINT };
    host_Area track = host_popup_track(row);
    u32 value = host_value_u32(ref) >> (24 - 8 * i) & 0xff;
    float fill = track.w * (float)value / 255;
    ed_draw_text(painter->brush.code, row->x + 8, row->y + TEXT_Y, CODE_SIZE, ED_ALIGN_LEFT, FAINT,
                 "%c", "rgba"[i]);
    ed_draw_rect(painter->brush.plain, track.x, track.y + 5, track.w, track.h - 10, HEAD_BACK);
    ed_draw_rect(painter->brush.plain, track.x, track.y + 5, fill, track.h - 10, colors[i]);
    ed_draw_rect(painter->brush.plain, track.x + fill - 1, track.y + 3, 3, track.h - 6, INK);
    ed_draw_text(painter->brush.code, row->x + row->w - 8, row->y + TEXT_Y, CODE_SIZE,
                 ED_ALIGN_RIGHT, INK, "%u", value);
}

static void draw_choice(const host_Painter *painter, const ed_ValueRef *ref, const host_Area *row,
                        u32 i)
{
    bool chosen = host_value_chosen(ref, i);
    const host_Area square = { row->x + 8, row->y, row->w, row->h };
    if (host_popup_is_flags(ref)) host_brush_checkbox(&painter->brush, &square, chosen);
    else if (chosen)
        ed_draw_circle(painter->brush.plain, row->x + 13, row->y + row->h / 2, 3, ACCENT);
    host_brush_put(&painter->brush, HOST_FACE_MONO, row->x + 27, row->y + TEXT_Y, CODE_SIZE,
                   row->w - 32, chosen ? INK : FAINT, host_value_choice(ref, i));
}

static void draw_popup(const host_Painter *painter)
{
    host_Inspect *inspect = painter->inspect;
    host_Popup *popup = &inspect->popup;
    const host_Shown *shown = popup->open ? shown_at(inspect, popup->path) : NULL;
    u32 count = shown ? host_popup_rows(&shown->row.ref) : 0;
    if (!count) {
        popup->open = false;
        return;
    }
    host_popup_fit(popup, count);
    place_popup(inspect, shown);
    host_brush_box(&painter->brush, &popup->area, FIELD);
    host_brush_frame(&painter->brush, &popup->area, ACCENT);
    for (u32 i = 0; i < popup->rows; i++) {
        host_Area row = host_popup_row(popup, i);
        bool hover = host_area_holds(&row, inspect->mouse_x, inspect->mouse_y);
        if (popup->first + i == popup->at || hover)
            ed_draw_rect(painter->brush.plain, row.x + 1, row.y, row.w - 2, row.h,
                         popup->first + i == popup->at ? SELECTED : HOVER);
        if (host_popup_is_color(&shown->row.ref)) draw_channel(painter, &shown->row.ref, &row, i);
        else draw_choice(painter, &shown->row.ref, &row, popup->first + i);
    }
    if (count > popup->rows)
        ed_draw_text(painter->brush.code, popup->area.x + popup->area.w - 5,
                     popup->area.y + popup->area.h - 14, SMALL_SIZE, ED_ALIGN_RIGHT, FAINT,
                     "%u of %u", popup->at + 1, count);
}

/// Shows why the typed text is refused, below its row. The footer leaves enough space for it.
static void draw_refusal(const host_Painter *painter)
{
    const host_Inspect *inspect = painter->inspect;
    bool typing = inspect->typing == HOST_TYPING_VALUE && inspect->refusal[0];
    const host_Shown *shown = typing ? shown_at(inspect, inspect->typing_path) : NULL;
    if (!shown) return;
    float x = inspect->panel.x + 8, w = inspect->panel.w - 16, y = shown->area.y + shown->area.h;
    size_t all = strlen(inspect->refusal);
    size_t first = host_brush_fitting(&painter->brush, HOST_FACE_SANS, TEXT_SIZE - 1,
                                      inspect->refusal, w - 16, false);
    while (first < all && first && inspect->refusal[first] != ' ') first--;
    const char *rest = inspect->refusal + first + (inspect->refusal[first] == ' ');
    host_Area at = { x, y + 1, w, *rest ? 38.0f : 22.0f };
    host_brush_box(&painter->brush, &at, 0x2a1a1cffu);
    host_brush_frame(&painter->brush, &at, ALARM);
    ed_draw_text(painter->brush.plain, x + 8, at.y + 3, TEXT_SIZE - 1, ED_ALIGN_LEFT, INK, "%.*s",
                 (int)first, inspect->refusal);
    host_brush_put(&painter->brush, HOST_FACE_SANS, x + 8, at.y + 19, TEXT_SIZE - 1, w - 16, INK,
                   rest);
}

void host_popup_draw(const host_Painter *painter)
{
    draw_popup(painter);
    draw_refusal(painter);
}
