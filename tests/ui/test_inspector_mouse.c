#include "tests/ui/game.h"
#include "tests/ui/panel.h"
#include "tests/ui/screen.h"

TEST(dragging_changes_numbers_and_sliders)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    float x = panel_value_x("Scene.count", 10), y = panel_row_y("Scene.count");
    panel_button(SDL_MOUSEBUTTONDOWN, x, y);
    panel_motion(x + 2, y);
    CHECK_EQ(ui_scene->count, 3);
    panel_motion(x + 20, y);
    CHECK_EQ(ui_scene->count, 8);
    panel_motion(x - 40, y);
    CHECK_EQ(ui_scene->count, 0);
    panel_button(SDL_MOUSEBUTTONUP, x, y);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    const host_Area slider = panel_row_of("Scene.speed")->value;
    y = panel_row_y("Scene.speed");
    panel_button(SDL_MOUSEBUTTONDOWN, slider.x + slider.w / 2, y);
    panel_motion(slider.x + slider.w / 4, y);
    CHECK(ui_scene->speed > 2.4f && ui_scene->speed < 2.6f);
    panel_motion(slider.x + 2 * slider.w, y);
    CHECK(ui_scene->speed == 10);
    panel_button(SDL_MOUSEBUTTONUP, slider.x, y);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK(ui_scene->speed == 5);
    panel_closed();
}

TEST(clicks_edit_values)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_click_value("Scene.on");
    CHECK(!ui_scene->on);
    panel_click_value("Scene.mood");
    const host_Area list = panel.popup.area;
    CHECK(panel.popup.open && list.h > 0);
    panel_click(list.x + 5, list.y + list.h - 5);
    CHECK_EQ(ui_scene->mood, Mood_PROUD);
    panel_click_value("Scene.tint");
    const host_Area popup = panel.popup.area;
    panel_button(SDL_MOUSEBUTTONDOWN, popup.x + popup.w / 2, popup.y + 10);
    panel_motion(popup.x - 100, popup.y + 10);
    panel_button(SDL_MOUSEBUTTONUP, popup.x, popup.y);
    CHECK_EQ(ui_scene->tint, 0x00804080);
    panel_click(popup.x + 22 + 54, popup.y + 4 + 25);      // in the middle of the green channel
    CHECK_EQ(ui_scene->tint, 0x007e4080);
    panel_click(popup.x, 5);
    CHECK(!panel.popup.open);
    panel_click_value("Scene.note");
    panel_type("new");
    panel_click(panel_row_of("Scene.count")->area.x + 60, panel_row_y("Scene.count"));
    CHECK_TEXT(ed_str_text(&ui_scene->note), "new");
    CHECK_TEXT(panel.selected, "Scene.count");
    panel_closed();
}

TEST(a_click_outside_returns_the_keys_to_the_game)
{
    if (!panel_opened()) return;
    panel_frame();
    CHECK(!panel_click(20, 200));
    CHECK(!panel.focus);
    CHECK(!panel_key(SDLK_DOWN));
    CHECK(panel.open);
    CHECK(panel_click(panel.panel.x + 60, panel.panel.y + 100));
    CHECK(panel.focus);
    CHECK(!panel_key(SDLK_F5));
    CHECK(!panel_key_with(SDLK_RETURN, KMOD_ALT));
    panel_closed();
}

TEST(the_list_scrolls_and_the_panel_is_resized)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.foes");
    panel_key(SDLK_RIGHT);
    panel_keys(SDLK_DOWN, 1);
    panel_key(SDLK_RIGHT);
    panel_frame();
    panel_motion(panel.list.x + 20, panel.list.y + 20);
    panel_wheel(-2);
    panel_add_rows("the wheel scrolls");
    panel_wheel(1);
    panel_add_rows("and back");
    float x = panel.scrollbar.x + 2, bottom = panel.scrollbar.y + panel.scrollbar.h - 1;
    panel_click(x, bottom);
    panel_add_rows("a click on the scroll bar");
    panel_button(SDL_MOUSEBUTTONDOWN, x, panel.thumb.y + 2);
    panel_motion(x, panel.thumb.y - 500);
    panel_button(SDL_MOUSEBUTTONUP, x, 0);
    panel_add_rows("its thumb is dragged to the top");
    float edge = panel.panel.x;
    panel_button(SDL_MOUSEBUTTONDOWN, edge + 1, 200);
    panel_motion(edge - 60, 200);
    panel_button(SDL_MOUSEBUTTONUP, edge - 60, 200);
    panel_frame();
    CHECK(panel.panel.x <= edge - 59 && panel.panel.x >= edge - 61);
    CHECK_EXPECTED("inspector_scroll", panel_text);
    panel_closed();
}

TEST(a_press_that_hardly_moves_is_a_click_and_starts_typing)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    float x = panel_value_x("Scene.count", 10), y = panel_row_y("Scene.count");
    panel_button(SDL_MOUSEBUTTONDOWN, x, y);
    panel_motion(x + 2, y);
    panel_button(SDL_MOUSEBUTTONUP, x + 2, y);
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(panel.line.text, "3");
    panel_key(SDLK_ESCAPE);
    panel_button(SDL_MOUSEBUTTONDOWN, x, y);
    panel_motion(x - 3, y);
    panel_motion(x, y);
    panel_button(SDL_MOUSEBUTTONUP, x, y);
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    CHECK_EQ(ui_scene->count, 3);
    x = panel_value_x("Scene.speed", 10);
    panel_click(x, panel_row_y("Scene.speed"));
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(panel.typing_path, "Scene.speed");
    panel_closed();
}

TEST(a_number_is_dragged_in_fine_and_coarse_steps)
{
    static const struct {
        int mod;
        u32 count;
    } drags[] = { { KMOD_NONE, 13 }, { KMOD_LSHIFT, 4 }, { KMOD_LCTRL, 103 } };
    if (!panel_opened()) return;
    panel_expand_scene();
    float x = panel_value_x("Scene.count", 10), y = panel_row_y("Scene.count");
    for (u32 i = 0; i < ED_COUNT(drags); i++) {
        ui_scene->count = 3;
        SDL_SetModState((SDL_Keymod)drags[i].mod);
        panel_button(SDL_MOUSEBUTTONDOWN, x, y);
        panel_motion(x + 43, y);
        panel_button(SDL_MOUSEBUTTONUP, x + 43, y);
        SDL_SetModState(KMOD_NONE);
        CHECK_EQ(ui_scene->count, drags[i].count);
    }
    panel_closed();
}

TEST(two_clicks_activate_a_row)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    SDL_Event event = { .button = { .type = SDL_MOUSEBUTTONDOWN,
                                    .button = SDL_BUTTON_LEFT,
                                    .clicks = 2,
                                    .x = (int)panel_row_of("Scene.count")->area.x + 60,
                                    .y = (int)panel_row_y("Scene.count") } };
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    event.type = SDL_MOUSEBUTTONUP;
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    panel_key(SDLK_ESCAPE);
    static const char *const paths[] = { "Scene.count", "Scene.speed" };
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        event.type = SDL_MOUSEBUTTONDOWN;
        event.button.x = (int)panel_value_x(paths[i], 8);
        event.button.y = (int)panel_row_y(paths[i]);
        CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
        CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
        panel_button(SDL_MOUSEBUTTONUP, 0, 0);
        panel_key(SDLK_ESCAPE);
        panel_frame();
    }
    panel_closed();
}

TEST(the_mouse_belongs_to_the_inspector_only_over_its_panel)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const float inside = panel.panel.x + 60, outside = panel.panel.x - 60;
    CHECK(panel_motion(inside, 200));
    CHECK(!panel_motion(outside, 200));
    SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = -1 } };
    CHECK(!host_inspect_event(&panel, &event, &panel_run, panel_now));
    panel_motion(inside, 200);
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    // The game holds a button that was pressed outside.
    event =
        (SDL_Event){ .motion = { .type = SDL_MOUSEMOTION, .state = 1, .x = (int)inside, .y = 99 } };
    CHECK(!host_inspect_event(&panel, &event, &panel_run, panel_now));
    CHECK(!panel_button(SDL_MOUSEBUTTONUP, inside, 200));
    // One that was pressed inside is held outside, too.
    event = (SDL_Event){ .button = { .type = SDL_MOUSEBUTTONDOWN,
                                     .button = SDL_BUTTON_RIGHT,
                                     .x = (int)inside,
                                     .y = 200 } };
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    CHECK_EQ(panel.drag, HOST_DRAG_NONE);
    event.type = SDL_MOUSEBUTTONUP;
    event.button.x = (int)outside;
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    CHECK(!host_inspect_event(&panel, &event, &panel_run, panel_now));
    CHECK(panel_button(SDL_MOUSEBUTTONDOWN, inside, 10));
    CHECK(panel_motion(outside, 200));
    CHECK(panel_button(SDL_MOUSEBUTTONUP, outside, 200));
    CHECK(!panel_motion(outside, 200));
    panel_closed();
}

TEST(a_click_into_the_typed_text_moves_the_caret)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_click_value("Scene.note");
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    panel_frame();
    panel_click(panel_value_x("Scene.note", 2.2f * 8), panel_row_y("Scene.note"));
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_EQ(panel.line.caret, 2);
    panel_type("x");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(ed_str_text(&ui_scene->note), "a xnote");
    panel_closed();
}

TEST(the_filter_is_typed_and_cleared_by_clicks)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const host_Area box = panel.filter_box;
    CHECK(panel_click(box.x + 30, box.y + 10));
    CHECK_EQ(panel.typing, HOST_TYPING_FILTER);
    panel_type("speed");
    panel_frame();
    CHECK_EQ(panel.shown_count, 2);
    panel_click(box.x + 6 + 8, box.y + 10);
    CHECK_EQ(panel.filter.caret, 1);
    panel_click(box.x + box.w - 21, box.y + 10);
    CHECK_EQ(panel.filter.caret, 5);
    panel_click(box.x + box.w - 20, box.y + 10);
    CHECK_TEXT(panel.filter.text, "");
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    CHECK(panel.shown_count > 2);
    panel_click(box.x + box.w - 5, box.y + 10);      // nothing to clear
    CHECK_EQ(panel.typing, HOST_TYPING_FILTER);
    panel_closed();
}

TEST(parts_of_the_panel_begin_and_end_at_exact_points)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const host_Shown row = *panel_row_of("Scene.on");
    const float y = row.area.y + 10, pin = row.area.x + row.area.w - 20, edge = panel.panel.x;
    panel_click(row.value.x - 1, y);
    CHECK(ui_scene->on);
    panel_click(row.value.x, y);
    CHECK(!ui_scene->on);
    panel_click(pin - 1, y);
    CHECK(ui_scene->on && panel.pin_count == 0);
    panel_click(pin, y);
    CHECK(ui_scene->on && panel.pin_count == 1);
    CHECK(panel_motion(edge - 5, 100) && !panel_motion(edge - 6, 100));
    panel_click_value("Scene.mood");
    const host_Area list = panel.popup.area;
    panel_click(list.x + 30, list.y + list.h - 2);      // below the last name
    CHECK(panel.popup.open && ui_scene->mood == Mood_ANGRY);
    panel_click(list.x + 30, list.y + 2);      // above the first one
    CHECK(panel.popup.open && ui_scene->mood == Mood_ANGRY);
    panel_click(list.x + 30, list.y + 4);
    CHECK(!panel.popup.open && ui_scene->mood == Mood_CALM);
    panel_closed();
}

TEST(a_click_expands_and_collapses_a_row)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const u64 rows = panel.total;
    panel_select("Scene.at");
    CHECK_EQ(panel.total, rows + 2);
    panel_select("Scene.at");
    CHECK_EQ(panel.total, rows);
    panel_click_value("Scene.at");
    CHECK_EQ(panel.total, rows + 2);
    panel_click_value("Scene.at");
    CHECK_EQ(panel.total, rows);
    panel_key(SDLK_p);
    panel_frame();
    SDL_Event event = { .button = { .type = SDL_MOUSEBUTTONDOWN,
                                    .button = SDL_BUTTON_LEFT,
                                    .clicks = 2,
                                    .x = (int)panel.shown[0].area.x + 60,
                                    .y = (int)panel.shown[0].area.y + 10 } };
    CHECK_EQ(panel.shown[0].pin, 0);
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    panel_button(SDL_MOUSEBUTTONUP, 0, 0);
    panel_frame();
    CHECK_EQ(panel.pin, -1);      // its row in the tree is selected
    CHECK_TEXT(panel.selected, "Scene.at");
    CHECK_EQ(panel.total, rows);
    panel_closed();
}

TEST(each_drag_of_a_number_is_undone_separately)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const float x = panel_value_x("Scene.count", 10), y = panel_row_y("Scene.count");
    for (u32 i = 0; i < 2; i++) {
        panel_button(SDL_MOUSEBUTTONDOWN, x, y);
        panel_motion(x + 20, y);
        panel_motion(x + 40, y);
        panel_button(SDL_MOUSEBUTTONUP, x + 40, y);
    }
    CHECK_EQ(ui_scene->count, 23);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 13);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    panel_closed();
}

TEST(a_drag_of_a_value_that_becomes_absent_has_no_effect)
{
    static const char *const paths[] = { "Other.lives", "Other.heat" };
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_reveal("Other.heat");
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        ui_other->has_lives = ui_other->has_heat = true;
        ui_other->lives = 3;
        ui_other->heat = 3;
        panel_frame();
        const float x = panel_value_x(paths[i], 10), y = panel_row_y(paths[i]);
        panel_button(SDL_MOUSEBUTTONDOWN, x, y);
        panel_motion(x + 20, y);
        CHECK(i == 0 ? ui_other->lives == 8 && ui_other->has_lives
                     : ui_other->heat > 20 && ui_other->has_heat);
        ui_other->has_lives = ui_other->has_heat = false;
        panel_motion(x + 40, y);
        CHECK(!ui_other->has_lives && !ui_other->has_heat);
        panel_button(SDL_MOUSEBUTTONUP, x, y);
    }
    panel_closed();
}

TEST(an_inspector_that_is_closed_ends_typing_and_dragging)
{
    ed_Error error = { .code = ED_OK };
    if (!panel_opened()) return;
    panel_expand_scene();
    const float x = panel_value_x("Scene.count", 10), y = panel_row_y("Scene.count");
    panel_button(SDL_MOUSEBUTTONDOWN, x, y);
    panel_key(SDLK_ESCAPE);
    CHECK(!panel.open);
    CHECK(host_inspect_toggle(&panel, &error));
    panel_motion(x + 40, y);
    CHECK_EQ(ui_scene->count, 3);
    CHECK(!panel_button(SDL_MOUSEBUTTONUP, x, y));
    panel_select("Scene.count");
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK(host_inspect_toggle(&panel, &error) && host_inspect_toggle(&panel, &error));
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    panel_closed();
}

TEST(a_click_outside_ends_typing_and_closes_a_popup)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_click_value("Scene.note");
    panel_type("new");
    CHECK(!panel_click(20, 200));
    CHECK_TEXT(ed_str_text(&ui_scene->note), "new");
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    panel_select("Scene.count");
    panel_type("x");
    panel_type("1x");
    CHECK(!panel_click(20, 200));
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);      // what was refused is gone
    CHECK_EQ(ui_scene->count, 3);
    panel_click_value("Scene.mood");
    CHECK(panel.popup.open);
    CHECK(!panel_click(20, 200));
    CHECK(!panel.popup.open && !panel.focus);
    panel_closed();
}

TEST(a_popup_that_is_wider_than_the_panel_gets_its_clicks)
{
    if (!panel_opened()) return;
    panel_resize(240, 520);
    panel_expand_scene();
    panel_click_value("Scene.mood");
    const host_Area list = panel.popup.area;
    CHECK(panel.popup.open && list.x < panel.panel.x - 20);
    CHECK(panel_motion(list.x + 2, list.y + 10));
    CHECK(!panel_motion(list.x - 2, list.y + 10));
    CHECK(panel_click(list.x + 2, list.y + 10));
    CHECK_EQ(ui_scene->mood, Mood_CALM);
    CHECK(!panel.popup.open);
    CHECK(!panel_motion(list.x + 2, list.y + 10));
    panel_closed();
}

TEST(a_press_before_the_line_was_drawn_does_not_move_the_caret)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_key(SDLK_RETURN);
    CHECK(panel.letter == 0);
    panel_button(SDL_MOUSEBUTTONDOWN, panel_value_x("Scene.count", 10), panel_row_y("Scene.count"));
    CHECK_EQ(panel.drag, HOST_DRAG_NUMBER);
    panel_closed();
}
