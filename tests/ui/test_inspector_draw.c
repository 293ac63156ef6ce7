#include "tests/ui/game.h"
#include "tests/ui/panel.h"
#include "tests/ui/screen.h"
#include <stdio.h>
#include "host/inspect/popup.h"

#define SMALL_HEIGHT 260      // pixels: seven rows

static void show_message(void)
{
    panel_select("Scene.on");
    panel_key(SDLK_DELETE);
}

TEST(a_small_inspector_scrolls)
{
    if (!panel_opened()) return;
    panel_resize(WINDOW_WIDTH, SMALL_HEIGHT);
    panel_expand_scene();
    ui_scene->has_at = false;
    ui_scene->target.generation = 0;
    ui_scene->ways = Ways_SWIM | Ways_DIG;
    ui_scene->speed = -3;
    panel_reveal("Scene.shape");
    panel_add_frame("an absent value, a handle to nothing, two flags");
    const host_Area bar = panel.scrollbar;
    panel_motion(bar.x + 3, bar.y + 3);
    panel_add_part("the mouse over the scroll bar", bar);
    panel_button(SDL_MOUSEBUTTONDOWN, bar.x + 3, bar.y + bar.h / 2);
    panel_add_part("its thumb is held in the middle", bar);
    panel_button(SDL_MOUSEBUTTONUP, bar.x + 3, bar.y + bar.h / 2);
    panel_add_rows("the rows in the middle");
    panel_reveal("Scene.foes[1].at.x");
    panel_add_frame("elements of a list");
    panel_reveal("Other.glow[RIGHT]");
    panel_add_frame("a transient list");
    CHECK_EXPECTED("inspector_small", panel_text);
    panel_closed();
}

TEST(rows_that_all_fit_need_no_scroll_bar)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_resize(WINDOW_WIDTH, 500);
    CHECK_EQ(panel.page, panel.total);
    CHECK(panel.thumb.h == 0);
    panel_resize(WINDOW_WIDTH, 480);
    CHECK_EQ(panel.page, panel.total - 1);
    CHECK(panel.thumb.h > 0);
    panel_closed();
}

TEST(the_parts_around_the_rows_follow_what_the_user_does)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const host_Area box = panel.filter_box, footer = panel.footer,
                    head = { panel.panel.x, 0, panel.panel.w, 30 };
    panel_type("/");
    panel_add_part("an empty filter", box);
    panel_type("speed");
    panel_add_part("a filter being typed", box);
    panel_key(SDLK_BACKSPACE);
    panel_add_part("one letter less", box);
    panel_key(SDLK_RETURN);
    panel_add_part("a filter that is left", box);
    panel_type("/");
    panel_add_part("a filter that is entered again", box);
    panel_type("zzz");
    panel_add_part("nothing matches", panel.panel);
    panel_key(SDLK_ESCAPE);
    show_message();
    panel_now += 5.9;
    panel_add_part("a message", footer);
    panel_now += 0.1;
    panel_add_part("it is shown for six seconds", footer);
    panel_reveal("Other.small");
    panel_add_part("a field with a comment", footer);
    panel_reveal("Other");
    panel_add_part("a root with a comment", footer);
    panel_motion(panel.panel.x + 5, 100);
    panel_add_part("the mouse over the edge", head);
    panel_motion(panel.panel.x + 6, 100);
    panel_add_part("the mouse beside the edge", head);
    panel_click(20, 200);
    panel_add_part("without the focus", head);
    panel_motion(panel.panel.x - 5, 100);
    panel_add_part("without the focus, the mouse over the edge", head);
    panel_button(SDL_MOUSEBUTTONDOWN, panel.panel.x - 5, 100);
    panel_motion(panel.panel.x - 5, 100);
    panel_motion(20, 100);
    panel.width = 0;
    panel_add_part("the edge is dragged", head);
    CHECK_EXPECTED("inspector_around", panel_text);
    panel_closed();
}

TEST(each_value_is_described)
{
    static char text[1 << 13];
    ed_Text out = ed_text_over(text, sizeof text);
    if (!panel_opened()) return;
    panel_reveal("Other.glow[LEFT]");
    panel_reveal("Scene.foes[0].mood");
    panel_reveal("Scene.grid[0][0]");
    ed_State state = ed_run_state(&panel_run);
    const u32 count = host_tree_rows(&panel.tree, &state, 0, panel.rows, HOST_SHOWN_MAX);
    for (u32 i = 0; i < count; i++) {
        ed_text_add(&out, "%s: ", panel.rows[i].path);
        host_value_about(&panel.rows[i].ref, &out);
        ed_text_add(&out, "\n");
    }
    CHECK_EXPECTED("inspector_about", text);
    panel_closed();
}

TEST(the_line_being_edited_scrolls_to_its_caret)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    const host_Area row = panel_row_of("Scene.note")->area;
    ed_str_set(panel_run.host.states[Scene_root].arena, &ui_scene->note,
               "a text with\ta tab,\na line break, and more than fits");
    panel_select("Scene.note");
    panel_key(SDLK_RETURN);
    panel_add_part("all of it is selected", row);
    panel_key(SDLK_END);
    panel_add_part("the caret is at its end", row);
    for (u32 i = 0; i < 5; i++) panel_key_with(SDLK_LEFT, KMOD_CTRL);
    panel_add_part("the caret is five words to the left", row);
    panel_key(SDLK_HOME);
    panel_add_part("the caret is at its beginning", row);
    panel_key(SDLK_ESCAPE);
    panel.width = 308;
    panel_type("/abcdefghijklmnopqrstuvwxyz012345");
    panel_add_part("a filter that just fits", panel.filter_box);
    panel_type("6");
    panel_add_part("a filter with a letter more", panel.filter_box);
    CHECK_EXPECTED("inspector_line", panel_text);
    panel_closed();
}

TEST(more_pins_than_fit_are_scrolled_to_the_selected_one)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_key(SDLK_DOWN);
    for (u32 i = 0; i < 13; i++) {
        panel_key(SDLK_p);
        panel_key(SDLK_DOWN);
    }
    panel_add_rows("the first pins are shown");
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    panel_add_rows("the last pin");
    panel_keys(SDLK_UP, 2);
    panel_add_rows("the eleventh pin");
    panel_key(SDLK_UP);
    panel_add_rows("the tenth pin");
    panel_reveal("Scene.foes[2]");
    panel_key(SDLK_p);
    for (u32 i = 0; i < 13; i++) host_inspect_pin(&panel, panel.pins[0]);
    panel_add_frame("a pinned element");
    ui_scene->foes.count = 2;
    panel_add_part("its item is gone", panel.panel);
    CHECK_EXPECTED("inspector_many_pins", panel_text);
    panel_closed();
}

// --- popups --------------------------------------------------------------------------------------

TEST(a_long_list_of_names_scrolls)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_reveal("Other.month");
    ui_other->month = Month_FEBRUARY;
    CHECK(panel_key(SDLK_RETURN));
    panel_frame();
    const host_Area area = panel.popup.area;
    panel_motion(area.x + 30, area.y + 4 + 4 * 20 + 5);
    panel_add_part("the second of twelve names is chosen, the mouse is over the fifth", area);
    panel_wheel(-1);
    panel_add_part("the wheel scrolls by one name", area);
    panel_wheel(-5);
    CHECK_EQ(panel.popup.first, 2);
    panel_wheel(1);
    CHECK_EQ(panel.popup.first, 1);
    panel_wheel(5);
    CHECK_EQ(panel.popup.first, 0);
    CHECK(panel_key(SDLK_UP) && panel_key(SDLK_UP));
    panel_add_part("Up from the first name leads to the last", area);
    panel_key(SDLK_RETURN);
    CHECK_EQ(ui_other->month, 11);
    panel_key(SDLK_RETURN);
    CHECK_EQ(panel.popup.first, 2);
    CHECK_EQ(panel.popup.at, 11);
    panel_key(SDLK_DOWN);
    CHECK_EQ(panel.popup.first, 0);
    CHECK_EQ(panel.popup.at, 0);
    panel_keys(SDLK_DOWN, 9);
    CHECK_EQ(panel.popup.first, 0);
    panel_key(SDLK_DOWN);
    CHECK_EQ(panel.popup.first, 1);
    panel_frame();
    panel_click(panel.popup.area.x + 30, panel.popup.area.y + 4 + 5);
    CHECK_EQ(ui_other->month, Month_FEBRUARY);
    CHECK_EXPECTED("inspector_long_list", panel_text);
    panel_closed();
}

static void check_popup(int height, float x, float y, float w, float h)
{
    panel_resize(WINDOW_WIDTH, height);
    const host_Area *area = &panel.popup.area;
    if (area->x != x || area->y != y || area->w != w || area->h != h)
        test_fail(__FILE__, __LINE__, "in a window %d high, the popup is at %g %g, %g x %g", height,
                  (f64)area->x, (f64)area->y, (f64)area->w, (f64)area->h);
}

TEST(a_popup_is_below_its_row_or_above_it)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_click_value("Scene.mood");
    CHECK(panel.popup.open);
    check_popup(520, 716, 180, 165, 88);
    check_popup(268, 716, 180, 165, 88);
    check_popup(267, 716, 72, 165, 88);
    panel.width = 200;
    check_popup(520, 746, 180, 150, 88);
    panel_key(SDLK_ESCAPE);
    panel_resize(WINDOW_WIDTH, 240);
    panel_reveal("Other.month");
    panel_key(SDLK_RETURN);
    panel_frame();
    CHECK(panel_row_of("Other.month")->area.y < 208);      // less than the height of the popup
    check_popup(240, 746, 0, 150, 208);
    panel_closed();
}

TEST(a_popup_of_a_value_that_is_pinned_too_is_where_it_was_opened)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.mood");
    panel_key(SDLK_p);
    panel_key(SDLK_RETURN);
    panel_frame();
    CHECK(panel.popup.area.y == 207);
    panel_key(SDLK_ESCAPE);
    panel_key(SDLK_HOME);
    panel_key(SDLK_UP);
    CHECK_EQ(panel.pin, 0);
    panel_key(SDLK_RETURN);
    panel_frame();
    CHECK(panel.popup.open && panel.popup.area.y == 80);
    panel_closed();
}

TEST(a_popup_closes_with_the_value_that_it_is_for)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_reveal("Scene.foes[2].mood");
    panel_key(SDLK_RETURN);
    panel_frame();
    CHECK(panel.popup.open);
    ui_scene->foes.count = 2;
    CHECK(panel_key(SDLK_RIGHT) && panel.popup.open);      // the key applies to the tree
    panel_frame();
    CHECK(!panel.popup.open);
    host_Popup popup = { .at = 11, .first = 2, .rows = 10 };
    host_popup_fit(&popup, 4);
    CHECK(popup.rows == 4 && popup.at == 3 && popup.first == 0);
    host_popup_fit(&popup, 0);
    CHECK(popup.rows == 0 && popup.at == 0 && popup.first == 0);
    panel_closed();
}

// --- texts that are cut --------------------------------------------------------------------------

static char changes[1 << 16];
static ed_Text out;

typedef struct Line {      // the texts of one list at the same height, joined by bars
    u32 list;
    float y;
    char text[256];
} Line;

static Line lines[2][128];
static u32 line_counts[2], current;

static Line *line_at(u32 which, u32 list, float y)
{
    for (u32 i = 0; i < line_counts[which]; i++)
        if (lines[which][i].list == list && lines[which][i].y == y) return &lines[which][i];
    return NULL;
}

static void read_lines(u32 list, const ed_Draw *draw)
{
    for (u32 i = 0; i < draw->count; i++) {
        const ed_DrawItem *item = &draw->items[i];
        if (item->kind != ED_DRAW_TEXT) continue;
        Line *line = line_at(current, list, item->v[1]);
        if (!line) {
            line = &lines[current][line_counts[current]++];
            *line = (Line){ .list = list, .y = item->v[1] };
        }
        size_t size = strlen(line->text);
        snprintf(line->text + size, sizeof line->text - size, "%s%s", size ? "|" : "",
                 draw->text + item->text_at);
    }
}

/// Adds the texts that differ from those in a panel that is one point narrower.
static void add_widths(const char *title, int from, int to)
{
    ed_text_add(&out, "%s\n", title);
    line_counts[0] = line_counts[1] = 0;
    for (int width = from; width <= to; width++) {
        panel.width = (float)width;
        panel_frame();
        current = 1 - current;
        line_counts[current] = 0;
        for (u32 i = 0; i < 2; i++) {
            read_lines(2 * i, &panel.plain[i]);
            read_lines(2 * i + 1, &panel.code[i]);
        }
        for (u32 i = 0; i < line_counts[current]; i++) {
            const Line *now = &lines[current][i], *before = line_at(1 - current, now->list, now->y);
            if (width > from && (!before || strcmp(before->text, now->text) != 0))
                ed_text_add(&out, "%d: %s\n", width, now->text);
        }
    }
    ed_text_add(&out, "\n");
}

TEST(texts_end_where_the_panel_has_no_space_for_them)
{
    if (!panel_opened()) return;
    out = ed_text_over(changes, sizeof changes);
    panel_expand_scene();
    ui_scene->turn = -1234567;
    ui_scene->ways = Ways_SWIM | Ways_DIG | Ways_FLY;
    ui_scene->speed = 0.123456f;
    panel_reveal("Scene.foes[1].at.x");
    panel_key(SDLK_p);
    panel_key(SDLK_p);
    panel_key(SDLK_p);
    panel_reveal("Scene.flash");
    add_widths("rows, and a pin", 200, 260);
    panel_reveal("Other.longer_than_the_column_of_names");
    add_widths("a long name", 200, 260);
    panel_reveal("Other.month");
    ui_other->month = 11;
    panel_key(SDLK_RETURN);
    add_widths("names to choose from", 300, 360);
    panel_key(SDLK_ESCAPE);
    panel_reveal("Scene.count");
    panel_key(SDLK_RETURN);
    panel_type("12x");
    panel_key(SDLK_RETURN);
    add_widths("a refused value", 200, 260);
    add_widths("a refused value in a wide panel", 420, 450);
    panel_key(SDLK_ESCAPE);
    panel_type("/zzz");
    add_widths("no match", 200, 260);
    CHECK_EXPECTED("inspector_widths", changes);
    panel_closed();
}

TEST(a_reason_that_fits_takes_one_line)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    panel_select("Scene.count");
    panel_key(SDLK_RETURN);
    panel_type("12x");
    panel_key(SDLK_RETURN);
    panel.width = 450;
    panel_frame();
    panel_add_part("one line", (host_Area){ panel.panel.x + 8, 101, panel.panel.w, 40 });
    panel_key(SDLK_LEFT);
    panel_add_part("it is gone after a key", (host_Area){ panel.panel.x + 8, 101, 1, 40 });
    CHECK_EXPECTED("inspector_reason", panel_text);
    panel_closed();
}

// --- pixels --------------------------------------------------------------------------------------

static u32 pixels_in(int x, int y, int w, int h, ed_Color color)
{
    return screen_count(&panel_window, (SDL_Rect){ x, y, w, h }, color);
}

TEST(the_panel_covers_the_game_and_a_popup_covers_the_panel)
{
    if (!panel_opened()) return;
    panel_expand_scene();
    ui_scene->note.count = 0;
    panel_click_value("Scene.mood");
    screen_clear(&panel_window);
    panel_frame();
    CHECK_EQ(pixels_in(589, 0, 1, 520, 0xffffffff), 520);
    CHECK_EQ(pixels_in(590, 0, 1, 520, ACCENT), 520);
    CHECK_EQ(pixels_in(590, 0, 310, 520, 0xffffffff), 0);
    CHECK(pixels_in(621, 80, 60, 20, INK) > 50);      // "count"
    CHECK(pixels_in(722, 80, 60, 20, INK) > 10);      // "3"
    CHECK_EQ(pixels_in(716, 180, 1, 88, ACCENT), 88);
    CHECK(pixels_in(743, 204, 50, 20, INK) > 50);               // "ANGRY"
    CHECK_EQ(pixels_in(800, 204, 60, 20, SELECTED), 1200);      // it hides the color's text
    panel_closed();
}
