#include <math.h>
#include <stdio.h>
#include <string.h>
#include "host/inspect_inner.h"

#define TRACK_LEFT  22.0f            // of a channel: what stands beside its slider
#define TRACK_RIGHT 34.0f

u32 host_popup_rows(const ed_Place *place)
{
    return host_value_control(place) == HOST_CONTROL_COLOR ? HOST_CHANNELS
        : host_value_choices(place);
}

static bool is_flags(const ed_Place *place)
{
    return host_value_control(place) == HOST_CONTROL_FLAGS;
}

static bool is_color(const ed_Place *place)
{
    return host_value_control(place) == HOST_CONTROL_COLOR;
}

/// To what there is to choose from now: its type may be another one since.
void host_popup_fit(host_Popup *popup, u32 count)
{
    popup->rows = count < HOST_POPUP_ROWS ? count : HOST_POPUP_ROWS;
    if (popup->at >= count) popup->at = count ? count - 1 : 0;
    if (popup->first > count - popup->rows) popup->first = count - popup->rows;
}

static void into_sight(host_Popup *popup)
{
    if (popup->at < popup->first) popup->first = popup->at;
    if (popup->rows && popup->at >= popup->first + popup->rows)
        popup->first = popup->at - popup->rows + 1;
}

void host_popup_open(host_Inspect *inspect, const ed_State *state, const char *path)
{
    ed_Place place;
    host_Popup *popup = &inspect->popup;
    host_inspect_stop(inspect);
    if (!ed_value_find_was(state, path, &place)) return;
    u32 count = host_popup_rows(&place);
    *popup = (host_Popup){ .open = count > 0 };
    host_popup_fit(popup, count);
    snprintf(popup->path, sizeof popup->path, "%s", path);
    for (u32 i = 0; i < count && !is_color(&place) && !is_flags(&place); i++)
        if (host_value_chosen(&place, i)) popup->at = i;
    into_sight(popup);
}

host_Area host_popup_row(const host_Popup *popup, u32 i)
{
    const host_Area *area = &popup->area;
    return (host_Area){ area->x, area->y + 4 + (float)i * HOST_ROW_HEIGHT, area->w,
                        HOST_ROW_HEIGHT };
}

host_Area host_popup_track(const host_Area *row)
{
    return (host_Area){ row->x + TRACK_LEFT, row->y, fmaxf(row->w - TRACK_LEFT - TRACK_RIGHT, 1),
                        row->h };
}

/// A list is chosen from once, flags as often as one likes.
static void choose(host_Inspect *inspect, const ed_State *state, const ed_Place *place, u32 i)
{
    char text[ED_NAME_MAX + 32];
    ed_Text out = ed_text_over(text, sizeof text);
    if (i >= host_value_choices(place)) return;
    host_value_choose(place, i, &out);
    bool same = !is_flags(place) && host_value_chosen(place, i);
    if (!same) host_inspect_set(inspect, state, inspect->popup.path, text, false);
    if (!is_flags(place)) inspect->popup.open = false;
}

static void set_channel(host_Inspect *inspect, const ed_State *state, const ed_Place *place,
                        int value)
{
    char text[32];
    u32 shift = 24 - 8 * inspect->channel, now = host_value_u32(place);
    u32 next = (u32)(value < 0 ? 0 : value > 255 ? 255 : value);
    snprintf(text, sizeof text, "0x%08x", (now & ~(0xffu << shift)) | next << shift);
    host_inspect_set(inspect, state, inspect->popup.path, text, true);
}

static void step_channel(host_Inspect *inspect, const ed_State *state, const ed_Place *place,
                         int by)
{
    inspect->channel = inspect->popup.at;
    set_channel(inspect, state, place,
                (int)(host_value_u32(place) >> (24 - 8 * inspect->channel) & 0xff) + by);
}

static void move(host_Popup *popup, u32 count, int by)
{
    if (by < 0) popup->at = popup->at ? popup->at - 1 : count - 1;
    else        popup->at = popup->at + 1 < count ? popup->at + 1 : 0;
    into_sight(popup);
}

/// True where the key was the popup's; else it closes and the key means what it does in the tree.
bool host_popup_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    host_Popup *popup = &inspect->popup;
    ed_Place place;
    bool there = ed_value_find_was(state, popup->path, &place) && host_popup_rows(&place) > 0;
    int far = key->mod & KMOD_SHIFT ? 16 : 1;
    u32 count = there ? host_popup_rows(&place) : 0;
    host_popup_fit(popup, count);
    switch (there ? key->sym : SDLK_UNKNOWN) {
    case SDLK_UP:     move(popup, count, -1); return true;
    case SDLK_DOWN:   move(popup, count, 1); return true;
    case SDLK_LEFT:   if (is_color(&place)) step_channel(inspect, state, &place, -far); return true;
    case SDLK_RIGHT:  if (is_color(&place)) step_channel(inspect, state, &place, far); return true;
    case SDLK_ESCAPE: popup->open = false; return true;
    case SDLK_SPACE:  choose(inspect, state, &place, popup->at); return true;
    case SDLK_RETURN: case SDLK_KP_ENTER:
        if (is_color(&place))      host_inspect_type(inspect, state, popup->path);
        else if (is_flags(&place)) popup->open = false;
        else                       choose(inspect, state, &place, popup->at);
        return true;
    case SDLK_TAB:    popup->open = false; return false;
    default:          return there && !(key->mod & KMOD_CTRL);
    }
}

void host_popup_drag(host_Inspect *inspect, const ed_State *state, float x)
{
    ed_Place place;
    host_Area row = host_popup_row(&inspect->popup, inspect->channel);
    host_Area track = host_popup_track(&row);
    if (!ed_value_find_was(state, inspect->popup.path, &place) || !is_color(&place)) return;
    set_channel(inspect, state, &place, (int)lroundf((x - track.x) / track.w * 255));
}

/// Outside it closes.
void host_popup_press(host_Inspect *inspect, const ed_State *state, float x, float y)
{
    host_Popup *popup = &inspect->popup;
    ed_Place place;
    bool there = ed_value_find_was(state, popup->path, &place);
    if (!there || !host_area_holds(&popup->area, x, y)) {
        popup->open = false;
        return;
    }
    host_popup_fit(popup, host_popup_rows(&place));
    for (u32 i = 0; i < popup->rows; i++) {
        host_Area row = host_popup_row(popup, i);
        if (!host_area_holds(&row, x, y)) continue;
        popup->at = popup->first + i;
        if (!is_color(&place)) { choose(inspect, state, &place, popup->at); return; }
        inspect->channel = i;
        inspect->drag = HOST_DRAG_CHANNEL;
        host_popup_drag(inspect, state, x);
    }
}

void host_popup_wheel(host_Inspect *inspect, const ed_State *state, int rows)
{
    host_Popup *popup = &inspect->popup;
    ed_Place place;
    if (!ed_value_find_was(state, popup->path, &place)) return;
    int last = (int)host_popup_rows(&place) - (int)popup->rows, first = (int)popup->first + rows;
    popup->first = (u32)(first < 0 || last < 0 ? 0 : first > last ? last : first);
}
