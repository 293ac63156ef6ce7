#include "host/inspect/input.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "host/inspect/actions.h"
#include "host/inspect/layout.h"
#include "host/inspect/popup.h"
#include "host/inspect/rows.h"

#define DRAG_REACH 3.0f           // a press that moves less is a click
#define POINTS_PER_STEP 4.0f      // mouse movement per step of a dragged number
#define WHEEL_ROWS 3
#define FINE 0.1
#define COARSE 10.0

// --- dragging ------------------------------------------------------------------------------------

static void drag_number(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref)
{
    char text[64];
    ed_Text out = ed_text_over(text, sizeof text);
    SDL_Keymod mod = SDL_GetModState();
    f64 speed = mod & KMOD_SHIFT ? FINE : mod & KMOD_CTRL ? COARSE : 1;
    f64 steps = (f64)truncf((inspect->mouse_x - inspect->drag_start) / POINTS_PER_STEP) * speed;
    host_value_moved(ref, inspect->drag_from, steps, &out);
    host_inspect_set(inspect, state, inspect->drag_path, text, true);
}

static void drag_slider(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref)
{
    char text[64];
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 i = 0; i < inspect->shown_count; i++) {
        const host_Shown *shown = &inspect->shown[i];
        if (strcmp(shown->row.path, inspect->drag_path) != 0) continue;
        float fraction = (inspect->mouse_x - shown->value.x) / fmaxf(shown->value.w, 1);
        host_value_at_fraction(ref, (f64)fraction, &out);
        host_inspect_set(inspect, state, inspect->drag_path, text, true);
        return;
    }
}

static void drag_scrollbar(host_Inspect *inspect, const ed_State *state)
{
    float distance = inspect->scrollbar.h - inspect->thumb.h;      // how far the thumb can move
    float at = inspect->mouse_y - inspect->drag_start - inspect->scrollbar.y;
    f64 fraction = (f64)(at / fmaxf(distance, 1)), rows = (f64)inspect->total - inspect->page;
    host_inspect_scroll(inspect, state, (i64)llround(fraction * rows) - (i64)inspect->first);
}

static void drag(host_Inspect *inspect, const ed_State *state)
{
    ed_ValueRef ref;
    if (fabsf(inspect->mouse_x - inspect->drag_start) >= DRAG_REACH) inspect->drag_moved = true;
    switch (inspect->drag) {
    case HOST_DRAG_EDGE:
        inspect->width = inspect->panel.x + inspect->panel.w - inspect->mouse_x;
        return;
    case HOST_DRAG_SCROLL: drag_scrollbar(inspect, state); return;
    case HOST_DRAG_CHANNEL: host_popup_drag(inspect, state, inspect->mouse_x); return;
    case HOST_DRAG_NUMBER:
    case HOST_DRAG_SLIDER: break;
    default: return;
    }
    if (!inspect->drag_moved || !ed_value_find_was(state, inspect->drag_path, &ref)) return;
    host_Control control = host_value_control(&ref);
    // a reload may have changed the control
    if (inspect->drag == HOST_DRAG_SLIDER && control == HOST_CONTROL_SLIDER)
        drag_slider(inspect, state, &ref);
    else if (inspect->drag == HOST_DRAG_NUMBER && control == HOST_CONTROL_NUMBER)
        drag_number(inspect, state, &ref);
}

/// Ends a drag. A click on a number without dragging starts typing.
static void end_drag(host_Inspect *inspect, const ed_State *state)
{
    bool is_click = (inspect->drag == HOST_DRAG_NUMBER || inspect->drag == HOST_DRAG_SLIDER)
                 && !inspect->drag_moved;
    inspect->drag = HOST_DRAG_NONE;
    host_edits_end_drag(&inspect->edits);
    if (is_click) host_inspect_type(inspect, state, inspect->drag_path);
}

// --- pressing ------------------------------------------------------------------------------------

static void begin_drag(host_Inspect *inspect, host_Drag drag_kind, const char *path,
                       const ed_ValueRef *ref)
{
    inspect->drag = drag_kind;
    inspect->drag_moved = false;
    inspect->drag_start = inspect->mouse_x;
    snprintf(inspect->drag_path, sizeof inspect->drag_path, "%s", path);
    memcpy(inspect->drag_from, ref->at, ref->field->size);
}

/// Handles a press on a row's value. Returns false if the row has no value. The value is looked up
/// again, since a reload may have happened after the row was drawn.
static bool press_value(host_Inspect *inspect, const ed_State *state, const host_Shown *shown,
                        bool double_click)
{
    ed_ValueRef ref;
    if (!ed_value_find_was(state, shown->row.path, &ref)) return false;
    host_Control control = host_value_control(&ref);
    if (control == HOST_CONTROL_NONE) return false;
    if (control == HOST_CONTROL_NUMBER && !double_click)
        begin_drag(inspect, HOST_DRAG_NUMBER, shown->row.path, &ref);
    else if (control == HOST_CONTROL_SLIDER && !double_click)
        begin_drag(inspect, HOST_DRAG_SLIDER, shown->row.path, &ref);
    else host_inspect_activate(inspect, state, shown->row.path);
    return true;
}

static void press_row(host_Inspect *inspect, const ed_State *state, const host_Shown *shown,
                      bool double_click)
{
    bool on_pin = inspect->mouse_x >= shown->area.x + shown->area.w - HOST_PIN_WIDTH;
    char path[HOST_PATH_MAX];
    strcpy(path, shown->row.path);
    if (on_pin) {
        host_inspect_pin(inspect, path);
        return;
    }
    host_inspect_select_shown(inspect, shown);
    if (shown->missing) return;
    bool on_value = inspect->mouse_x >= shown->value.x;
    if (on_value && press_value(inspect, state, shown, double_click)) return;
    if (shown->row.can_expand) host_inspect_expand(inspect, state, path, !shown->row.expanded);
    else if (double_click) host_inspect_activate(inspect, state, path);
}

static void press_filter(host_Inspect *inspect, const ed_State *state)
{
    bool clear =
        inspect->filter.size
        && inspect->mouse_x >= inspect->filter_box.x + inspect->filter_box.w - HOST_ROW_HEIGHT;
    if (clear) host_inspect_clear_filter(inspect, state);
    else inspect->typing = HOST_TYPING_FILTER;
}

static void press_scrollbar(host_Inspect *inspect, const ed_State *state)
{
    bool on = host_area_holds(&inspect->thumb, inspect->thumb.x, inspect->mouse_y);
    inspect->drag = HOST_DRAG_SCROLL;
    inspect->drag_start = on ? inspect->mouse_y - inspect->thumb.y : inspect->thumb.h / 2;
    drag_scrollbar(inspect, state);
}

/// If the press is on the line being edited, moves the caret there and returns true.
static bool press_line(host_Inspect *inspect)
{
    bool filter = inspect->typing == HOST_TYPING_FILTER, in = false;
    float x = inspect->mouse_x, y = inspect->mouse_y;
    for (u32 i = 0; i < inspect->shown_count && inspect->typing == HOST_TYPING_VALUE; i++) {
        const host_Shown *shown = &inspect->shown[i];
        in |= host_area_holds(&shown->value, x, y)
           && strcmp(shown->row.path, inspect->typing_path) == 0;
    }
    if (filter)
        in = host_area_holds(&inspect->filter_box, x, y)
          && x < inspect->filter_box.x + inspect->filter_box.w - HOST_ROW_HEIGHT;
    if (!in || inspect->letter <= 0) return false;
    int letters = (int)lroundf((x - inspect->line_x) / inspect->letter);
    host_line_edit_point(filter ? &inspect->filter : &inspect->line, inspect->line_first, letters);
    return true;
}

static void press(host_Inspect *inspect, const ed_State *state, bool double_click)
{
    float x = inspect->mouse_x, y = inspect->mouse_y;
    inspect->focus = true;
    inspect->drag = HOST_DRAG_HELD;
    if (inspect->popup.open) {
        host_popup_press(inspect, state, x, y);
        return;
    }
    if (press_line(inspect) || !host_inspect_commit(inspect, state)) return;
    inspect->typing = HOST_TYPING_NONE;
    if (host_inspect_is_over_edge(inspect)) {
        inspect->drag = HOST_DRAG_EDGE;
        return;
    }
    if (host_area_holds(&inspect->filter_box, x, y)) {
        press_filter(inspect, state);
        return;
    }
    if (host_area_holds(&inspect->scrollbar, x, y)) {
        press_scrollbar(inspect, state);
        return;
    }
    for (u32 i = 0; i < inspect->shown_count; i++)
        if (host_area_holds(&inspect->shown[i].area, x, y)) {
            press_row(inspect, state, &inspect->shown[i], double_click);
            return;
        }
}

// --- events --------------------------------------------------------------------------------------

static bool is_over(const host_Inspect *inspect)
{
    bool popup = inspect->popup.open
              && host_area_holds(&inspect->popup.area, inspect->mouse_x, inspect->mouse_y);
    return popup || host_inspect_is_over_edge(inspect)
        || host_area_holds(&inspect->panel, inspect->mouse_x, inspect->mouse_y);
}

/// A press outside of the panel belongs to the game, and so does the release, wherever it happens.
static bool on_down(host_Inspect *inspect, const ed_State *state, const SDL_MouseButtonEvent *event)
{
    if (is_over(inspect)) {
        inspect->buttons |= 1u << (event->button & 31);
        if (event->button == SDL_BUTTON_LEFT) press(inspect, state, event->clicks == 2);
        return true;
    }
    host_inspect_commit(inspect, state);
    host_inspect_stop(inspect);
    inspect->focus = false;
    return false;
}

static bool on_up(host_Inspect *inspect, const ed_State *state, const SDL_MouseButtonEvent *event)
{
    u32 bit = 1u << (event->button & 31);
    if (!(inspect->buttons & bit)) return false;
    inspect->buttons &= ~bit;
    if (event->button == SDL_BUTTON_LEFT) end_drag(inspect, state);
    return true;
}

static bool on_motion(host_Inspect *inspect, const ed_State *state,
                      const SDL_MouseMotionEvent *event)
{
    bool of_game = event->state && !inspect->buttons;
    if (inspect->drag != HOST_DRAG_NONE) drag(inspect, state);
    return inspect->drag != HOST_DRAG_NONE || (is_over(inspect) && !of_game);
}

bool host_inspect_mouse(host_Inspect *inspect, const ed_State *state, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
        inspect->mouse_x = (float)event->motion.x;
        inspect->mouse_y = (float)event->motion.y;
        return on_motion(inspect, state, &event->motion);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        inspect->mouse_x = (float)event->button.x;
        inspect->mouse_y = (float)event->button.y;
        return event->type == SDL_MOUSEBUTTONDOWN ? on_down(inspect, state, &event->button)
                                                  : on_up(inspect, state, &event->button);
    default:
        if (!is_over(inspect)) return false;
        if (inspect->popup.open) host_popup_wheel(inspect, state, -event->wheel.y);
        else host_inspect_scroll(inspect, state, -(i64)WHEEL_ROWS * event->wheel.y);
        return true;
    }
}
