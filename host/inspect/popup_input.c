#include "host/inspect/popup.h"
#include <string.h>
#include "host/inspect/actions.h"

/// Chooses a name. This closes the popup, except for flags, which can be toggled one after the
/// other.
static void choose_name(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref, u32 i)
{
    char text[ED_NAME_MAX + 32];
    ed_Text out = ed_text_over(text, sizeof text);
    if (i >= host_value_choices(ref)) return;      // a color has none
    host_value_choose(ref, i, &out);
    bool same = !host_popup_is_flags(ref) && host_value_chosen(ref, i);
    if (!same) host_inspect_set(inspect, state, inspect->popup.path, text, false);
    if (!host_popup_is_flags(ref)) inspect->popup.open = false;
}

static void set_channel(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref,
                        int value)
{
    char text[32];
    u32 shift = 24 - 8 * inspect->channel, now = host_value_u32(ref);
    u32 next = (u32)(value < 0 ? 0 : value > 255 ? 255 : value);
    snprintf(text, sizeof text, "0x%08x", (now & ~(0xffu << shift)) | next << shift);
    host_inspect_set(inspect, state, inspect->popup.path, text, true);
}

static void step_channel(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref,
                         int by)
{
    inspect->channel = inspect->popup.at;
    set_channel(inspect, state, ref,
                (int)(host_value_u32(ref) >> (24 - 8 * inspect->channel) & 0xff) + by);
}

static void move_in_popup(host_Popup *popup, u32 count, bool up)
{
    if (up) popup->at = popup->at ? popup->at - 1 : count - 1;
    else popup->at = popup->at + 1 < count ? popup->at + 1 : 0;
    host_popup_scroll_to_selected(popup);
}

/// True if the popup used the key. Otherwise, the key applies to the tree.
bool host_popup_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    host_Popup *popup = &inspect->popup;
    ed_ValueRef ref;
    bool there = ed_value_find_was(state, popup->path, &ref) && host_popup_rows(&ref) > 0;
    int far = key->mod & KMOD_SHIFT ? 16 : 1;
    u32 count = there ? host_popup_rows(&ref) : 0;
    host_popup_fit(popup, count);
    switch (there ? key->sym : SDLK_UNKNOWN) {
    case SDLK_UP: move_in_popup(popup, count, true); return true;
    case SDLK_DOWN: move_in_popup(popup, count, false); return true;
    case SDLK_LEFT:
    case SDLK_RIGHT:
        if (host_popup_is_color(&ref))
            step_channel(inspect, state, &ref, key->sym == SDLK_LEFT ? -far : far);
        return true;
    case SDLK_ESCAPE: popup->open = false; return true;
    case SDLK_SPACE: choose_name(inspect, state, &ref, popup->at); return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
        if (host_popup_is_color(&ref)) host_inspect_type(inspect, state, popup->path);
        else if (host_popup_is_flags(&ref)) popup->open = false;
        else choose_name(inspect, state, &ref, popup->at);
        return true;
    case SDLK_TAB: popup->open = false; return false;
    default: return there && !(key->mod & KMOD_CTRL);
    }
}

void host_popup_drag(host_Inspect *inspect, const ed_State *state, float x)
{
    ed_ValueRef ref;
    host_Area row = host_popup_row(&inspect->popup, inspect->channel);
    host_Area track = host_popup_track(&row);
    if (!ed_value_find_was(state, inspect->popup.path, &ref)) return;
    if (!host_popup_is_color(&ref)) return;
    set_channel(inspect, state, &ref, (int)lroundf((x - track.x) / track.w * 255));
}

/// A click outside closes the popup.
void host_popup_press(host_Inspect *inspect, const ed_State *state, float x, float y)
{
    host_Popup *popup = &inspect->popup;
    ed_ValueRef ref;
    bool there = ed_value_find_was(state, popup->path, &ref);
    if (!there || !host_area_holds(&popup->area, x, y)) {
        popup->open = false;
        return;
    }
    host_popup_fit(popup, host_popup_rows(&ref));
    for (u32 i = 0; i < popup->rows; i++) {
        host_Area row = host_popup_row(popup, i);
        if (!host_area_holds(&row, x, y)) continue;
        popup->at = popup->first + i;
        if (!host_popup_is_color(&ref)) {
            choose_name(inspect, state, &ref, popup->at);
            return;
        }
        inspect->channel = i;
        inspect->drag = HOST_DRAG_CHANNEL;
        host_popup_drag(inspect, state, x);
    }
}

void host_popup_wheel(host_Inspect *inspect, const ed_State *state, int rows)
{
    host_Popup *popup = &inspect->popup;
    ed_ValueRef ref;
    if (!ed_value_find_was(state, popup->path, &ref)) return;
    int last = (int)host_popup_rows(&ref) - (int)popup->rows, first = (int)popup->first + rows;
    popup->first = (u32)(first < 0 || last < 0 ? 0 : first > last ? last : first);
}
