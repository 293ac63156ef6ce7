#include "host/inspect/rows.h"
#include <string.h>

#define MESSAGE_SECONDS 6.0

void host_inspect_message(host_Inspect *inspect, const char *format, ...)
{
    ed_Text text = ed_text_over(inspect->message, sizeof inspect->message);
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    inspect->message_until = inspect->now + MESSAGE_SECONDS;
}

static void scroll_to(host_Inspect *inspect, const ed_State *state, u64 first)
{
    u64 last = inspect->total > inspect->page ? inspect->total - inspect->page : 0;
    inspect->first = first < last ? first : last;
    bool some = host_tree_rows(&inspect->tree, state, inspect->first, inspect->rows, 1);
    strcpy(inspect->first_path, some ? inspect->rows[0].path : "");
}

void host_inspect_scroll(host_Inspect *inspect, const ed_State *state, i64 rows)
{
    u64 at = inspect->first, up = (u64)-rows;
    scroll_to(inspect, state, rows > 0 ? at + (u64)rows : at > up ? at - up : 0);
}

static void scroll_to_selected(host_Inspect *inspect, const ed_State *state)
{
    if (inspect->selected_at < inspect->first) scroll_to(inspect, state, inspect->selected_at);
    else if (inspect->selected_at >= inspect->first + inspect->page)
        scroll_to(inspect, state, inspect->selected_at - inspect->page + 1);
}

void host_inspect_select(host_Inspect *inspect, const ed_State *state, u64 number)
{
    inspect->total = host_tree_count(&inspect->tree, state);
    if (inspect->total && number >= inspect->total) number = inspect->total - 1;
    inspect->pin = -1;
    inspect->selected_at = number;
    bool some = host_tree_rows(&inspect->tree, state, number, inspect->rows, 1);
    strcpy(inspect->selected, some ? inspect->rows[0].path : "");
    scroll_to_selected(inspect, state);
}

void host_inspect_reveal(host_Inspect *inspect, const ed_State *state, const char *path)
{
    u64 number;
    if (!host_tree_reveal(&inspect->tree, state, path)) return;
    inspect->total = host_tree_count(&inspect->tree, state);
    if (!host_tree_find(&inspect->tree, state, path, &number)) return;
    bool far = number < inspect->first || number >= inspect->first + inspect->page;
    if (far) scroll_to(inspect, state, number > inspect->page / 3 ? number - inspect->page / 3 : 0);
    host_inspect_select(inspect, state, number);
}

void host_inspect_select_shown(host_Inspect *inspect, const host_Shown *shown)
{
    inspect->pin = shown->pin;
    ed_Text text = ed_text_over(inspect->selected, sizeof inspect->selected);
    ed_text_add(&text, "%s", shown->row.path);
    if (shown->pin < 0) inspect->selected_at = shown->row.number;
}

void host_inspect_expand(host_Inspect *inspect, const ed_State *state, const char *path,
                         bool expanded)
{
    if (host_tree_expand(&inspect->tree, state, path, expanded)) return;
    bool full = host_tree_is_full(&inspect->tree);
    if (full) host_tree_collapse_all(&inspect->tree);
    host_inspect_message(inspect, "%s",
                         full ? "too many expanded rows; all were collapsed"
                              : "nested too deeply to expand");
}

void host_inspect_pin(host_Inspect *inspect, const char *path)
{
    inspect->scroll_to_selected = true;      // pins move the start of the list
    for (u32 i = 0; i < inspect->pin_count; i++) {
        if (strcmp(inspect->pins[i], path) != 0) continue;
        memmove(inspect->pins[i], inspect->pins[i + 1],
                (--inspect->pin_count - i) * sizeof inspect->pins[0]);
        if ((int)i < inspect->pin) inspect->pin--;
        else if ((int)i == inspect->pin) inspect->pin = -1;      // selects its row in the tree
        return;
    }
    if (!*path) return;
    if (inspect->pin_count == HOST_PINS_MAX)
        host_inspect_message(inspect, "%u values are pinned: unpin one first", HOST_PINS_MAX);
    else snprintf(inspect->pins[inspect->pin_count++], HOST_PATH_MAX, "%s", path);
}

static bool is_expanded(host_Inspect *inspect, const ed_State *state, const char *path)
{
    u64 number;
    return host_tree_find(&inspect->tree, state, path, &number)
        && host_tree_rows(&inspect->tree, state, number, inspect->rows, 1)
        && inspect->rows[0].expanded;
}

void host_inspect_filter(host_Inspect *inspect, const ed_State *state)
{
    bool expanded = is_expanded(inspect, state, inspect->selected);
    host_tree_filter(&inspect->tree, inspect->filter.text);
    // When the filter is cleared, keep the selected match visible, and its contents if they were.
    if (!inspect->filter.size && host_tree_reveal(&inspect->tree, state, inspect->selected)
        && expanded)
        host_tree_expand(&inspect->tree, state, inspect->selected, true);
    inspect->total = host_tree_count(&inspect->tree, state);
    u64 number;
    bool there = host_tree_find(&inspect->tree, state, inspect->selected, &number);
    inspect->first = 0;
    inspect->first_path[0] = 0;
    if (there) host_inspect_select(inspect, state, number);
    else host_inspect_select(inspect, state, 0);
}

void host_inspect_clear_filter(host_Inspect *inspect, const ed_State *state)
{
    host_line_edit_set(&inspect->filter, "", 0);
    host_inspect_filter(inspect, state);
}

void host_inspect_update_rows(host_Inspect *inspect, const ed_State *state)
{
    u64 number;
    inspect->total = host_tree_count(&inspect->tree, state);
    if (host_tree_find(&inspect->tree, state, inspect->first_path, &number))
        inspect->first = number;
    scroll_to(inspect, state, inspect->first);
    if (inspect->pin >= 0) return;
    if (host_tree_find(&inspect->tree, state, inspect->selected, &number)) {
        inspect->selected_at = number;
        bool some = host_tree_rows(&inspect->tree, state, number, inspect->rows, 1);
        if (some) strcpy(inspect->selected, inspect->rows[0].path);      // its current name
        if (inspect->scroll_to_selected) scroll_to_selected(inspect, state);
        inspect->scroll_to_selected = false;
        return;
    }
    u64 first = inspect->first;
    host_inspect_select(inspect, state, inspect->selected_at);
    scroll_to(inspect, state, first);
}
