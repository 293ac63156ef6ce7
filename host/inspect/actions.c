#include "host/inspect/actions.h"
#include <stdio.h>
#include <string.h>
#include "host/inspect/popup.h"
#include "host/inspect/rows.h"

bool host_inspect_set(host_Inspect *inspect, const ed_State *state, const char *path,
                      const char *text, bool drag)
{
    ed_Error error = { 0 };
    if (host_edits_set(&inspect->edits, state, path, text, drag, &error)) return true;
    snprintf(inspect->refusal, sizeof inspect->refusal, "%s", error.text);
    if (inspect->typing != HOST_TYPING_VALUE) host_inspect_message(inspect, "%s", error.text);
    return false;
}

void host_inspect_stop(host_Inspect *inspect)
{
    inspect->typing = HOST_TYPING_NONE;
    inspect->popup.open = false;
    inspect->refusal[0] = 0;
}

// --- typing --------------------------------------------------------------------------------------

/// Fills the line for editing with the bytes of a string or the digits of a number. False if the
/// string is too long.
static bool fill_line(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref)
{
    char text[64];
    ed_Text out = ed_text_over(text, sizeof text);
    if (host_value_control(ref) != HOST_CONTROL_TEXT) {
        host_value_text(state, ref, &out);
        host_line_edit_set(&inspect->line, text, out.size);
        return true;
    }
    if (!ed_value_is_readable(ref)) return false;
    const ed_Span bytes = ed_value_text(ref);
    if (bytes.size >= HOST_LINE_EDIT_MAX) return false;
    host_line_edit_set(&inspect->line, bytes.at ? (const char *)bytes.at : "", bytes.size);
    return true;
}

void host_inspect_type(host_Inspect *inspect, const ed_State *state, const char *path)
{
    ed_ValueRef ref;
    if (!ed_value_find_was(state, path, &ref)) return;
    host_inspect_stop(inspect);
    if (!fill_line(inspect, state, &ref)) {
        host_inspect_message(inspect, "this text is too long to edit here: the limit is %u bytes",
                             HOST_LINE_EDIT_MAX - 1);
        return;
    }
    snprintf(inspect->typing_path, sizeof inspect->typing_path, "%s", path);
    inspect->typing = HOST_TYPING_VALUE;
}

/// Converts "#ff8000" and "#ff8000c0" to numbers.
static void add_color(const char *typed, ed_Text *out)
{
    size_t size = strlen(typed + (*typed == '#'));
    if (*typed == '#' && (size == 6 || size == 8))
        ed_text_add(out, "0x%s%s", typed + 1, size == 6 ? "ff" : "");
    else ed_text_add(out, "%s", typed);
}

static void add_trimmed(const host_LineEdit *line, ed_Text *out)
{
    const char *text = line->text + strspn(line->text, " ");
    size_t size = strlen(text);
    while (size && text[size - 1] == ' ') size--;
    ed_text_put(out, text, size);
}

bool host_inspect_commit(host_Inspect *inspect, const ed_State *state)
{
    char text[6 * HOST_LINE_EDIT_MAX];      // in JSON, a byte becomes at most 6 bytes
    char typed[HOST_LINE_EDIT_MAX];
    ed_Text out = ed_text_over(text, sizeof text), plain = ed_text_over(typed, sizeof typed);
    ed_ValueRef ref;
    if (inspect->typing != HOST_TYPING_VALUE) return true;
    if (!ed_value_find_was(state, inspect->typing_path, &ref)) {
        host_inspect_stop(inspect);
        host_inspect_message(inspect, "%s no longer exists", inspect->typing_path);
        return true;
    }
    add_trimmed(&inspect->line, &plain);
    host_Control control = host_value_control(&ref);
    const host_LineEdit *line = &inspect->line;
    if (control == HOST_CONTROL_TEXT) ed_text_json(&out, line->text, line->size);
    else if (control == HOST_CONTROL_COLOR) add_color(typed, &out);
    else ed_text_put(&out, typed, plain.size);
    bool good =
        !line->changed || host_inspect_set(inspect, state, inspect->typing_path, text, false);
    if (good) host_inspect_stop(inspect);
    return good;
}

// --- acting --------------------------------------------------------------------------------------

static void follow_link(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref)
{
    char path[HOST_PATH_MAX];
    if (!host_value_follow(state, ref, path, sizeof path)) {
        host_inspect_message(inspect, "'%s' does not refer to an item", ref->field->name);
        return;
    }
    if (inspect->trail_count == HOST_TRAIL_MAX) {
        inspect->trail_count--;
        memmove(inspect->trail[0], inspect->trail[1],
                inspect->trail_count * sizeof inspect->trail[0]);
    }
    strcpy(inspect->trail[inspect->trail_count++], inspect->selected);
    if (inspect->filter.size) host_inspect_clear_filter(inspect, state);
    host_inspect_reveal(inspect, state, path);
    host_inspect_expand(inspect, state, path, true);
}

static void set_default(host_Inspect *inspect, const ed_State *state, const ed_ValueRef *ref,
                        const char *path)
{
    char text[HOST_PATH_MAX];
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_default(ref, &out);
    if (out.size) host_inspect_set(inspect, state, path, text, false);
    else host_inspect_message(inspect, "'%s' can only be set by the game", ref->field->name);
}

void host_inspect_activate(host_Inspect *inspect, const ed_State *state, const char *path)
{
    ed_ValueRef ref;
    u64 number;
    if (!ed_value_find_was(state, path, &ref)) return;
    switch (host_value_control(&ref)) {
    case HOST_CONTROL_NONE: {
        bool some = host_tree_find(&inspect->tree, state, path, &number)
                 && host_tree_rows(&inspect->tree, state, number, inspect->rows, 1);
        if (inspect->pin >= 0 || !some) host_inspect_reveal(inspect, state, path);
        else host_inspect_expand(inspect, state, path, !inspect->rows[0].expanded);
        break;
    }
    case HOST_CONTROL_NUMBER:
    case HOST_CONTROL_SLIDER:
    case HOST_CONTROL_TEXT: host_inspect_type(inspect, state, path); break;
    case HOST_CONTROL_CHECKBOX:
        host_inspect_set(inspect, state, path, *(const u8 *)ref.at ? "false" : "true", false);
        break;
    case HOST_CONTROL_COLOR:
    case HOST_CONTROL_DROPDOWN:
    case HOST_CONTROL_FLAGS: host_popup_open(inspect, state, path); break;
    case HOST_CONTROL_REF: follow_link(inspect, state, &ref); break;
    case HOST_CONTROL_ABSENT: set_default(inspect, state, &ref, path); break;
    case HOST_CONTROL_POINTER:
        host_inspect_message(inspect, "a pointer can only be set by the game");
        break;
    }
}

void host_inspect_nudge(host_Inspect *inspect, const ed_State *state, f64 steps)
{
    ed_ValueRef ref;
    char text[64];
    ed_Text out = ed_text_over(text, sizeof text);
    if (!ed_value_find_was(state, inspect->selected, &ref)) return;
    host_Control control = host_value_control(&ref);
    if (control != HOST_CONTROL_NUMBER && control != HOST_CONTROL_SLIDER) return;
    host_value_moved(&ref, ref.at, steps, &out);
    host_inspect_set(inspect, state, inspect->selected, text, true);
}

void host_inspect_undo_or_redo(host_Inspect *inspect, const ed_State *state, bool undo)
{
    char path[HOST_PATH_MAX];
    ed_Error error = { 0 };
    bool some = undo ? host_edits_undo(&inspect->edits, state, path, &error)
                     : host_edits_redo(&inspect->edits, state, path, &error);
    const char *what = undo ? "undo" : "redo";
    if (!some) {
        host_inspect_message(inspect, "nothing to %s", what);
        return;
    }
    if (error.code) host_inspect_message(inspect, "cannot %s: %s", what, error.text);
    else host_inspect_message(inspect, "%s: %s", what, path);
    if (!error.code && inspect->pin < 0) host_inspect_reveal(inspect, state, path);
}

void host_inspect_hide(host_Inspect *inspect)
{
    host_inspect_stop(inspect);
    inspect->open = inspect->focus = false;
    inspect->drag = HOST_DRAG_NONE;
    inspect->buttons = 0;
}
