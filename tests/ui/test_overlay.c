#include "host/ui/overlay.h"
#include "tests/ui/screen.h"

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
