#include "host/inspect/popup.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "host/inspect/layout.h"

#define TRACK_LEFT 22.0f       // space for the label of a color channel
#define TRACK_RIGHT 34.0f      // space for its value

u32 host_popup_rows(const ed_ValueRef *ref)
{
    return host_value_control(ref) == HOST_CONTROL_COLOR ? HOST_CHANNELS : host_value_choices(ref);
}

bool host_popup_is_flags(const ed_ValueRef *ref)
{
    return host_value_control(ref) == HOST_CONTROL_FLAGS;
}

bool host_popup_is_color(const ed_ValueRef *ref)
{
    return host_value_control(ref) == HOST_CONTROL_COLOR;
}

/// Fits the popup to the current number of choices, which may have changed with the type.
void host_popup_fit(host_Popup *popup, u32 count)
{
    popup->rows = count < HOST_POPUP_ROWS ? count : HOST_POPUP_ROWS;
    if (popup->at >= count) popup->at = count ? count - 1 : 0;
    if (popup->first > count - popup->rows) popup->first = count - popup->rows;
}

void host_popup_scroll_to_selected(host_Popup *popup)
{
    if (popup->at < popup->first) popup->first = popup->at;
    if (popup->rows && popup->at >= popup->first + popup->rows)
        popup->first = popup->at - popup->rows + 1;
}

void host_popup_open(host_Inspect *inspect, const ed_State *state, const char *path)
{
    ed_ValueRef ref;
    host_Popup *popup = &inspect->popup;
    if (!ed_value_find_was(state, path, &ref)) return;
    u32 count = host_popup_rows(&ref);
    *popup = (host_Popup){ .open = true };
    host_popup_fit(popup, count);
    snprintf(popup->path, sizeof popup->path, "%s", path);
    for (u32 i = 0; i < count && !host_popup_is_color(&ref) && !host_popup_is_flags(&ref); i++)
        if (host_value_chosen(&ref, i)) popup->at = i;
    host_popup_scroll_to_selected(popup);
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
