#include "host/inspect/input.h"
#include <string.h>
#include "host/inspect/actions.h"
#include "host/inspect/popup.h"
#include "host/inspect/rows.h"

#define TAB_ROWS_MAX 4096u      // rows searched for the next editable value

// --- while typing --------------------------------------------------------------------------------

static void paste(host_LineEdit *line)
{
    char *text = SDL_GetClipboardText();
    if (text) host_line_edit_insert(line, text);
    SDL_free(text);
}

/// Keys that all text lines have in common.
static bool line_key(host_LineEdit *line, const SDL_Keysym *key)
{
    bool ctrl = key->mod & KMOD_CTRL;
    switch (key->sym) {
    case SDLK_LEFT:
        ctrl ? host_line_edit_word(line, HOST_LEFT) : host_line_edit_move(line, HOST_LEFT);
        return true;
    case SDLK_RIGHT:
        ctrl ? host_line_edit_word(line, HOST_RIGHT) : host_line_edit_move(line, HOST_RIGHT);
        return true;
    case SDLK_HOME: host_line_edit_end(line, HOST_LEFT); return true;
    case SDLK_END: host_line_edit_end(line, HOST_RIGHT); return true;
    case SDLK_BACKSPACE: host_line_edit_erase(line, HOST_LEFT); return true;
    case SDLK_DELETE: host_line_edit_erase(line, HOST_RIGHT); return true;
    case SDLK_a:
        if (ctrl) line->all = line->size > 0;
        return ctrl;
    case SDLK_c:
        if (ctrl) SDL_SetClipboardText(line->text);
        return ctrl;
    case SDLK_v:
        if (ctrl) paste(line);
        return ctrl;
    default: return false;
    }
}

/// Selects the first match, or the collapsed row that contains it. The rows before it are expanded,
/// since they contain the match.
static void select_found(host_Inspect *inspect, const ed_State *state)
{
    u32 count = host_tree_rows(&inspect->tree, state, 0, inspect->rows, HOST_SHOWN_MAX), at = 0;
    while (at < count && inspect->rows[at].expanded) at++;
    host_inspect_select(inspect, state, at);
}

static void filter_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    bool leave = key->sym == SDLK_RETURN || key->sym == SDLK_KP_ENTER || key->sym == SDLK_DOWN
              || key->sym == SDLK_TAB;
    if (leave || key->sym == SDLK_ESCAPE) inspect->typing = HOST_TYPING_NONE;
    if (key->sym == SDLK_ESCAPE) host_inspect_clear_filter(inspect, state);
    else if (!leave && line_key(&inspect->filter, key)) host_inspect_filter(inspect, state);
    if (leave && inspect->filter.size) select_found(inspect, state);
}

// --- from row to row -----------------------------------------------------------------------------

static void select_pin(host_Inspect *inspect, int pin)
{
    inspect->pin = pin;
    strcpy(inspect->selected, inspect->pins[pin]);
}

/// Moves the selection. The pins come before the first row of the tree.
static void move_selection(host_Inspect *inspect, const ed_State *state, i64 rows)
{
    int pins = (int)inspect->pin_count;
    if (inspect->pin >= 0) {
        int pin = inspect->pin + (rows < 0 ? -1 : 1);
        if (pin >= pins) host_inspect_select(inspect, state, 0);
        else if (pin >= 0) select_pin(inspect, pin);
    } else if (rows < 0 && inspect->selected_at == 0 && pins) {
        select_pin(inspect, pins - 1);
    } else {
        u64 at = inspect->selected_at, up = (u64)-rows;
        host_inspect_select(inspect, state, rows > 0 ? at + (u64)rows : at > up ? at - up : 0);
    }
}

static bool accepts_typing(host_Control control)
{
    return control == HOST_CONTROL_NUMBER || control == HOST_CONTROL_SLIDER
        || control == HOST_CONTROL_TEXT;
}

static bool is_editable(host_Control control)
{
    return control != HOST_CONTROL_NONE && control != HOST_CONTROL_POINTER
        && control != HOST_CONTROL_REF;
}

/// Selects the next or the previous editable row. If the user was typing, typing continues there.
static void tab(host_Inspect *inspect, const ed_State *state, bool back)
{
    bool typing = inspect->typing == HOST_TYPING_VALUE;
    if (!host_inspect_commit(inspect, state)) return;
    u64 at = inspect->selected_at;
    for (u32 i = 0; i < TAB_ROWS_MAX; i++) {
        at = back ? at - 1 : at + 1;
        if (!host_tree_rows(&inspect->tree, state, at, inspect->rows, 1)) return;
        host_Control control = host_value_control(&inspect->rows[0].ref);
        if (!is_editable(control)) continue;
        host_inspect_select(inspect, state, at);
        if (typing && accepts_typing(control)) host_inspect_type(inspect, state, inspect->selected);
        return;
    }
}

static void value_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    switch (key->sym) {
    case SDLK_RETURN:
    case SDLK_KP_ENTER: host_inspect_commit(inspect, state); break;
    case SDLK_ESCAPE: host_inspect_stop(inspect); break;
    case SDLK_TAB: tab(inspect, state, key->mod & KMOD_SHIFT); break;
    case SDLK_UP:
    case SDLK_DOWN:
        if (host_inspect_commit(inspect, state))
            move_selection(inspect, state, key->sym == SDLK_UP ? -1 : 1);
        break;
    default:
        if (line_key(&inspect->line, key)) inspect->refusal[0] = 0;
        break;
    }
}

// --- in the tree ---------------------------------------------------------------------------------

/// True if a row of the tree is selected, not a pin. Then inspect->rows[0] is that row.
static bool is_tree_row_selected(host_Inspect *inspect, const ed_State *state)
{
    u64 at = inspect->selected_at;
    return inspect->pin < 0 && host_tree_rows(&inspect->tree, state, at, inspect->rows, 1);
}

/// Scrolls just far enough to show the first rows inside the row that was just expanded.
static void scroll_to_contents(host_Inspect *inspect, const ed_State *state)
{
    u64 before = inspect->total, end = inspect->first + inspect->page, some = inspect->page / 3;
    inspect->total = host_tree_count(&inspect->tree, state);
    u64 inside = inspect->total > before ? inspect->total - before : 0;
    u64 last = inspect->selected_at + (inside < some ? inside : some);
    if (last >= end) host_inspect_scroll(inspect, state, (i64)(last - end + 1));
}

static void expand(host_Inspect *inspect, const ed_State *state)
{
    if (!is_tree_row_selected(inspect, state)) return;
    if (inspect->rows[0].can_expand && !inspect->rows[0].expanded) {
        inspect->total = host_tree_count(&inspect->tree, state);
        host_inspect_expand(inspect, state, inspect->selected, true);
        scroll_to_contents(inspect, state);
    } else if (inspect->rows[0].expanded) move_selection(inspect, state, 1);
}

/// Collapses an expanded row, otherwise selects the row that contains it.
static void collapse(host_Inspect *inspect, const ed_State *state)
{
    char path[HOST_PATH_MAX];
    u64 number;
    if (!is_tree_row_selected(inspect, state)) return;
    if (inspect->rows[0].expanded) {
        host_inspect_expand(inspect, state, inspect->selected, false);
        return;
    }
    strcpy(path, inspect->selected);
    if (ed_path_up(path) && host_tree_find(&inspect->tree, state, path, &number))
        host_inspect_select(inspect, state, number);
}

/// Clears an optional value or a handle.
static void clear_value(host_Inspect *inspect, const ed_State *state)
{
    ed_ValueRef ref;
    if (!ed_value_find_was(state, inspect->selected, &ref) || !ref.field) return;
    bool can =
        ref.field->shape == ED_OPTIONAL || (ed_field_refers(ref.field) && !ed_value_is_list(&ref));
    if (can) host_inspect_set(inspect, state, inspect->selected, "null", false);
    else
        host_inspect_message(
            inspect, "'%s' cannot be cleared: only optional values, handles and pointers can",
            ref.field->name);
}

static void go_back(host_Inspect *inspect, const ed_State *state)
{
    if (inspect->trail_count)
        host_inspect_reveal(inspect, state, inspect->trail[--inspect->trail_count]);
}

static void escape(host_Inspect *inspect, const ed_State *state)
{
    if (inspect->filter.size) host_inspect_clear_filter(inspect, state);
    else host_inspect_hide(inspect);
}

static void space(host_Inspect *inspect, const ed_State *state)
{
    ed_ValueRef ref;
    if (!ed_value_find_was(state, inspect->selected, &ref)) return;
    host_Control control = host_value_control(&ref);
    if (!accepts_typing(control)) host_inspect_activate(inspect, state, inspect->selected);
}

static void control_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    bool shift = key->mod & KMOD_SHIFT;
    f64 far = shift ? 10 : 1;
    switch (key->sym) {
    case SDLK_z: host_inspect_undo_or_redo(inspect, state, !shift); break;
    case SDLK_y: host_inspect_undo_or_redo(inspect, state, false); break;
    case SDLK_f: inspect->typing = HOST_TYPING_FILTER; break;
    case SDLK_LEFT: host_inspect_nudge(inspect, state, -far); break;
    case SDLK_RIGHT: host_inspect_nudge(inspect, state, far); break;
    default: break;
    }
}

static void tree_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    i64 page = inspect->page > 1 ? inspect->page - 1 : 1;
    if (key->mod & KMOD_CTRL) {
        control_key(inspect, state, key);
        return;
    }
    host_edits_end_drag(&inspect->edits);
    switch (key->sym) {
    case SDLK_UP: move_selection(inspect, state, -1); break;
    case SDLK_DOWN: move_selection(inspect, state, 1); break;
    case SDLK_PAGEUP: move_selection(inspect, state, -page); break;
    case SDLK_PAGEDOWN: move_selection(inspect, state, page); break;
    case SDLK_HOME: host_inspect_select(inspect, state, 0); break;
    case SDLK_END: host_inspect_select(inspect, state, UINT64_MAX); break;
    case SDLK_RIGHT: expand(inspect, state); break;
    case SDLK_LEFT: collapse(inspect, state); break;
    case SDLK_TAB: tab(inspect, state, key->mod & KMOD_SHIFT); break;
    case SDLK_RETURN:
    case SDLK_KP_ENTER: host_inspect_activate(inspect, state, inspect->selected); break;
    case SDLK_SPACE: space(inspect, state); break;
    case SDLK_DELETE: clear_value(inspect, state); break;
    case SDLK_BACKSPACE: go_back(inspect, state); break;
    case SDLK_ESCAPE: escape(inspect, state); break;
    case SDLK_p: host_inspect_pin(inspect, inspect->selected); break;
    default: break;
    }
}

/// Function keys and combinations with Alt are left to the host.
bool host_inspect_key(host_Inspect *inspect, const ed_State *state, const SDL_Keysym *key)
{
    bool host = (key->sym >= SDLK_F1 && key->sym <= SDLK_F12) || (key->mod & KMOD_ALT);
    if (host) return false;
    if (inspect->popup.open && host_popup_key(inspect, state, key)) return true;
    if (inspect->typing == HOST_TYPING_FILTER) filter_key(inspect, state, key);
    else if (inspect->typing == HOST_TYPING_VALUE) value_key(inspect, state, key);
    else tree_key(inspect, state, key);
    return true;
}

bool host_inspect_text(host_Inspect *inspect, const ed_State *state, const char *text)
{
    ed_ValueRef ref;
    if (inspect->typing == HOST_TYPING_FILTER) {
        bool fits = strlen(text) + inspect->filter.size < HOST_FILTER_MAX;
        if (fits && host_line_edit_insert(&inspect->filter, text))
            host_inspect_filter(inspect, state);
    } else if (inspect->typing == HOST_TYPING_VALUE) {
        inspect->refusal[0] = 0;
        host_line_edit_insert(&inspect->line, text);
    } else if (strcmp(text, "/") == 0) {
        host_inspect_stop(inspect);
        inspect->typing = HOST_TYPING_FILTER;
        inspect->filter.all = inspect->filter.size > 0;
    } else if (strchr("0123456789-.#", text[0])
               && ed_value_find_was(state, inspect->selected, &ref)) {
        host_Control control = host_value_control(&ref);
        bool number = control == HOST_CONTROL_NUMBER || control == HOST_CONTROL_SLIDER;
        if (!number && control != HOST_CONTROL_COLOR) return true;
        host_inspect_type(inspect, state, inspect->selected);
        host_line_edit_insert(&inspect->line, text);
    }
    return true;
}
