#include "tests/ui/game.h"
#include "tests/ui/panel.h"
#include "tests/ui/screen.h"

TEST(pins_stay_at_the_top)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.speed");
    panel_key(SDLK_p);
    panel_select("Scene.mood");
    panel_key(SDLK_p);
    panel_add_rows("two pins");
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    panel_add_rows("the last pin is selected");
    panel_key(SDLK_UP);
    panel_key(SDLK_UP);
    panel_add_rows("the first pin is selected");
    panel_key(SDLK_p);
    panel_add_rows("it is removed: its row is selected in the tree");
    panel_key(SDLK_p);
    panel_select("Scene.count");
    panel_key(SDLK_p);
    panel_key(SDLK_HOME);
    panel_keys(SDLK_UP, 2);
    panel_frame();
    const host_Area *first = &panel.shown[0].area;
    panel_click(first->x + first->w - 5, first->y + 5);
    panel_add_rows("the pin above the selected one is removed");
    CHECK_EXPECTED("inspector_pins", panel_text);
    panel_closed();
}

TEST(a_row_is_pinned_by_its_right_end_and_unpinned_there)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    for (u32 i = 0; i < 3; i++) {
        const host_Shown *row = panel_row_of("Scene.speed");
        panel_click(row->area.x + row->area.w - 5, row->area.y + 5);
        CHECK_EQ(panel.pin_count, i % 2 ? 0 : 1);
        CHECK_EQ(panel.shown[0].pin, i % 2 ? -1 : 0);
    }
    panel_select("Scene.mood");
    for (u32 i = 0; i < 3; i++) {
        panel_key(SDLK_p);
        CHECK_EQ(panel.pin_count, i % 2 ? 1 : 2);
    }
    CHECK_TEXT(panel.pins[0], "Scene.speed");
    CHECK_TEXT(panel.pins[1], "Scene.mood");
    panel_closed();
}

/// The number of pins that are drawn.
static u32 pins_drawn(void)
{
    u32 count = 0;
    panel_frame();
    for (u32 i = 0; i < panel.plain[0].count; i++)
        count +=
            panel.plain[0].items[i].kind == ED_DRAW_CIRCLE && panel.plain[0].items[i].v[2] == 3.5f;
    return count;
}

TEST(a_pinned_row_has_its_pin_in_the_tree_too)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    CHECK_EQ(pins_drawn(), 0);
    panel_select("Scene.speed");
    panel_key(SDLK_p);
    CHECK_EQ(pins_drawn(), 2);
    panel_key(SDLK_HOME);
    panel_key(SDLK_LEFT);      // the tree no longer shows it
    CHECK_EQ(pins_drawn(), 1);
    panel_closed();
}

TEST(the_number_of_pins_is_limited)
{
    char path[64], message[64];
    if (!panel_opened()) return;
    panel_frame();
    for (u32 i = 0; i <= HOST_PINS_MAX; i++) {
        CHECK_EQ(panel.pin_count, i);
        CHECK_TEXT(panel.message, "");
        snprintf(path, sizeof path, "Scene.grid[%u]", i);
        host_inspect_pin(&panel, path);
    }
    CHECK_EQ(panel.pin_count, HOST_PINS_MAX);
    snprintf(message, sizeof message, "%u values are pinned: unpin one first", HOST_PINS_MAX);
    CHECK_TEXT(panel.message, message);
    panel_closed();
}

TEST(a_pinned_value_that_is_gone_stays_listed)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.path");
    panel_key(SDLK_DOWN);
    panel_key(SDLK_DOWN);
    CHECK_TEXT(panel.selected, "Scene.path[1]");
    panel_key(SDLK_p);
    panel_frame();
    CHECK(panel.shown[0].pin == 0 && !panel.shown[0].missing);
    ui_scene->path_count = 1;
    panel_frame();
    CHECK(panel.shown[0].pin == 0 && panel.shown[0].missing);
    panel_click(panel.shown[0].value.x + 5, panel.shown[0].area.y + 5);
    CHECK_EQ(panel.pin, 0);
    CHECK_EQ(panel.typing, HOST_TYPING_NONE);
    panel_closed();
}

TEST(arrows_lead_from_pin_to_pin_and_into_the_tree)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.speed");
    panel_key(SDLK_p);
    panel_reveal("Scene.at");
    panel_key(SDLK_p);
    panel_key(SDLK_HOME);
    panel_keys(SDLK_UP, 3);
    CHECK_EQ(panel.pin, 0);
    panel_key(SDLK_DOWN);
    CHECK_EQ(panel.pin, 1);
    CHECK_TEXT(panel.selected, "Scene.at");
    panel_key(SDLK_DOWN);
    CHECK_EQ(panel.pin, -1);
    CHECK_TEXT(panel.selected, "Scene");
    panel_key(SDLK_UP);
    const u64 rows = panel.total;
    panel_key(SDLK_RETURN);      // its row is selected in the tree, but not expanded
    panel_frame();
    CHECK_EQ(panel.pin, -1);
    CHECK_TEXT(panel.selected, "Scene.at");
    CHECK_EQ(panel.total, rows);
    host_inspect_pin(&panel, "Scene.speed");      // removes it
    CHECK_EQ(panel.pin_count, 1);
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.pin, -1);      // Return leaves the first pin, too
    CHECK_TEXT(panel.selected, "Scene.at");
    panel_closed();
}
