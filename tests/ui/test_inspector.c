#include "host/inspect/inspect.h"
#include "host/inspect/rows.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"

#define WIDTH 900
#define HEIGHT 520

static host_Window window;
static host_Inspect inspect;
static ed_Run run;
static char text[1 << 18];
static ed_Text out;

static bool opened(void)
{
    ed_Error error = { .code = ED_OK };
    out = ed_text_over(text, sizeof text);
    inspect = (host_Inspect){ .open = false };
    if (!screen_open(&window, WIDTH, HEIGHT)) return false;
    bool good = ed_run_open(&run, &ui_game, 1, &error) && host_inspect_toggle(&inspect, &error);
    if (!good) test_fail(__FILE__, __LINE__, "%s", error.text);
    return good;
}

static void closed(void)
{
    host_inspect_close(&inspect);
    ed_run_close(&run);
    host_window_close(&window);
}

static f64 now = 1;

static void frame(void) { host_inspect_draw(&inspect, &window, &run, now); }

static void add_frame(const char *title)
{
    frame();
    ed_text_add(&out, "%s\n", title);
    for (u32 i = 0; i < 2; i++) {
        screen_list(&out, &inspect.plain[i]);
        ed_text_add(&out, "code:\n");
        screen_list(&out, &inspect.code[i]);
    }
    ed_text_add(&out, "\n");
}

/// Lists the rows that are shown: a short form for tests of keys.
static void add_rows(const char *title)
{
    frame();
    ed_text_add(&out, "%s\n", title);
    for (u32 i = 0; i < inspect.shown_count; i++) {
        const host_Shown *shown = &inspect.shown[i];
        bool selected = shown->pin == inspect.pin && !strcmp(shown->row.path, inspect.selected);
        ed_text_add(&out, "%s%s%s\n", selected ? "> " : "  ", shown->pin < 0 ? "" : "pin ",
                    shown->row.path);
    }
    ed_text_add(&out, "\n");
}

// --- events --------------------------------------------------------------------------------------

static bool key_with(SDL_Keycode sym, int mod)
{
    SDL_Event event = { .key = { .type = SDL_KEYDOWN,
                                 .keysym = { .sym = sym, .mod = (Uint16)mod } } };
    return host_inspect_event(&inspect, &event, &run, now);
}

static bool key(SDL_Keycode sym) { return key_with(sym, KMOD_NONE); }

static void keys(SDL_Keycode sym, u32 count)
{
    for (u32 i = 0; i < count; i++) key(sym);
}

static void type(const char *letters)
{
    for (; *letters; letters++) {
        SDL_Event event = { .text = { .type = SDL_TEXTINPUT } };
        event.text.text[0] = *letters;
        host_inspect_event(&inspect, &event, &run, now);
    }
}

static bool button(Uint32 kind, float x, float y)
{
    SDL_Event event = {
        .button = { .type = kind, .button = SDL_BUTTON_LEFT, .clicks = 1, .x = (int)x, .y = (int)y }
    };
    return host_inspect_event(&inspect, &event, &run, now);
}

static bool motion(float x, float y)
{
    SDL_Event event = { .motion = { .type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y } };
    return host_inspect_event(&inspect, &event, &run, now);
}

static void wheel(int rows)
{
    SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = rows } };
    host_inspect_event(&inspect, &event, &run, now);
}

static bool click(float x, float y)
{
    bool taken = button(SDL_MOUSEBUTTONDOWN, x, y);
    button(SDL_MOUSEBUTTONUP, x, y);
    frame();
    return taken;
}

static const host_Shown *row_of(const char *path)
{
    static const host_Shown none;
    for (u32 i = 0; i < inspect.shown_count; i++)
        if (strcmp(inspect.shown[i].row.path, path) == 0) return &inspect.shown[i];
    test_fail(__FILE__, __LINE__, "%s is not shown", path);
    return &none;
}

static float value_x(const char *path, float right) { return row_of(path)->value.x + right; }
static float row_y(const char *path) { return row_of(path)->area.y + 10; }

static void select_row(const char *path)
{
    frame();
    click(row_of(path)->area.x + 60, row_y(path));
}

/// Selects a row by its value's column, where a click also activates the value.
static void click_value(const char *path) { click(value_x(path, 8), row_y(path)); }

static void expand_scene(void)
{
    frame();
    key(SDLK_RIGHT);
    frame();
}

// --- what is drawn -------------------------------------------------------------------------------

TEST(the_inspector_draws_every_control)
{
    if (!opened()) return;
    add_frame("collapsed");
    expand_scene();
    add_frame("expanded");
    ui_scene->count++;
    ui_scene->on = false;
    ui_scene->speed = 12;
    motion(row_of("Scene.note")->area.x + 60, row_y("Scene.note"));
    add_frame("two values changed, the mouse over a row");
    run.failed_phase = ED_PHASE_UPDATE;
    inspect.focus = false;
    add_frame("paused, without the focus");
    run.failed_phase = ED_PHASE_NONE;
    CHECK_EXPECTED("inspector_controls", text);
    closed();
}

TEST(the_inspector_draws_popups_and_lines)
{
    if (!opened()) return;
    expand_scene();
    click_value("Scene.mood");
    add_frame("a drop-down list");
    key(SDLK_ESCAPE);
    click_value("Scene.ways");
    key(SDLK_DOWN);
    key(SDLK_SPACE);
    add_frame("flags");
    key(SDLK_ESCAPE);
    click_value("Scene.tint");
    add_frame("the channels of a color");
    key(SDLK_ESCAPE);
    select_row("Scene.count");
    key(SDLK_RETURN);
    type("12x");
    key(SDLK_RETURN);
    add_frame("a refused value");
    key(SDLK_ESCAPE);
    key(SDLK_p);
    type("/");
    type("sp");
    add_frame("a filter, and a pin");
    CHECK_EXPECTED("inspector_popups", text);
    closed();
}

// --- keys ----------------------------------------------------------------------------------------

TEST(arrows_move_expand_and_collapse)
{
    if (!opened()) return;
    add_rows("two roots");
    expand_scene();
    add_rows("expanded");
    keys(SDLK_DOWN, 11);
    key(SDLK_RIGHT);
    add_rows("an optional struct expanded");
    key(SDLK_RIGHT);
    add_rows("Right again enters it");
    key(SDLK_LEFT);
    key(SDLK_LEFT);
    add_rows("Left leaves it and collapses it");
    key(SDLK_END);
    add_rows("the last row");
    key(SDLK_PAGEUP);
    add_rows("a page up");
    key(SDLK_HOME);
    key(SDLK_UP);
    add_rows("the first row");
    key(SDLK_PAGEDOWN);
    add_rows("a page down");
    CHECK_EXPECTED("inspector_arrows", text);
    closed();
}

TEST(values_are_typed_and_tab_goes_to_the_next)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.count");
    key(SDLK_RETURN);
    type("42");
    key(SDLK_RETURN);
    CHECK_EQ(ui_scene->count, 42);
    key(SDLK_RETURN);
    type("7");
    key(SDLK_TAB);
    CHECK_EQ(ui_scene->count, 7);
    CHECK_TEXT(inspect.selected, "Scene.speed");
    type("2.5");
    key(SDLK_TAB);
    CHECK(ui_scene->speed == 2.5f);
    type("-90");
    key(SDLK_DOWN);
    CHECK_EQ(ui_scene->turn, -90);
    CHECK_TEXT(inspect.selected, "Scene.on");
    key_with(SDLK_TAB, KMOD_SHIFT);
    CHECK_TEXT(inspect.selected, "Scene.turn");
    type("5");
    key(SDLK_ESCAPE);
    CHECK_EQ(ui_scene->turn, -90);
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->turn, -40);
    key_with(SDLK_z, KMOD_CTRL);
    CHECK(ui_scene->speed == 5);
    key_with(SDLK_y, KMOD_CTRL);
    CHECK(ui_scene->speed == 2.5f);
    key_with(SDLK_z, KMOD_CTRL | KMOD_SHIFT);
    CHECK_EQ(ui_scene->turn, -90);
    closed();
}

TEST(keys_change_values_in_place)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.count");
    key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 4);
    key_with(SDLK_RIGHT, KMOD_CTRL | KMOD_SHIFT);
    CHECK_EQ(ui_scene->count, 14);
    key_with(SDLK_LEFT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 13);
    select_row("Scene.on");
    bool on = ui_scene->on;
    key(SDLK_SPACE);
    CHECK(ui_scene->on != on);
    key(SDLK_DELETE);
    CHECK_HAS(inspect.message, "'on' cannot be cleared");
    select_row("Scene.at");
    key(SDLK_DELETE);
    CHECK(!ui_scene->has_at);
    select_row("Scene.target");
    key(SDLK_DELETE);
    CHECK_EQ(ui_scene->target.generation, 0);
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->target.index, 1);
    closed();
}

TEST(a_handle_is_followed_and_backspace_returns)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.target");
    key(SDLK_RETURN);
    add_rows("followed");
    key(SDLK_BACKSPACE);
    add_rows("back");
    key(SDLK_BACKSPACE);
    add_rows("no further back");
    CHECK_EXPECTED("inspector_handle", text);
    closed();
}

TEST(a_filter_shows_only_what_matches)
{
    if (!opened()) return;
    expand_scene();
    type("/");
    type("spot.x");
    add_rows("spot.x");
    keys(SDLK_BACKSPACE, 6);
    add_rows("Backspace widens the filter");
    type("id");
    key(SDLK_RETURN);
    add_rows("id: the first match is selected");
    key(SDLK_ESCAPE);
    add_rows("Escape clears the filter");
    CHECK(inspect.open);
    key(SDLK_ESCAPE);
    CHECK(!inspect.open);
    CHECK_EXPECTED("inspector_filter", text);
    closed();
}

TEST(escape_leaves_the_filter_that_is_being_typed)
{
    if (!opened()) return;
    expand_scene();
    u32 all = inspect.shown_count;
    type("/");
    type("speed");
    frame();
    CHECK_EQ(inspect.shown_count, 2);
    key(SDLK_ESCAPE);
    frame();
    CHECK_EQ(inspect.shown_count, all);
    CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    CHECK(inspect.open);
    type("/");
    type("speed");
    key(SDLK_LEFT);
    key(SDLK_DELETE);
    frame();
    CHECK_TEXT(inspect.filter.text, "spee");
    CHECK_EQ(inspect.shown_count, 2);
    closed();
}

TEST(tab_skips_what_cannot_be_edited)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.name");
    key(SDLK_TAB);
    CHECK_TEXT(inspect.selected, "Scene.shape");      // after a handle and an optional struct
    key_with(SDLK_TAB, KMOD_SHIFT);
    CHECK_TEXT(inspect.selected, "Scene.name");
    closed();
}

TEST(pins_stay_at_the_top)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.speed");
    key(SDLK_p);
    select_row("Scene.mood");
    key(SDLK_p);
    add_rows("two pins");
    key(SDLK_HOME);
    key(SDLK_UP);
    add_rows("the last pin is selected");
    key(SDLK_UP);
    key(SDLK_UP);
    add_rows("the first pin is selected");
    key(SDLK_p);
    add_rows("it is removed: its row is selected in the tree");
    key(SDLK_p);
    select_row("Scene.count");
    key(SDLK_p);
    key(SDLK_HOME);
    keys(SDLK_UP, 2);
    frame();
    const host_Area *first = &inspect.shown[0].area;
    click(first->x + first->w - 5, first->y + 5);
    add_rows("the pin above the selected one is removed");
    CHECK_EXPECTED("inspector_pins", text);
    closed();
}

TEST(popups_choose_with_keys)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.mood");
    key(SDLK_RETURN);
    CHECK(inspect.popup.open);
    CHECK_EQ(inspect.popup.at, 1);
    keys(SDLK_UP, 2);
    CHECK_EQ(inspect.popup.at, 3);
    key(SDLK_DOWN);
    CHECK_EQ(inspect.popup.at, 0);
    key(SDLK_RETURN);
    CHECK_EQ(ui_scene->mood, Mood_CALM);
    CHECK(!inspect.popup.open);
    select_row("Scene.ways");
    key(SDLK_RETURN);
    key(SDLK_SPACE);
    keys(SDLK_DOWN, 2);
    key(SDLK_SPACE);
    CHECK_EQ(ui_scene->ways, Ways_SWIM | Ways_DIG);
    key(SDLK_RETURN);
    CHECK(!inspect.popup.open);
    select_row("Scene.tint");
    key(SDLK_RETURN);
    key(SDLK_LEFT);
    CHECK_EQ(ui_scene->tint, 0xfe804080);
    key_with(SDLK_DOWN, KMOD_NONE);
    key_with(SDLK_RIGHT, KMOD_SHIFT);
    CHECK_EQ(ui_scene->tint, 0xfe904080);
    for (u32 i = 0; i < 9; i++) key_with(SDLK_RIGHT, KMOD_SHIFT);
    CHECK_EQ(ui_scene->tint, 0xfeff4080);
    key(SDLK_RETURN);
    type("#01020304");
    key(SDLK_RETURN);
    CHECK_EQ(ui_scene->tint, 0x01020304);
    closed();
}

// --- the mouse -----------------------------------------------------------------------------------

TEST(dragging_changes_numbers_and_sliders)
{
    if (!opened()) return;
    expand_scene();
    float x = value_x("Scene.count", 10), y = row_y("Scene.count");
    button(SDL_MOUSEBUTTONDOWN, x, y);
    motion(x + 2, y);
    CHECK_EQ(ui_scene->count, 3);
    motion(x + 20, y);
    CHECK_EQ(ui_scene->count, 8);
    motion(x - 40, y);
    CHECK_EQ(ui_scene->count, 0);
    button(SDL_MOUSEBUTTONUP, x, y);
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    const host_Area slider = row_of("Scene.speed")->value;
    y = row_y("Scene.speed");
    button(SDL_MOUSEBUTTONDOWN, slider.x + slider.w / 2, y);
    motion(slider.x + slider.w / 4, y);
    CHECK(ui_scene->speed > 2.4f && ui_scene->speed < 2.6f);
    motion(slider.x + 2 * slider.w, y);
    CHECK(ui_scene->speed == 10);
    button(SDL_MOUSEBUTTONUP, slider.x, y);
    closed();
}

TEST(clicks_edit_values)
{
    if (!opened()) return;
    expand_scene();
    click_value("Scene.on");
    CHECK(!ui_scene->on);
    click_value("Scene.mood");
    const host_Area list = inspect.popup.area;
    CHECK(inspect.popup.open && list.h > 0);
    click(list.x + 5, list.y + list.h - 5);
    CHECK_EQ(ui_scene->mood, Mood_PROUD);
    click_value("Scene.tint");
    const host_Area popup = inspect.popup.area;
    button(SDL_MOUSEBUTTONDOWN, popup.x + popup.w / 2, popup.y + 10);
    motion(popup.x - 100, popup.y + 10);
    button(SDL_MOUSEBUTTONUP, popup.x, popup.y);
    CHECK_EQ(ui_scene->tint >> 24, 0);
    click(popup.x, 5);
    CHECK(!inspect.popup.open);
    click_value("Scene.note");
    type("new");
    click(row_of("Scene.count")->area.x + 60, row_y("Scene.count"));
    CHECK_TEXT(ed_str_text(&ui_scene->note), "new");
    closed();
}

TEST(a_click_outside_returns_the_keys_to_the_game)
{
    if (!opened()) return;
    frame();
    CHECK(!click(20, 200));
    CHECK(!inspect.focus);
    CHECK(!key(SDLK_DOWN));
    CHECK(inspect.open);
    CHECK(click(inspect.panel.x + 60, inspect.panel.y + 100));
    CHECK(inspect.focus);
    CHECK(!key(SDLK_F5));
    CHECK(!key_with(SDLK_RETURN, KMOD_ALT));
    closed();
}

TEST(the_list_scrolls_and_the_panel_is_resized)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.foes");
    key(SDLK_RIGHT);
    keys(SDLK_DOWN, 1);
    key(SDLK_RIGHT);
    frame();
    motion(inspect.list.x + 20, inspect.list.y + 20);
    wheel(-2);
    add_rows("the wheel scrolls");
    wheel(1);
    add_rows("and back");
    float x = inspect.scrollbar.x + 2, bottom = inspect.scrollbar.y + inspect.scrollbar.h - 1;
    click(x, bottom);
    add_rows("a click on the scroll bar");
    button(SDL_MOUSEBUTTONDOWN, x, inspect.thumb.y + 2);
    motion(x, inspect.thumb.y - 500);
    button(SDL_MOUSEBUTTONUP, x, 0);
    add_rows("its thumb is dragged to the top");
    float edge = inspect.panel.x;
    button(SDL_MOUSEBUTTONDOWN, edge + 1, 200);
    motion(edge - 60, 200);
    button(SDL_MOUSEBUTTONUP, edge - 60, 200);
    frame();
    CHECK(inspect.panel.x <= edge - 59 && inspect.panel.x >= edge - 61);
    CHECK_EXPECTED("inspector_scroll", text);
    closed();
}

TEST(a_press_that_hardly_moves_is_a_click_and_starts_typing)
{
    if (!opened()) return;
    expand_scene();
    float x = value_x("Scene.count", 10), y = row_y("Scene.count");
    button(SDL_MOUSEBUTTONDOWN, x, y);
    motion(x + 2, y);
    button(SDL_MOUSEBUTTONUP, x + 2, y);
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(inspect.line.text, "3");
    key(SDLK_ESCAPE);
    button(SDL_MOUSEBUTTONDOWN, x, y);
    motion(x - 3, y);
    motion(x, y);
    button(SDL_MOUSEBUTTONUP, x, y);
    CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    CHECK_EQ(ui_scene->count, 3);
    x = value_x("Scene.speed", 10);
    click(x, row_y("Scene.speed"));
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(inspect.typing_path, "Scene.speed");
    closed();
}

TEST(a_number_is_dragged_in_fine_and_coarse_steps)
{
    static const struct {
        int mod;
        u32 count;
    } drags[] = { { KMOD_NONE, 13 }, { KMOD_LSHIFT, 4 }, { KMOD_LCTRL, 103 } };
    if (!opened()) return;
    expand_scene();
    float x = value_x("Scene.count", 10), y = row_y("Scene.count");
    for (u32 i = 0; i < ED_COUNT(drags); i++) {
        ui_scene->count = 3;
        SDL_SetModState((SDL_Keymod)drags[i].mod);
        button(SDL_MOUSEBUTTONDOWN, x, y);
        motion(x + 43, y);
        button(SDL_MOUSEBUTTONUP, x + 43, y);
        SDL_SetModState(KMOD_NONE);
        CHECK_EQ(ui_scene->count, drags[i].count);
    }
    closed();
}

TEST(two_clicks_activate_a_row)
{
    if (!opened()) return;
    expand_scene();
    SDL_Event event = { .button = { .type = SDL_MOUSEBUTTONDOWN,
                                    .button = SDL_BUTTON_LEFT,
                                    .clicks = 2,
                                    .x = (int)row_of("Scene.count")->area.x + 60,
                                    .y = (int)row_y("Scene.count") } };
    CHECK(host_inspect_event(&inspect, &event, &run, now));
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    event.type = SDL_MOUSEBUTTONUP;
    CHECK(host_inspect_event(&inspect, &event, &run, now));
    key(SDLK_ESCAPE);
    event.type = SDL_MOUSEBUTTONDOWN;
    event.button.x = (int)value_x("Scene.count", 8);
    CHECK(host_inspect_event(&inspect, &event, &run, now));
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    closed();
}

TEST(the_mouse_belongs_to_the_inspector_only_over_its_panel)
{
    if (!opened()) return;
    expand_scene();
    const float inside = inspect.panel.x + 60, outside = inspect.panel.x - 60;
    CHECK(motion(inside, 200));
    CHECK(!motion(outside, 200));
    SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = -1 } };
    CHECK(!host_inspect_event(&inspect, &event, &run, now));
    motion(inside, 200);
    CHECK(host_inspect_event(&inspect, &event, &run, now));
    // The game holds a button that was pressed outside.
    event =
        (SDL_Event){ .motion = { .type = SDL_MOUSEMOTION, .state = 1, .x = (int)inside, .y = 99 } };
    CHECK(!host_inspect_event(&inspect, &event, &run, now));
    CHECK(!button(SDL_MOUSEBUTTONUP, inside, 200));
    // One that was pressed inside is held outside, too.
    event = (SDL_Event){ .button = { .type = SDL_MOUSEBUTTONDOWN,
                                     .button = SDL_BUTTON_RIGHT,
                                     .x = (int)inside,
                                     .y = 200 } };
    CHECK(host_inspect_event(&inspect, &event, &run, now));
    CHECK_EQ(inspect.drag, HOST_DRAG_NONE);
    event.type = SDL_MOUSEBUTTONUP;
    event.button.x = (int)outside;
    CHECK(host_inspect_event(&inspect, &event, &run, now));
    CHECK(!host_inspect_event(&inspect, &event, &run, now));
    CHECK(button(SDL_MOUSEBUTTONDOWN, inside, 10));
    CHECK(motion(outside, 200));
    CHECK(button(SDL_MOUSEBUTTONUP, outside, 200));
    CHECK(!motion(outside, 200));
    closed();
}

TEST(a_click_into_the_typed_text_moves_the_caret)
{
    if (!opened()) return;
    expand_scene();
    click_value("Scene.note");
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    frame();
    click(inspect.line_x + 2.2f * inspect.letter, row_y("Scene.note"));
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    CHECK_EQ(inspect.line.caret, 2);
    type("x");
    key(SDLK_RETURN);
    CHECK_TEXT(ed_str_text(&ui_scene->note), "a xnote");
    closed();
}

TEST(the_filter_is_typed_and_cleared_by_clicks)
{
    if (!opened()) return;
    expand_scene();
    const host_Area box = inspect.filter_box;
    CHECK(click(box.x + 30, box.y + 10));
    CHECK_EQ(inspect.typing, HOST_TYPING_FILTER);
    type("speed");
    frame();
    CHECK_EQ(inspect.shown_count, 2);
    click(inspect.line_x + inspect.letter, box.y + 10);
    CHECK_EQ(inspect.filter.caret, 1);
    click(box.x + box.w - 5, box.y + 10);
    CHECK_TEXT(inspect.filter.text, "");
    CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    CHECK(inspect.shown_count > 2);
    click(box.x + box.w - 5, box.y + 10);      // nothing to clear
    CHECK_EQ(inspect.typing, HOST_TYPING_FILTER);
    closed();
}

TEST(a_row_is_pinned_by_its_right_end_and_unpinned_there)
{
    if (!opened()) return;
    expand_scene();
    for (u32 i = 0; i < 3; i++) {
        const host_Shown *row = row_of("Scene.speed");
        click(row->area.x + row->area.w - 5, row->area.y + 5);
        CHECK_EQ(inspect.pin_count, i % 2 ? 0 : 1);
        CHECK_EQ(inspect.shown[0].pin, i % 2 ? -1 : 0);
    }
    select_row("Scene.mood");
    for (u32 i = 0; i < 3; i++) {
        key(SDLK_p);
        CHECK_EQ(inspect.pin_count, i % 2 ? 1 : 2);
    }
    CHECK_TEXT(inspect.pins[0], "Scene.speed");
    CHECK_TEXT(inspect.pins[1], "Scene.mood");
    closed();
}

/// The number of pins that are drawn.
static u32 pins_drawn(void)
{
    u32 count = 0;
    frame();
    for (u32 i = 0; i < inspect.plain[0].count; i++)
        count += inspect.plain[0].items[i].kind == ED_DRAW_CIRCLE
              && inspect.plain[0].items[i].v[2] == 3.5f;
    return count;
}

TEST(a_pinned_row_has_its_pin_in_the_tree_too)
{
    if (!opened()) return;
    expand_scene();
    CHECK_EQ(pins_drawn(), 0);
    select_row("Scene.speed");
    key(SDLK_p);
    CHECK_EQ(pins_drawn(), 2);
    key(SDLK_HOME);
    key(SDLK_LEFT);      // the tree no longer shows it
    CHECK_EQ(pins_drawn(), 1);
    closed();
}

TEST(the_number_of_pins_is_limited)
{
    char path[64], message[64];
    if (!opened()) return;
    frame();
    for (u32 i = 0; i <= HOST_PINS_MAX; i++) {
        CHECK_EQ(inspect.pin_count, i);
        CHECK_TEXT(inspect.message, "");
        snprintf(path, sizeof path, "Scene.grid[%u]", i);
        host_inspect_pin(&inspect, path);
    }
    CHECK_EQ(inspect.pin_count, HOST_PINS_MAX);
    snprintf(message, sizeof message, "%u values are pinned: unpin one first", HOST_PINS_MAX);
    CHECK_TEXT(inspect.message, message);
    closed();
}

TEST(a_pinned_value_that_is_gone_stays_listed)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.path");
    key(SDLK_DOWN);
    key(SDLK_DOWN);
    CHECK_TEXT(inspect.selected, "Scene.path[1]");
    key(SDLK_p);
    frame();
    CHECK(inspect.shown[0].pin == 0 && !inspect.shown[0].missing);
    ui_scene->path_count = 1;
    frame();
    CHECK(inspect.shown[0].pin == 0 && inspect.shown[0].missing);
    click(inspect.shown[0].value.x + 5, inspect.shown[0].area.y + 5);
    CHECK_EQ(inspect.pin, 0);
    CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    closed();
}

TEST(steps_by_keys_are_one_change_until_another_key)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.count");
    for (u32 i = 0; i < 3; i++) key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 6);
    key(SDLK_UP);
    key(SDLK_DOWN);
    key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 7);
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 6);
    CHECK_TEXT(inspect.message, "undo: Scene.count");
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_TEXT(inspect.message, "nothing to undo");
    key_with(SDLK_y, KMOD_CTRL);
    CHECK_TEXT(inspect.message, "redo: Scene.count");
    CHECK_EQ(ui_scene->count, 6);
    key_with(SDLK_y, KMOD_CTRL);
    key_with(SDLK_y, KMOD_CTRL);
    CHECK_TEXT(inspect.message, "nothing to redo");
    closed();
}

TEST(a_digit_starts_typing_where_a_number_is)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.count");
    type("12");
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    key(SDLK_RETURN);
    CHECK_EQ(ui_scene->count, 12);
    select_row("Scene.speed");
    type(".5");
    key(SDLK_RETURN);
    CHECK(ui_scene->speed == 0.5f);
    select_row("Scene.turn");
    type("-7 ");
    key(SDLK_RETURN);
    CHECK_EQ(ui_scene->turn, -7);
    select_row("Scene.tint");
    type("#ff8000");
    key(SDLK_RETURN);
    CHECK_EQ(ui_scene->tint, 0xff8000ff);
    static const char *const others[] = { "Scene.on", "Scene.mood", "Scene.note", "Scene.target" };
    for (u32 i = 0; i < ED_COUNT(others); i++) {
        select_row(others[i]);
        type("1");
        CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    }
    select_row("Scene.count");
    type("x");
    CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    closed();
}

TEST(the_keys_of_a_text_line)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.note");
    key(SDLK_RETURN);
    key_with(SDLK_a, KMOD_CTRL);
    CHECK(inspect.line.all);
    key_with(SDLK_c, KMOD_CTRL);
    key(SDLK_END);
    key_with(SDLK_v, KMOD_CTRL);
    CHECK_TEXT(inspect.line.text, "a notea note");
    key_with(SDLK_LEFT, KMOD_CTRL);
    CHECK_EQ(inspect.line.caret, 8);
    key(SDLK_LEFT);
    key(SDLK_BACKSPACE);
    CHECK_TEXT(inspect.line.text, "a note note");
    key(SDLK_HOME);
    CHECK_EQ(inspect.line.caret, 0);
    key(SDLK_DELETE);
    key(SDLK_RIGHT);
    CHECK_EQ(inspect.line.caret, 1);
    key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(inspect.line.caret, 5);
    key(SDLK_a);      // without Ctrl, letters come as text
    key(SDLK_v);
    CHECK(!inspect.line.all);
    key(SDLK_RETURN);
    CHECK_TEXT(ed_str_text(&ui_scene->note), " note note");
    closed();
}

TEST(a_text_that_is_too_long_is_not_edited)
{
    static char longest[HOST_LINE_EDIT_MAX + 1];
    char message[96];
    if (!opened()) return;
    expand_scene();
    memset(longest, 'x', HOST_LINE_EDIT_MAX);
    ed_str_set(run.host.states[Scene_root].arena, &ui_scene->note, longest);
    select_row("Scene.note");
    key(SDLK_RETURN);
    CHECK_EQ(inspect.typing, HOST_TYPING_NONE);
    snprintf(message, sizeof message, "this text is too long to edit here: the limit is %u bytes",
             HOST_LINE_EDIT_MAX - 1);
    CHECK_TEXT(inspect.message, message);
    longest[HOST_LINE_EDIT_MAX - 1] = 0;
    ed_str_set(run.host.states[Scene_root].arena, &ui_scene->note, longest);
    key(SDLK_RETURN);
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    CHECK_EQ(inspect.line.size, HOST_LINE_EDIT_MAX - 1);
    closed();
}

TEST(a_text_whose_json_is_too_long_is_refused)
{
    static char quotes[HOST_LINE_EDIT_MAX];
    if (!opened()) return;
    expand_scene();
    memset(quotes, '"', HOST_LINE_EDIT_MAX - 1);
    select_row("Scene.note");
    key(SDLK_RETURN);
    host_line_edit_set(&inspect.line, quotes, HOST_LINE_EDIT_MAX - 1);
    inspect.line.changed = true;
    key(SDLK_RETURN);
    CHECK_EQ(inspect.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(inspect.refusal,
               "Scene.note is too long to edit here: the limit is 8191 bytes of JSON");
    CHECK_TEXT(ed_str_text(&ui_scene->note), "a note");
    closed();
}

TEST(values_without_a_control_are_activated_by_return)
{
    if (!opened()) return;
    expand_scene();
    ui_scene->has_at = false;
    frame();
    select_row("Scene.at");
    key(SDLK_RETURN);
    CHECK(ui_scene->has_at);
    key(SDLK_RETURN);
    frame();
    CHECK_TEXT(inspect.shown[inspect.selected_at - inspect.first + 1].row.path, "Scene.at.x");
    key(SDLK_RETURN);
    frame();
    CHECK(strcmp(inspect.shown[inspect.selected_at - inspect.first + 1].row.path, "Scene.at.x")
          != 0);
    select_row("Scene.sprite");
    key(SDLK_RETURN);
    CHECK_TEXT(inspect.message, "a pointer can only be set by the game");
    ui_scene->target.generation = 0;
    select_row("Scene.target");
    key(SDLK_RETURN);
    CHECK_TEXT(inspect.message, "'target' does not refer to an item");
    closed();
}

TEST(keys_that_a_popup_does_not_use_apply_to_the_tree)
{
    if (!opened()) return;
    expand_scene();
    select_row("Scene.count");
    type("9");
    key(SDLK_RETURN);
    select_row("Scene.mood");
    key(SDLK_RETURN);
    CHECK(inspect.popup.open);
    key(SDLK_PAGEDOWN);
    CHECK_TEXT(inspect.selected, "Scene.mood");
    key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    key(SDLK_ESCAPE);
    CHECK(!inspect.popup.open && inspect.open);
    select_row("Scene.mood");
    key(SDLK_RETURN);
    key(SDLK_TAB);
    CHECK(!inspect.popup.open);
    CHECK_TEXT(inspect.selected, "Scene.ways");
    closed();
}

TEST(without_the_focus_the_inspector_is_focused_again_before_it_is_closed)
{
    ed_Error error = { .code = ED_OK };
    if (!opened()) return;
    frame();
    click(20, 200);
    CHECK(inspect.open && !inspect.focus);
    CHECK(host_inspect_toggle(&inspect, &error));
    CHECK(inspect.open && inspect.focus);
    CHECK(host_inspect_toggle(&inspect, &error));
    CHECK(!inspect.open && !inspect.focus);
    CHECK(!key(SDLK_DOWN) && !motion(WIDTH - 20, 100));
    closed();
}

TEST(an_inspector_that_was_closed_can_be_opened_again)
{
    ed_Error error = { .code = ED_OK };
    if (!opened()) return;
    expand_scene();
    host_inspect_close(&inspect);
    CHECK(!inspect.open && !inspect.initialized);
    CHECK(host_inspect_toggle(&inspect, &error));
    frame();
    CHECK(inspect.initialized && inspect.shown_count > 0);
    closed();
}
