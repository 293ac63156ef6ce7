#include "tests/ui/game.h"
#include "tests/ui/panel.h"
#include "tests/ui/screen.h"
#include <stdio.h>

#define TEN_ROWS 320      // pixels: height of a window that shows ten rows

TEST(the_inspector_uses_all_keys_but_those_of_the_host)
{
    if (!panel_opened()) return;
    CHECK(panel_key(SDLK_RIGHT));      // before the first frame
    panel_frame();
    CHECK_TEXT(panel.selected, "Scene");
    CHECK_TEXT(panel.shown[1].row.path, "Scene.count");
    CHECK(!panel_key(SDLK_F1) && !panel_key(SDLK_F12) && panel_key(SDLK_F13));
    CHECK(!panel_key_with(SDLK_RETURN, KMOD_ALT));
    CHECK(panel_key(SDLK_a) && panel_key_with(SDLK_a, KMOD_CTRL));
    panel_reveal("Scene.mood");
    CHECK(panel_key(SDLK_RETURN) && panel.popup.open);
    static const SDL_Keycode keys[] = { SDLK_UP, SDLK_DOWN, SDLK_LEFT,   SDLK_RIGHT,
                                        SDLK_a,  SDLK_HOME, SDLK_ESCAPE, SDLK_DOWN };
    for (u32 i = 0; i < ED_COUNT(keys); i++) CHECK(panel_key(keys[i]));
    CHECK(!panel.popup.open);
    panel_closed();
}

TEST(the_list_scrolls_to_the_row_that_keys_select)
{
    if (!panel_opened()) return;
    panel_resize(WINDOW_WIDTH, TEN_ROWS);
    panel_expand_scene();
    panel_keys(SDLK_DOWN, 9);
    panel_add_rows("the last visible row");
    panel_key(SDLK_DOWN);
    panel_add_rows("the row below it");
    panel_key(SDLK_PAGEUP);
    panel_add_rows("a page up");
    panel_key(SDLK_UP);
    panel_add_rows("the first row");
    panel_key(SDLK_PAGEDOWN);
    panel_add_rows("a page down");
    panel_key(SDLK_HOME);
    panel_add_rows("Home");
    panel_key(SDLK_END);
    panel_key(SDLK_DOWN);
    panel_add_rows("below the end");
    CHECK_EXPECTED("inspector_list", panel_text);
    panel_closed();
}

/// Selects a row and scrolls so that it is row number `row` from the top.
static void select_at(const char *path, u32 row)
{
    panel_reveal(path);
    panel_motion(panel.list.x + 20, panel.list.y + 20);
    while (panel.first > 0) panel_wheel(1);
    panel.first_path[0] = 0;
    panel.first = panel.selected_at - row;
    panel_frame();
}

TEST(the_list_scrolls_to_the_contents_of_an_expanded_row)
{
    if (!panel_opened()) return;
    panel_resize(WINDOW_WIDTH, TEN_ROWS);
    panel_expand_scene();
    for (u32 i = 0; i < 3; i++)
        Foe_pool_add(panel_run.host.states[Scene_root].arena, &ui_scene->foes);
    panel_reveal("Other.many");
    select_at("Scene.foes", 5);
    panel_key(SDLK_RIGHT);
    panel_add_rows("enough of its six items are visible");
    panel_key(SDLK_LEFT);
    select_at("Scene.foes", 7);
    panel_key(SDLK_RIGHT);
    panel_add_rows("the list scrolls by one row, to the third item");
    panel_key(SDLK_LEFT);
    select_at("Scene.path", 7);
    panel_key(SDLK_RIGHT);
    panel_add_rows("both items are visible");
    panel_key(SDLK_LEFT);
    select_at("Scene.path", 9);
    panel_key(SDLK_RIGHT);
    panel_add_rows("the list scrolls by two rows");
    CHECK_EXPECTED("inspector_contents", panel_text);
    panel_closed();
}

TEST(the_list_stays_where_it_is_while_rows_come_and_go)
{
    if (!panel_opened()) return;
    panel_resize(WINDOW_WIDTH, TEN_ROWS);
    panel_expand_scene();
    panel_reveal("Other.many");
    panel_reveal("Scene.path[1].x");
    select_at("Scene.path[1]", 0);
    panel_motion(panel.list.x + 20, panel.list.y + 20);
    panel_wheel(-2);
    panel_add_rows("scrolled beyond the selected row");
    ui_scene->path_count = 4;
    panel_add_rows("two rows more");
    ui_scene->path_count = 1;
    panel_add_rows("the selected row is gone");
    panel_wheel(1);
    panel_wheel(1);
    panel_add_rows("the row at its place is selected");
    panel_wheel(9);
    panel_wheel(9);
    CHECK_EQ(panel.first, 0);
    panel_select("Scene.name");
    CHECK_TEXT(panel.selected, "Scene.name");
    panel_key(SDLK_p);
    panel_add_rows("a pinned row stays visible");
    panel_wheel(-1);
    panel_frame();
    CHECK_EQ(panel.first, 4);
    CHECK_EXPECTED("inspector_stays", panel_text);
    panel_closed();
}

TEST(a_handle_to_a_hidden_item_is_followed)
{
    if (!panel_opened()) return;
    panel_resize(WINDOW_WIDTH, TEN_ROWS);
    panel_expand_scene();
    for (u32 i = 0; i < 20; i++)
        Foe_pool_add(panel_run.host.states[Scene_root].arena, &ui_scene->foes);
    ui_scene->target = Foe_pool_ref(&ui_scene->foes, &ui_scene->foes.items[12]);
    panel_type("/target");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.selected, "Scene.target");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.filter.text, "");
    panel_add_rows("its item is a third below the top");
    for (u32 i = 0; i < HOST_TRAIL_MAX; i++)
        snprintf(panel.trail[i], HOST_PATH_MAX, "Scene.foes[%u]", i);
    panel.trail_count = HOST_TRAIL_MAX;
    panel_reveal("Scene.target");
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.trail_count, HOST_TRAIL_MAX);
    panel_keys(SDLK_BACKSPACE, 2);
    CHECK_TEXT(panel.selected, "Scene.foes[15]");
    panel_keys(SDLK_BACKSPACE, HOST_TRAIL_MAX);
    CHECK_TEXT(panel.selected, "Scene.foes[1]");
    CHECK_EXPECTED("inspector_far_handle", panel_text);
    panel_closed();
}

// --- the filter ----------------------------------------------------------------------------------

TEST(a_filter_is_left_by_keys_and_entered_again)
{
    static const SDL_Keycode keys[] = { SDLK_RETURN, SDLK_KP_ENTER, SDLK_DOWN, SDLK_TAB };
    if (!panel_opened()) return;
    panel_expand_scene();
    for (u32 i = 0; i < ED_COUNT(keys); i++) {
        panel_select("Scene.count");
        panel_type("/speed");
        CHECK_EQ(panel.typing, HOST_TYPING_FILTER);
        CHECK(panel_key(keys[i]));
        CHECK_EQ(panel.typing, HOST_TYPING_NONE);
        CHECK_TEXT(panel.filter.text, "speed");
        CHECK_TEXT(panel.selected, "Scene.speed");
        panel_key(SDLK_ESCAPE);
        panel_frame();
    }
    panel_select("Scene.count");
    panel_type("/");
    panel_key(SDLK_RETURN);      // there is no filter, so the selection stays
    CHECK_TEXT(panel.selected, "Scene.count");
    panel_type("/s");
    panel_key(SDLK_RETURN);
    panel_type("/t");      // replaces it
    CHECK_TEXT(panel.filter.text, "t");
    panel_key(SDLK_RETURN);
    CHECK(panel_key_with(SDLK_f, KMOD_CTRL));
    panel_type("u");
    CHECK_TEXT(panel.filter.text, "tu");
    panel_key(SDLK_ESCAPE);
    panel_select("Scene.mood");
    panel_key(SDLK_RETURN);
    CHECK(panel.popup.open);
    panel_type("/e");
    CHECK(!panel.popup.open);
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.selected, "Scene");      // the first of the two roots
    panel_closed();
}

TEST(a_filter_is_limited_in_length)
{
    if (!panel_opened()) return;
    panel_frame();
    panel_type("/");
    for (u32 i = 0; i < HOST_FILTER_MAX + 3; i++) panel_type("x");
    CHECK_EQ(panel.filter.size, HOST_FILTER_MAX - 1);
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.selected, "");
    panel_key(SDLK_p);      // nothing is selected
    CHECK_EQ(panel.pin_count, 0);
    panel_closed();
}

TEST(a_row_that_was_expanded_under_a_filter_stays_expanded)
{
    if (!panel_opened()) return;
    panel_resize(WINDOW_WIDTH, TEN_ROWS);
    panel_expand_scene();
    panel_key(SDLK_LEFT);
    panel_type("/foes");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_RIGHT);
    panel_add_rows("under the filter");
    panel_key(SDLK_ESCAPE);
    panel_add_rows("without the filter");
    panel_key(SDLK_LEFT);
    panel_type("/foes");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_ESCAPE);
    panel_add_rows("one that was not expanded");
    panel_motion(panel.list.x + 20, panel.list.y + 20);
    panel_wheel(-9);
    panel_type("/a");
    panel_add_rows("a filter shows the rows from the first one");
    CHECK_EXPECTED("inspector_under_filter", panel_text);
    panel_closed();
}

// --- from row to row -----------------------------------------------------------------------------

TEST(tab_continues_typing_where_it_is_possible)
{
    static const struct {
        const char *from, *to;
        bool typing;
    } steps[] = {
        { "Scene.count", "Scene.speed", true },  { "Scene.speed", "Scene.turn", true },
        { "Scene.turn", "Scene.on", false },     { "Scene.tint", "Scene.note", true },
        { "Other.small", "Other.month", false },
    };
    if (!panel_opened()) return;
    panel_reveal("Other.small");
    for (u32 i = 0; i < ED_COUNT(steps); i++) {
        panel_reveal(steps[i].from);
        panel_key(SDLK_TAB);
        CHECK_TEXT(panel.selected, steps[i].to);
        CHECK_EQ(panel.typing, HOST_TYPING_NONE);
        panel_reveal(steps[i].from);
        if (strcmp(steps[i].from, "Scene.tint") == 0) panel_type("#ff");
        else panel_key(SDLK_RETURN);
        panel_key_with(SDLK_a, KMOD_CTRL);
        CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
        panel.line.changed = false;
        panel_key(SDLK_TAB);
        CHECK_TEXT(panel.selected, steps[i].to);
        CHECK_EQ(panel.typing, steps[i].typing ? HOST_TYPING_VALUE : HOST_TYPING_NONE);
        if (panel.typing != HOST_TYPING_NONE) panel_key(SDLK_ESCAPE);
    }
    panel_reveal("Scene.flash");
    panel_key(SDLK_TAB);      // after a pointer and a root
    CHECK_TEXT(panel.selected, "Other.longer_than_the_column_of_names");
    panel_key_with(SDLK_TAB, KMOD_SHIFT);
    CHECK_TEXT(panel.selected, "Scene.flash");
    panel_reveal("Scene.count");
    panel_key_with(SDLK_TAB, KMOD_SHIFT);      // nothing before it
    CHECK_TEXT(panel.selected, "Scene.count");
    panel_reveal("Other.many");
    panel_key(SDLK_TAB);      // nothing after it
    CHECK_TEXT(panel.selected, "Other.many");
    panel_closed();
}

TEST(a_refused_value_keeps_the_user_in_its_line)
{
    static const SDL_Keycode keys[] = { SDLK_RETURN, SDLK_KP_ENTER, SDLK_TAB, SDLK_UP, SDLK_DOWN };
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.speed");
    panel_type("1x");
    for (u32 i = 0; i < ED_COUNT(keys); i++) {
        CHECK(panel_key(keys[i]));
        CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
        CHECK_TEXT(panel.selected, "Scene.speed");
        CHECK_HAS(panel.refusal, "'speed' must be ");
    }
    panel_click(panel_row_of("Scene.turn")->area.x + 60, panel_row_y("Scene.turn"));
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(panel.selected, "Scene.speed");
    panel_key(SDLK_BACKSPACE);
    panel_key(SDLK_UP);
    CHECK(ui_scene->speed == 1);
    CHECK_TEXT(panel.selected, "Scene.count");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.refusal, "");
    panel_closed();
}

TEST(the_reason_for_a_refusal_disappears_when_the_line_is_edited)
{
    static const struct {
        SDL_Keycode key;
        int mod;
        bool edits;
    } keys[] = {
        { SDLK_LEFT, 0, true },         { SDLK_RIGHT, 0, true },
        { SDLK_HOME, 0, true },         { SDLK_END, 0, true },
        { SDLK_BACKSPACE, 0, true },    { SDLK_DELETE, 0, true },
        { SDLK_LEFT, KMOD_CTRL, true }, { SDLK_RIGHT, KMOD_CTRL, true },
        { SDLK_a, KMOD_CTRL, true },    { SDLK_c, KMOD_CTRL, true },
        { SDLK_v, KMOD_CTRL, true },    { SDLK_a, 0, false },
        { SDLK_c, 0, false },           { SDLK_v, 0, false },
        { SDLK_LSHIFT, 0, false },
    };
    if (!panel_opened()) return;
    panel_expand_scene();
    for (u32 i = 0; i < ED_COUNT(keys); i++) {
        panel_select("Scene.count");
        panel_type("1x");
        panel_key(SDLK_RETURN);
        CHECK(panel.refusal[0]);
        panel_key_with(keys[i].key, keys[i].mod);
        if (!panel.refusal[0] != keys[i].edits)
            test_fail(__FILE__, __LINE__, "after key number %u: '%s'", i, panel.refusal);
        panel_key(SDLK_ESCAPE);
        CHECK_TEXT(panel.refusal, "");
        panel_frame();
    }
    panel_select("Scene.count");
    panel_type("1x");
    panel_key(SDLK_RETURN);
    panel_type("2");
    CHECK_TEXT(panel.refusal, "");
    panel_closed();
}

// --- what keys do to values ----------------------------------------------------------------------

TEST(keys_without_an_effect_on_a_value_leave_it_alone)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_key(SDLK_DELETE);      // of a root
    CHECK_TEXT(panel.selected, "Scene");
    panel_select("Scene.mood");
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->mood, Mood_ANGRY);
    panel_select("Scene.count");
    panel_key(SDLK_SPACE);
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    panel_key(SDLK_RIGHT);
    panel_key(SDLK_p);
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    CHECK_EQ(panel.pin, 0);
    u64 rows = panel.total;
    panel_key(SDLK_LEFT);
    panel_key(SDLK_RIGHT);
    panel_frame();
    CHECK_EQ(panel.pin, 0);
    CHECK_EQ(panel.total, rows);
    panel_closed();
}

TEST(numbers_change_by_steps_of_their_size)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.speed");
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK(ui_scene->speed == 5.01f);
    panel_select("Scene.turn");
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(ui_scene->turn, -39);
    panel_key_with(SDLK_LEFT, KMOD_CTRL | KMOD_SHIFT);
    CHECK_EQ(ui_scene->turn, -49);
    panel_reveal("Other.lives");
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK(!ui_other->has_lives);      // it is absent
    panel_key(SDLK_RETURN);
    CHECK(ui_other->has_lives && ui_other->lives == 0);
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK(ui_other->has_lives && ui_other->lives == 1);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK(ui_other->has_lives && ui_other->lives == 0);
    panel_key(SDLK_DELETE);
    CHECK(!ui_other->has_lives);
    panel_reveal("Other.held");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.message, "'held' can only be set by the game");
    panel_closed();
}

TEST(a_change_that_is_undone_is_shown)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_type("9");
    panel_key(SDLK_RETURN);
    panel_type("8");
    panel_key(SDLK_RETURN);
    panel_reveal("Scene.path[1].x");
    panel_type("7");
    panel_key(SDLK_RETURN);
    CHECK(ui_scene->path[1].x == 7);
    ui_scene->path_count = 1;
    panel_frame();
    panel_reveal("Scene.sprite");
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_TEXT(panel.message, "cannot undo: Scene.path[1].x no longer exists");
    CHECK_TEXT(panel.selected, "Scene.sprite");
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 9);
    CHECK_TEXT(panel.selected, "Scene.count");
    panel_select("Scene.mood");
    panel_key(SDLK_p);
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 3);
    CHECK_EQ(panel.pin, 0);      // a selected pin stays selected
    panel_closed();
}

TEST(a_record_of_more_values_than_are_stored_is_not_restored)
{
    if (!panel_opened()) return;
    ui_other->has_few = ui_other->has_many = true;
    for (u32 i = 0; i < 97; i++) ui_other->many.all[i] = (u8)i;
    memcpy(ui_other->few.all, ui_other->many.all, sizeof ui_other->few.all);
    panel_reveal("Other.few");
    panel_key(SDLK_DELETE);
    CHECK(!ui_other->has_few);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_TEXT(panel.message, "undo: Other.few");
    CHECK(ui_other->has_few && ui_other->few.all[0] == 0 && ui_other->few.all[95] == 95);
    panel_reveal("Other.many");
    panel_key(SDLK_DELETE);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_HAS(panel.message, "cannot undo: Other.many.all[96]: the old value is too large");
    CHECK(ui_other->has_many && ui_other->many.all[95] == 95 && ui_other->many.all[96] == 0);
    panel_closed();
}

static u32 marks_drawn(void)
{
    u32 count = 0;
    panel_frame();
    for (u32 i = 0; i < panel.plain[0].count; i++) {
        const ed_DrawItem *item = &panel.plain[0].items[i];
        count += item->kind == ED_DRAW_CIRCLE && item->color == AMBER;
    }
    return count;
}

TEST(changes_are_marked_until_the_next_load)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    if (!panel_opened()) return;
    panel_expand_scene();
    CHECK_EQ(marks_drawn(), 0);
    ui_scene->count++;
    CHECK_EQ(marks_drawn(), 1);
    CHECK_EQ(marks_drawn(), 1);
    CHECK(ed_run_pack(&panel_run, &bytes, &error)
          && ed_run_load(&panel_run, bytes.at, bytes.size, &error));
    CHECK_EQ(ui_scene->count, 4);
    CHECK_EQ(marks_drawn(), 0);
    ui_scene->turn++;
    CHECK_EQ(marks_drawn(), 1);
    ui_scene->turn--;
    CHECK_EQ(marks_drawn(), 0);
    panel_closed();
}

// --- popups --------------------------------------------------------------------------------------

TEST(each_choice_in_a_popup_is_undone_separately)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.ways");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_SPACE);
    panel_key(SDLK_DOWN);
    panel_key(SDLK_SPACE);
    CHECK_EQ(ui_scene->ways, Ways_SWIM | Ways_FLY);
    CHECK(panel_key_with(SDLK_z, KMOD_CTRL));
    CHECK_EQ(ui_scene->ways, Ways_SWIM);
    panel_key(SDLK_ESCAPE);
    ui_scene->ways = Ways_DIG;
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.popup.at, 0);      // no flag is the chosen one
    panel_key(SDLK_ESCAPE);
    panel_select("Scene.tint");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_SPACE);      // does nothing
    CHECK(panel.popup.open);
    panel_keys(SDLK_LEFT, 3);
    CHECK_EQ(ui_scene->tint, 0xfc804080);
    panel_keys(SDLK_DOWN, 3);
    panel_key(SDLK_RIGHT);
    CHECK_EQ(ui_scene->tint, 0xfc804081);
    panel_key_with(SDLK_z, KMOD_CTRL);      // the steps were one change
    CHECK_EQ(ui_scene->tint, 0xff804080);
    panel_closed();
}

TEST(the_current_choice_is_not_set_again)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    ui_scene->shape.spot.x = 5;
    panel_select("Scene.shape");
    panel_click_value("Scene.shape");
    CHECK(panel.popup.open);
    panel_key(SDLK_RETURN);
    CHECK(!panel.popup.open && ui_scene->shape.spot.x == 5);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_TEXT(panel.message, "nothing to undo");
    panel_click_value("Scene.shape");
    panel_key(SDLK_DOWN);
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->shape.kind, Shape_number);
    panel_reveal("Other.month");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_UP);
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_other->month, 11);
    panel_closed();
}

// --- limits --------------------------------------------------------------------------------------

TEST(rows_that_cannot_be_expanded_are_reported)
{
    char path[HOST_PATH_MAX];
    if (!panel_opened()) return;
    ed_State state = ed_run_state(&panel_run);
    panel_expand_scene();
    for (u32 i = 0; i < HOST_TOGGLES_MAX && !panel.message[0]; i++) {
        snprintf(path, sizeof path, "Scene.foes[%u]", i);
        host_inspect_expand(&panel, &state, path, true);
    }
    CHECK_TEXT(panel.message, "too many expanded rows; all were collapsed");
    panel_frame();
    CHECK_EQ(panel.total, 2);
    snprintf(path, sizeof path, "Scene.foes[%0450u]", 1);
    host_inspect_expand(&panel, &state, path, true);
    CHECK_TEXT(panel.message, "nested too deeply to expand");
    panel_closed();
}

TEST(a_very_high_window_shows_a_limited_number_of_rows)
{
    if (!panel_opened()) return;
    for (u32 i = 0; i < 300; i++)
        Foe_pool_add(panel_run.host.states[Scene_root].arena, &ui_scene->foes);
    panel_resize(WINDOW_WIDTH, 8000);
    panel_expand_scene();
    panel_reveal("Scene.foes[200]");
    CHECK_EQ(panel.page, HOST_SHOWN_MAX - HOST_PINS_MAX);
    CHECK_EQ(panel.shown_count, panel.page);
    panel_closed();
}
