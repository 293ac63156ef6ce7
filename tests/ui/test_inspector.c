#include "tests/ui/game.h"
#include "tests/ui/panel.h"
#include "tests/ui/screen.h"

TEST(the_inspector_draws_every_control)
{
    if (!panel_opened()) return;
    panel_add_frame("collapsed");
    panel_expand_scene();
    panel_add_frame("expanded");
    ui_scene->count++;
    ui_scene->on = false;
    ui_scene->speed = 12;
    panel_motion(panel_row_of("Scene.note")->area.x + 60, panel_row_y("Scene.note"));
    panel_add_frame("two values changed, the mouse over a row");
    panel_run.failed_phase = ED_PHASE_UPDATE;
    panel.focus = false;
    panel_add_frame("paused, without the focus");
    panel_run.failed_phase = ED_PHASE_NONE;
    CHECK_EXPECTED("inspector_controls", panel_text);
    panel_closed();
}

TEST(the_inspector_draws_popups_and_lines)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_click_value("Scene.mood");
    panel_add_frame("a drop-down list");
    panel_key(SDLK_ESCAPE);
    panel_click_value("Scene.ways");
    panel_key(SDLK_DOWN);
    panel_key(SDLK_SPACE);
    panel_add_frame("flags");
    panel_key(SDLK_ESCAPE);
    panel_click_value("Scene.tint");
    panel_add_frame("the channels of a color");
    panel_key(SDLK_ESCAPE);
    panel_select("Scene.count");
    panel_key(SDLK_RETURN);
    panel_type("12x");
    panel_key(SDLK_RETURN);
    panel_add_frame("a refused value");
    panel_key(SDLK_ESCAPE);
    panel_key(SDLK_p);
    panel_type("/");
    panel_type("sp");
    panel_add_frame("a filter, and a pin");
    CHECK_EXPECTED("inspector_popups", panel_text);
    panel_closed();
}

TEST(arrows_move_expand_and_collapse)
{
    if (!panel_opened()) return;
    panel_add_rows("two roots");
    panel_expand_scene();
    panel_add_rows("expanded");
    panel_keys(SDLK_DOWN, 11);
    panel_key(SDLK_RIGHT);
    panel_add_rows("an optional struct expanded");
    panel_key(SDLK_RIGHT);
    panel_add_rows("Right again enters it");
    panel_key(SDLK_LEFT);
    panel_key(SDLK_LEFT);
    panel_add_rows("Left leaves it and collapses it");
    panel_key(SDLK_END);
    panel_add_rows("the last row");
    panel_key(SDLK_PAGEUP);
    panel_add_rows("a page up");
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    panel_add_rows("the first row");
    panel_key(SDLK_PAGEDOWN);
    panel_add_rows("a page down");
    CHECK_EXPECTED("inspector_arrows", panel_text);
    panel_closed();
}

TEST(keys_change_values_in_place)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 4);
    panel_key_with(SDLK_RIGHT, KMOD_CTRL | KMOD_SHIFT);
    CHECK_EQ(ui_scene->count, 14);
    panel_key_with(SDLK_LEFT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 13);
    panel_select("Scene.on");
    bool on = ui_scene->on;
    panel_key(SDLK_SPACE);
    CHECK(ui_scene->on != on);
    panel_key(SDLK_DELETE);
    CHECK_HAS(panel.message, "'on' cannot be cleared");
    panel_select("Scene.at");
    panel_key(SDLK_DELETE);
    CHECK(!ui_scene->has_at);
    panel_select("Scene.target");
    panel_key(SDLK_DELETE);
    CHECK_EQ(ui_scene->target.generation, 0);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->target.index, 1);
    panel_closed();
}

TEST(a_handle_is_followed_and_backspace_returns)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.target");
    panel_key(SDLK_RETURN);
    panel_add_rows("followed");
    panel_key(SDLK_BACKSPACE);
    panel_add_rows("back");
    panel_key(SDLK_BACKSPACE);
    panel_add_rows("no further back");
    CHECK_EXPECTED("inspector_handle", panel_text);
    panel_closed();
}

TEST(a_filter_shows_only_what_matches)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_type("/");
    panel_type("spot.x");
    panel_add_rows("spot.x");
    panel_keys(SDLK_BACKSPACE, 6);
    panel_add_rows("Backspace widens the filter");
    panel_type("id");
    panel_key(SDLK_RETURN);
    panel_add_rows("id: the first match is selected");
    panel_key(SDLK_ESCAPE);
    panel_add_rows("Escape clears the filter");
    CHECK(panel.open);
    panel_key(SDLK_ESCAPE);
    CHECK(!panel.open);
    CHECK_EXPECTED("inspector_filter", panel_text);
    panel_closed();
}

TEST(escape_clears_the_filter_that_is_being_typed)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    u32 all = panel.shown_count;
    panel_type("/");
    panel_type("speed");
    panel_frame();
    CHECK_EQ(panel.shown_count, 2);
    panel_key(SDLK_ESCAPE);
    panel_frame();
    CHECK_EQ(panel.shown_count, all);
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    CHECK(panel.open);
    panel_type("/");
    panel_type("speed");
    panel_key(SDLK_LEFT);
    panel_key(SDLK_DELETE);
    panel_frame();
    CHECK_TEXT(panel.filter.text, "spee");
    CHECK_EQ(panel.shown_count, 2);
    panel_closed();
}

TEST(tab_skips_what_cannot_be_edited)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.name");
    panel_key(SDLK_TAB);
    CHECK_TEXT(panel.selected, "Scene.shape");      // after a handle and an optional struct
    panel_key_with(SDLK_TAB, KMOD_SHIFT);
    CHECK_TEXT(panel.selected, "Scene.name");
    panel_closed();
}

TEST(popups_choose_with_keys)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.mood");
    panel_key(SDLK_RETURN);
    CHECK(panel.popup.open);
    CHECK_EQ(panel.popup.at, 1);
    panel_keys(SDLK_UP, 2);
    CHECK_EQ(panel.popup.at, 3);
    panel_key(SDLK_DOWN);
    CHECK_EQ(panel.popup.at, 0);
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->mood, Mood_CALM);
    CHECK(!panel.popup.open);
    panel_select("Scene.ways");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_SPACE);
    panel_keys(SDLK_DOWN, 2);
    panel_key(SDLK_SPACE);
    CHECK_EQ(ui_scene->ways, Ways_SWIM | Ways_DIG);
    panel_key(SDLK_RETURN);
    CHECK(!panel.popup.open);
    panel_select("Scene.tint");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_LEFT);
    CHECK_EQ(ui_scene->tint, 0xfe804080);
    panel_key_with(SDLK_DOWN, KMOD_NONE);
    panel_key_with(SDLK_RIGHT, KMOD_SHIFT);
    CHECK_EQ(ui_scene->tint, 0xfe904080);
    for (u32 i = 0; i < 9; i++) panel_key_with(SDLK_RIGHT, KMOD_SHIFT);
    CHECK_EQ(ui_scene->tint, 0xfeff4080);
    panel_key(SDLK_RETURN);
    panel_type("#01020304");
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->tint, 0x01020304);
    panel_closed();
}

TEST(steps_by_keys_are_one_change_until_another_key)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    for (u32 i = 0; i < 3; i++) panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 6);
    panel_key(SDLK_UP);
    panel_key(SDLK_DOWN);
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 7);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 6);
    CHECK_TEXT(panel.message, "undo: Scene.count");
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_TEXT(panel.message, "nothing to undo");
    panel_key_with(SDLK_y, KMOD_CTRL);
    CHECK_TEXT(panel.message, "redo: Scene.count");
    CHECK_EQ(ui_scene->count, 6);
    panel_key_with(SDLK_y, KMOD_CTRL);
    panel_key_with(SDLK_y, KMOD_CTRL);
    CHECK_TEXT(panel.message, "nothing to redo");
    panel_closed();
}

TEST(values_without_a_control_are_activated_by_return)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    ui_scene->has_at = false;
    panel_frame();
    panel_select("Scene.at");
    panel_key(SDLK_RETURN);
    CHECK(ui_scene->has_at);
    panel_key(SDLK_RETURN);
    panel_frame();
    CHECK_TEXT(panel.shown[panel.selected_at - panel.first + 1].row.path, "Scene.at.x");
    panel_key(SDLK_RETURN);
    panel_frame();
    CHECK(strcmp(panel.shown[panel.selected_at - panel.first + 1].row.path, "Scene.at.x") != 0);
    panel_select("Scene.sprite");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.message, "a pointer can only be set by the game");
    ui_scene->target.generation = 0;
    panel_select("Scene.target");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.message, "'target' does not refer to an item");
    panel_closed();
}

TEST(keys_that_a_popup_does_not_use_apply_to_the_tree)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_type("9");
    panel_key(SDLK_RETURN);
    panel_select("Scene.mood");
    panel_key(SDLK_RETURN);
    CHECK(panel.popup.open);
    panel_key(SDLK_PAGEDOWN);
    CHECK_TEXT(panel.selected, "Scene.mood");
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    panel_key(SDLK_ESCAPE);
    CHECK(!panel.popup.open && panel.open);
    panel_select("Scene.mood");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_TAB);
    CHECK(!panel.popup.open);
    CHECK_TEXT(panel.selected, "Scene.ways");
    panel_closed();
}

TEST(without_the_focus_the_inspector_is_focused_again_before_it_is_closed)
{
    ed_Error error = { .code = ED_OK };
    if (!panel_opened()) return;
    panel_frame();
    panel_click(20, 200);
    CHECK(panel.open && !panel.focus);
    CHECK(host_inspect_toggle(&panel, &error));
    CHECK(panel.open && panel.focus);
    CHECK(host_inspect_toggle(&panel, &error));
    CHECK(!panel.open && !panel.focus);
    CHECK(!panel_key(SDLK_DOWN) && !panel_motion(WINDOW_WIDTH - 20, 100));
    panel_closed();
}

TEST(an_inspector_that_was_closed_can_be_opened_again)
{
    ed_Error error = { .code = ED_OK };
    if (!panel_opened()) return;
    panel_expand_scene();
    host_inspect_close(&panel);
    CHECK(!panel.open && !panel.initialized && !panel.arena.base);
    CHECK(host_inspect_toggle(&panel, &error));
    panel_frame();
    CHECK(panel.initialized && panel.shown_count > 0);
    panel_closed();
}
