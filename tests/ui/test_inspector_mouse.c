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
    CHECK_EQ(ui_scene->tint >> 24, 0);
    panel_click(popup.x, 5);
    CHECK(!panel.popup.open);
    panel_click_value("Scene.note");
    panel_type("new");
    panel_click(panel_row_of("Scene.count")->area.x + 60, panel_row_y("Scene.count"));
    CHECK_TEXT(ed_str_text(&ui_scene->note), "new");
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
    event.type = SDL_MOUSEBUTTONDOWN;
    event.button.x = (int)panel_value_x("Scene.count", 8);
    CHECK(host_inspect_event(&panel, &event, &panel_run, panel_now));
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
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
    panel_click(panel.line_x + 2.2f * panel.letter, panel_row_y("Scene.note"));
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
    panel_click(panel.line_x + panel.letter, box.y + 10);
    CHECK_EQ(panel.filter.caret, 1);
    panel_click(box.x + box.w - 5, box.y + 10);
    CHECK_TEXT(panel.filter.text, "");
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    CHECK(panel.shown_count > 2);
    panel_click(box.x + box.w - 5, box.y + 10);      // nothing to clear
    CHECK_EQ(panel.typing, HOST_TYPING_FILTER);
    panel_closed();
}
