#include "host/ui/overlay.h"
#include "host/gfx/brush.h"
#include "tests/ui/screen.h"
#include <stdio.h>

static host_Window window;
static host_Overlay overlay;
static char text[1 << 16];

static bool opened(int width, int height)
{
    ed_Error error = { .code = ED_OK };
    return screen_open(&window, width, height) && host_overlay_open(&overlay, &error);
}

static void closed(void)
{
    host_overlay_close(&overlay);
    host_window_close(&window);
}

static ed_Text out;

/// Draws the overlay and adds its lists to the text.
static void add_frame(const char *title, f64 now)
{
    host_overlay_draw(&overlay, &window, now);
    ed_text_add(&out, "%s\n", title);
    for (u32 i = 0; i < 2; i++) {
        screen_list(&out, &overlay.plain[i]);
        ed_text_add(&out, "code:\n");
        screen_list(&out, &overlay.code[i]);
    }
    ed_text_add(&out, "\n");
}

static void begin(void) { out = ed_text_over(text, sizeof text); }

TEST(an_overlay_without_a_message_draws_nothing)
{
    if (!opened(800, 600)) return;
    host_overlay_draw(&overlay, &window, 1);
    for (u32 i = 0; i < 2; i++) CHECK_EQ(overlay.plain[i].count + overlay.code[i].count, 0);
    closed();
}

TEST(messages_fade_and_long_ones_stay_longer)
{
    if (!opened(800, 600)) return;
    begin();
    host_overlay_say(&overlay, 1, HOST_MOOD_GOOD, "reloaded in %d ms", 3);
    add_frame("a short message", 1);
    add_frame("fading", 1 + HOST_STATUS_SECONDS - 0.1);
    add_frame("gone", 1 + HOST_STATUS_SECONDS);
    host_overlay_add(&overlay, 10, "alone");
    host_overlay_add(&overlay, 11, "more");
    add_frame("two messages", 11);
    host_overlay_say(&overlay, 20, HOST_MOOD_BAD,
                     "a message that is so long that it takes more than one line and is shown for "
                     "a longer time, since reading it takes longer, too");
    add_frame("a long message", 20 + HOST_STATUS_SECONDS);
    add_frame("the end of the long message", 20 + HOST_STATUS_SECONDS + 1.4);
    CHECK_EXPECTED("overlay_messages", text);
    closed();
}

TEST(the_strip_shows_an_error_and_its_location)
{
    if (!opened(800, 600)) return;
    begin();
    host_overlay_set_error(&overlay, "game/sim.c:12:7",
                           "build failed: game/sim.c:12:7: error: 'speed' undeclared");
    add_frame("with a location", 1);
    host_overlay_set_error(&overlay, "", "the build command cannot be started");
    add_frame("without a location", 1);
    host_overlay_set_error(&overlay, "a/folder/with/a/long/path/game_simulation.c:1200:70",
                           "one two three four five six seven eight nine ten eleven twelve "
                           "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty "
                           "twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six "
                           "twenty-seven twenty-eight twenty-nine thirty thirty-one thirty-two "
                           "thirty-three thirty-four thirty-five thirty-six thirty-seven\n"
                           "  a new line");
    add_frame("more than fits", 1);
    CHECK_EXPECTED("overlay_strip", text);
    CHECK(host_overlay_escape(&overlay));
    CHECK(!overlay.strip[0]);
    CHECK(!host_overlay_escape(&overlay));
    closed();
}

TEST(notes_are_stacked_from_the_bottom)
{
    if (!opened(800, 600)) return;
    begin();
    overlay.building = overlay.paused = overlay.crashed = true;
    snprintf(overlay.time, sizeof overlay.time, "rewinding: frame 120 of 600");
    host_overlay_set_error(&overlay, "", "crashed in update");
    host_overlay_say(&overlay, 1, HOST_MOOD_PLAIN, "saved");
    add_frame("all notes", 1);
    overlay.can_rewind = overlay.has_previous_build = true;
    add_frame("all ways out of a crash", 1);
    CHECK_EXPECTED("overlay_notes", text);
    closed();
}

TEST(the_help_lists_the_keys_that_have_an_effect)
{
    if (!opened(800, 600)) return;
    begin();
    host_overlay_toggle(&overlay, HOST_PANEL_HELP);
    add_frame("help", 1);
    overlay.can_rewind = true;
    add_frame("help with rewinding", 1);
    overlay.inspecting = true;
    add_frame("help of the inspector", 1);
    host_overlay_toggle(&overlay, HOST_PANEL_HELP);
    add_frame("closed", 1);
    CHECK_EXPECTED("overlay_help", text);
    closed();
}

TEST(the_help_shrinks_in_a_small_window)
{
    if (!opened(260, 240)) return;
    begin();
    host_overlay_toggle(&overlay, HOST_PANEL_HELP);
    add_frame("help", 1);
    CHECK_EXPECTED("overlay_help_small", text);
    closed();
}

TEST(the_report_can_be_scrolled_to_its_end)
{
    static char report[4096];
    if (!opened(800, 300)) return;
    begin();
    ed_Text lines = ed_text_over(report, sizeof report);
    for (u32 i = 0; i < 30; i++) ed_text_add(&lines, "Game.field_%u: kept\n", i);
    overlay.report = report;
    host_overlay_toggle(&overlay, HOST_PANEL_REPORT);
    add_frame("the beginning", 1);
    host_overlay_scroll(&overlay, 4);
    add_frame("scrolled", 1);
    host_overlay_scroll(&overlay, 1000);
    host_overlay_set_error(&overlay, "", "an error");
    add_frame("the end, and a problem", 1);
    host_overlay_scroll(&overlay, -1000);
    CHECK_EQ(overlay.scroll, 0);
    host_overlay_scroll(&overlay, 1);
    CHECK_EQ(overlay.scroll, 1);
    host_overlay_scroll(&overlay, -1);
    CHECK_EQ(overlay.scroll, 0);
    overlay.report = "";
    overlay.strip[0] = 0;
    add_frame("no report", 1);
    CHECK_EXPECTED("overlay_report", text);
    CHECK(host_overlay_escape(&overlay));
    CHECK_EQ(overlay.panel, HOST_PANEL_NONE);
    closed();
}

TEST(a_narrow_report_does_not_list_the_keys_that_scroll_it)
{
    static char report[2048];
    if (!opened(400, 240)) return;
    begin();
    ed_Text lines = ed_text_over(report, sizeof report);
    for (u32 i = 0; i < 30; i++) ed_text_add(&lines, "line %u\n", i);
    overlay.report = report;
    host_overlay_toggle(&overlay, HOST_PANEL_REPORT);
    add_frame("narrow", 1);
    CHECK_EXPECTED("overlay_report_narrow", text);
    closed();
}

TEST(a_report_with_long_and_indented_lines_is_wrapped)
{
    static char report[1024];
    if (!opened(800, 400)) return;
    begin();
    ed_Text lines = ed_text_over(report, sizeof report);
    ed_text_add(&lines, "Game.field: ");
    for (u32 i = 0; i < 100; i++) ed_text_add(&lines, "%u", i % 10);
    ed_text_add(&lines,
                "\n    indented\n\n  one two three four five six seven eight nine ten eleven "
                "twelve thirteen fourteen fifteen   sixteen\n");
    for (u32 i = 0; i < 95; i++) ed_text_add(&lines, "ä");
    ed_text_add(&lines, "\nend");
    overlay.report = report;
    host_overlay_toggle(&overlay, HOST_PANEL_REPORT);
    add_frame("long and indented lines", 1);
    CHECK_EXPECTED("overlay_report_long", text);
    closed();
}

/// The text that is drawn last in a list, or "".
static const char *last_of(const ed_Draw *draw)
{
    const ed_DrawItem *item = draw->count ? &draw->items[draw->count - 1] : NULL;
    return item && item->kind == ED_DRAW_TEXT ? draw->text + item->text_at : "";
}

TEST(a_report_lists_its_keys_from_a_certain_width)
{
    static const char report[] = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16";
    if (!opened(800, 240)) return;
    overlay.report = report;
    host_overlay_toggle(&overlay, HOST_PANEL_REPORT);
    window.width = 543;
    host_overlay_draw(&overlay, &window, 1);
    CHECK_TEXT(last_of(&overlay.plain[1]), "1 to 9 of 16");
    window.width = 544;
    host_overlay_draw(&overlay, &window, 1);
    CHECK_TEXT(last_of(&overlay.plain[1]), "1 to 9 of 16: wheel, Page Up, Page Down");
    closed();
}

TEST(the_hint_beside_a_location_is_the_longest_that_fits)
{
    static const struct {
        int letters;
        const char *hint;
    } cases[] = { { 27, "F12 opens it in your editor, Esc hides it" },
                  { 30, "F12, Esc" },
                  { 62, "F12, Esc" },
                  { 63, "" } };
    char location[80];
    if (!opened(1920, 600)) return;      // 71 letters fit
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        snprintf(location, sizeof location, "%0*d", cases[i].letters, 0);
        host_overlay_set_error(&overlay, location, "an error");
        host_overlay_draw(&overlay, &window, 1);
        CHECK_TEXT(last_of(&overlay.plain[0]), cases[i].hint);
    }
    closed();
}

TEST(the_strip_has_more_lines_in_a_higher_window)
{
    static const char error[] = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10";
    static const struct {
        int height;
        const char *last;
    } cases[] = { { 100, "1 …" }, { 200, "1 …" }, { 240, "2 …" }, { 295, "2 …" }, { 296, "3 …" },
                  { 583, "6 …" }, { 584, "7 …" }, { 655, "7 …" }, { 656, "8 …" }, { 2000, "8 …" } };
    if (!opened(800, 600)) return;
    host_overlay_set_error(&overlay, "", error);
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        window.height = cases[i].height;
        host_overlay_draw(&overlay, &window, 1);
        CHECK_TEXT(last_of(&overlay.code[0]), cases[i].last);
    }
    host_overlay_set_error(&overlay, "a.c:1", error);
    window.height = 100;      // there is no space for the location
    host_overlay_draw(&overlay, &window, 1);
    CHECK_EQ(overlay.code[0].count, 1);
    window.height = 240;
    host_overlay_draw(&overlay, &window, 1);
    CHECK_EQ(overlay.code[0].count, 2);
    CHECK_TEXT(last_of(&overlay.code[0]), "1 …");
    closed();
}

TEST(notes_fit_into_a_small_window)
{
    if (!opened(260, 240)) return;
    begin();
    overlay.crashed = true;
    host_overlay_say(&overlay, 1, HOST_MOOD_PLAIN, "a message that takes more than one line");
    add_frame("small", 1);
    CHECK_EXPECTED("overlay_notes_small", text);
    closed();
}

TEST(a_message_is_appended_only_while_the_other_one_is_shown)
{
    if (!opened(800, 600)) return;
    host_overlay_say(&overlay, 1, HOST_MOOD_GOOD, "one");
    host_overlay_add(&overlay, 1 + HOST_STATUS_SECONDS - 0.01, "two");
    CHECK_TEXT(overlay.status, "one; two");
    CHECK_EQ(overlay.status_mood, HOST_MOOD_GOOD);
    host_overlay_add(&overlay, 1 + HOST_STATUS_SECONDS, "three");
    CHECK_TEXT(overlay.status, "three");
    CHECK_EQ(overlay.status_mood, HOST_MOOD_PLAIN);
    overlay.status[0] = 0;
    host_overlay_add(&overlay, 4, "four");
    CHECK_TEXT(overlay.status, "four");
    closed();
}

/// The pixels of that color in an area of the window.
static u32 pixels_in(int x, int y, int w, int h, ed_Color color)
{
    return screen_count(&window, (SDL_Rect){ x, y, w, h }, color);
}

TEST(a_panel_covers_the_notes)
{
    if (!opened(800, 600)) return;
    host_overlay_set_error(&overlay, "", "an error");
    screen_clear(&window);
    host_overlay_draw(&overlay, &window, 1);
    CHECK_EQ(pixels_in(12, 554, 3, 34, ALARM), 3 * 34);
    CHECK_EQ(pixels_in(11, 553, 1, 36, 0xffffffff), 36);
    CHECK(pixels_in(25, 563, 70, 14, INK) > 100);
    window.height = 300;      // now the panel and the note overlap
    overlay.report = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16";
    host_overlay_toggle(&overlay, HOST_PANEL_REPORT);
    screen_clear(&window);
    host_overlay_draw(&overlay, &window, 1);
    CHECK_EQ(pixels_in(12, 12, 3, 276, ACCENT), 3 * 276);
    CHECK(pixels_in(32, 24, 200, 14, ACCENT) > 100);      // the title
    CHECK(pixels_in(32, 52, 8, 14, INK) > 5);             // "1"
    CHECK_EQ(pixels_in(60, 254, 30, 34, INK), 0);         // the note
    closed();
}
