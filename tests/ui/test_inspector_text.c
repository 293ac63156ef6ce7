#include "tests/ui/game.h"
#include "tests/ui/panel.h"
#include "tests/ui/screen.h"

TEST(values_are_typed_and_tab_goes_to_the_next)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_key(SDLK_RETURN);
    panel_type("42");
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->count, 42);
    panel_key(SDLK_RETURN);
    panel_type("7");
    panel_key(SDLK_TAB);
    CHECK_EQ(ui_scene->count, 7);
    CHECK_TEXT(panel.selected, "Scene.speed");
    panel_type("2.5");
    panel_key(SDLK_TAB);
    CHECK(ui_scene->speed == 2.5f);
    panel_type("-90");
    panel_key(SDLK_DOWN);
    CHECK_EQ(ui_scene->turn, -90);
    CHECK_TEXT(panel.selected, "Scene.on");
    panel_key_with(SDLK_TAB, KMOD_SHIFT);
    CHECK_TEXT(panel.selected, "Scene.turn");
    panel_type("5");
    panel_key(SDLK_ESCAPE);
    CHECK_EQ(ui_scene->turn, -90);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->turn, -40);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK(ui_scene->speed == 5);
    panel_key_with(SDLK_y, KMOD_CTRL);
    CHECK(ui_scene->speed == 2.5f);
    panel_key_with(SDLK_z, KMOD_CTRL | KMOD_SHIFT);
    CHECK_EQ(ui_scene->turn, -90);
    panel_closed();
}

TEST(a_digit_starts_typing_where_a_number_is)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_type("12");
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->count, 12);
    panel_type("5");
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->count, 5);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_EQ(ui_scene->count, 12);      // each typed value is a separate change
    panel_select("Scene.speed");
    panel_type(".5");
    panel_key(SDLK_RETURN);
    CHECK(ui_scene->speed == 0.5f);
    panel_select("Scene.turn");
    panel_type("-7 ");
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->turn, -7);
    panel_select("Scene.tint");
    panel_type("#ff8000");
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_scene->tint, 0xff8000ff);
    static const char *const others[] = { "Scene.on", "Scene.mood", "Scene.note", "Scene.target" };
    for (u32 i = 0; i < ED_COUNT(others); i++) {
        panel_select(others[i]);
        panel_type("1");
        CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    }
    panel_select("Scene.count");
    panel_type("x");
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    panel_closed();
}

TEST(keys_edit_a_text_line)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.note");
    panel_key(SDLK_RETURN);
    panel_key_with(SDLK_a, KMOD_CTRL);
    CHECK(panel.line.all);
    panel_type("x");
    panel_key_with(SDLK_a, KMOD_CTRL);
    CHECK(panel.line.all);
    panel_key(SDLK_DELETE);
    panel_key_with(SDLK_a, KMOD_CTRL);
    CHECK(!panel.line.all);      // there is nothing to select
    panel_type("a note");
    panel_key_with(SDLK_c, KMOD_CTRL);
    panel_key(SDLK_END);
    panel_key_with(SDLK_v, KMOD_CTRL);
    CHECK_TEXT(panel.line.text, "a notea note");
    panel_key_with(SDLK_LEFT, KMOD_CTRL);
    CHECK_EQ(panel.line.caret, 8);
    panel_key(SDLK_LEFT);
    panel_key(SDLK_BACKSPACE);
    CHECK_TEXT(panel.line.text, "a note note");
    panel_key(SDLK_HOME);
    CHECK_EQ(panel.line.caret, 0);
    panel_key(SDLK_DELETE);
    panel_key(SDLK_RIGHT);
    CHECK_EQ(panel.line.caret, 1);
    panel_key_with(SDLK_RIGHT, KMOD_CTRL);
    CHECK_EQ(panel.line.caret, 5);
    panel_key(SDLK_a);      // without Ctrl, letters come as text
    panel_key(SDLK_v);
    CHECK(!panel.line.all);
    panel_key(SDLK_RETURN);
    CHECK_TEXT(ed_str_text(&ui_scene->note), " note note");
    panel_closed();
}

TEST(a_text_that_is_too_long_is_not_edited)
{
    static char longest[HOST_LINE_EDIT_MAX + 1];
    char message[96];
    if (!panel_opened()) return;
    panel_expand_scene();
    memset(longest, 'x', HOST_LINE_EDIT_MAX);
    ed_str_set(panel_run.host.states[Scene_root].arena, &ui_scene->note, longest);
    panel_select("Scene.note");
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    snprintf(message, sizeof message, "this text is too long to edit here: the limit is %u bytes",
             HOST_LINE_EDIT_MAX - 1);
    CHECK_TEXT(panel.message, message);
    longest[HOST_LINE_EDIT_MAX - 1] = 0;
    ed_str_set(panel_run.host.states[Scene_root].arena, &ui_scene->note, longest);
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_EQ(panel.line.size, HOST_LINE_EDIT_MAX - 1);
    panel_closed();
}

TEST(a_text_whose_json_is_too_long_is_refused)
{
    static char quotes[HOST_LINE_EDIT_MAX];
    if (!panel_opened()) return;
    panel_expand_scene();
    memset(quotes, '"', HOST_LINE_EDIT_MAX - 1);
    panel_select("Scene.note");
    panel_key(SDLK_RETURN);
    host_line_edit_set(&panel.line, quotes, HOST_LINE_EDIT_MAX - 1);
    panel.line.changed = true;
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(panel.refusal,
               "Scene.note is too long to edit here: the limit is 8191 bytes of JSON");
    CHECK_TEXT(ed_str_text(&ui_scene->note), "a note");
    panel_closed();
}

TEST(text_around_a_number_is_ignored_and_other_text_is_refused)
{
    static const struct {
        const char *path, *typed;
        u32 tint, count;
    } cases[] = {
        { "Scene.count", "  7", 0xff804080, 7 },      { "Scene.count", "   ", 0xff804080, 3 },
        { "Scene.tint", "#fff", 0xff804080, 3 },      { "Scene.tint", "#ff8000c", 0xff804080, 3 },
        { "Scene.tint", "123456", 123456, 3 },        { "Scene.tint", "0x0a", 10, 3 },
        { "Scene.tint", "#01020304", 0x01020304, 3 },
    };
    if (!panel_opened()) return;
    panel_expand_scene();
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ui_scene->tint = 0xff804080;
        ui_scene->count = 3;
        panel_select(cases[i].path);
        panel_type("0");
        panel_key(SDLK_BACKSPACE);
        panel_type(cases[i].typed);
        panel_key(SDLK_RETURN);
        CHECK_EQ(ui_scene->tint, cases[i].tint);
        CHECK_EQ(ui_scene->count, cases[i].count);
        panel_key(SDLK_ESCAPE);
        if (!panel.open) break;
        panel_frame();
    }
    panel_closed();
}

TEST(fixed_texts_are_typed_and_long_ones_refused)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.name");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(panel.line.text, "scene");
    panel_key(SDLK_END);
    panel_type("ry");
    panel_key(SDLK_RETURN);
    CHECK_TEXT(ui_scene->name, "scenery");
    panel_key(SDLK_RETURN);
    panel_type("longer than that");
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.typing, HOST_TYPING_VALUE);
    CHECK_TEXT(ui_scene->name, "scenery");
    panel_closed();
}

TEST(a_text_outside_of_the_memory_of_its_root_is_not_edited)
{
    static char elsewhere[] = "elsewhere";
    if (!panel_opened()) return;
    panel_expand_scene();
    ui_scene->note = (ed_Str){ elsewhere, 9, 10 };
    panel_select("Scene.note");
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    CHECK_HAS(panel.message, "this text is too long");
    panel_closed();
}

TEST(a_value_that_disappears_while_it_is_typed_is_reported)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_reveal("Other.many");
    for (u32 i = 0; i < 2; i++) {
        ui_scene->path_count = 2;
        panel_reveal("Scene.path[1].x");
        panel_type("5");
        ui_scene->path_count = 1;
        panel.message[0] = 0;
        panel_key(i ? SDLK_TAB : SDLK_RETURN);
        CHECK_TEXT(panel.message, "Scene.path[1].x no longer exists");
        const bool moved = strcmp(panel.selected, "Scene.path[1].x") != 0;
        CHECK_EQ(moved, i == 1);
        CHECK_EQ(panel.typing, i ? HOST_TYPING_VALUE : HOST_TYPING_NONE);      // of the next value
        panel_frame();
    }
    panel_closed();
}

TEST(a_value_that_was_not_edited_is_not_set)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_key(SDLK_RETURN);
    panel_key(SDLK_RETURN);
    panel_key_with(SDLK_z, KMOD_CTRL);
    CHECK_TEXT(panel.message, "nothing to undo");
    panel_closed();
}
