#include "runtime/debug/console.h"
#include "runtime/live/process.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static ed_Run run;
static ed_GameOptions options;
static ed_Game game;
static bool begin(void)
{
    memset(&run, 0, sizeof run);
    options = (ed_GameOptions){ .quiet = false };
    game = (ed_Game){ .options = &options, .run = &run };
    run.host.tick = 7;
    if (!ed_arena_open(&game.text, "text", 1 << 20, NULL)) return false;
    printed_begin();
    return true;
}

static void end(void)
{
    printed_end();
    ed_arena_close(&game.text);
}

TEST(a_limit_is_reported_on_standard_error_with_its_frame)
{
    CHECK(begin());
    options.quiet = true;
    snprintf(run.frame_error.text, sizeof run.frame_error.text, "state Game is full");
    ed_console_limit(&game);
    end();
    CHECK_TEXT(printed_out, "");
    CHECK_TEXT(printed_err, "eddie: frame 7: state Game is full\n");
}

TEST(a_loaded_state_is_reported_in_a_line_or_in_json_with_its_report)
{
    CHECK(begin());
    ed_console_state(&game, "loaded", "loaded a.state");
    options.json = true;
    ed_console_state(&game, "loaded", "loaded a.state");
    options.quiet = true;
    ed_console_state(&game, "loaded", "not shown");
    end();
    CHECK_HAS(printed_out, "loaded a.state\n"
                           "{\"event\":\"loaded\",\"line\":\"loaded a.state\",\"frame\":7,"
                           "\"report\":[");
    CHECK(!strstr(printed_out, "not shown"));
    CHECK_TEXT(printed_err, "");
}

TEST(a_paused_game_is_an_event_in_json_however_quiet)
{
    ed_LiveEvent event = { .kind = ED_LIVE_PAUSED };
    CHECK(begin());
    options.json = options.quiet = true;
    snprintf(event.line, sizeof event.line, "division by zero");
    ed_console_event(&game, &event);
    event.kind = ED_LIVE_NOTICE;
    ed_console_event(&game, &event);
    options.quiet = false;
    ed_console_event(&game, &event);
    event.kind = ED_LIVE_BUILDING;      // is not reported
    ed_console_event(&game, &event);
    end();
    CHECK_HAS(printed_out, "{\"event\":\"paused\",\"line\":\"division by zero\"");
    const char *notice = strstr(printed_out, "{\"event\":\"notice\"");
    CHECK(notice && !strstr(notice + 1, "{\"event\""));
}

// --- kinds of events -----------------------------------------------------------------------------

enum { UNSAID, GOOD, BAD, NOTICE, ALERT };      // ALERT: a notice, however quiet

static const struct {
    ed_LiveKind kind;
    u32 sort;
    const char *name;
} kinds[] = {
    { ED_LIVE_NOTHING, UNSAID, "nothing" },        { ED_LIVE_BUILDING, UNSAID, "building" },
    { ED_LIVE_RELOADED, GOOD, "reloaded" },        { ED_LIVE_COMPILED, GOOD, "compiled" },
    { ED_LIVE_UNCHANGED, GOOD, "unchanged" },      { ED_LIVE_BUILD_FAILED, BAD, "build-failed" },
    { ED_LIVE_REFUSED, BAD, "refused" },           { ED_LIVE_PAUSED, BAD, "paused" },
    { ED_LIVE_STALLED, NOTICE, "stalled" },        { ED_LIVE_NOTICE, NOTICE, "notice" },
    { ED_LIVE_UNPROTECTED, ALERT, "unprotected" }, { ED_LIVE_PROTECTED, NOTICE, "protected" },
};

static ed_LiveEvent event_of(ed_LiveKind kind)
{
    ed_LiveEvent event = { .kind = kind, .build_ms = 1.5, .trial_ms = 2, .swap_ms = 0.25 };
    snprintf(event.line, sizeof event.line, "a \"line\"");
    snprintf(event.location, sizeof event.location, "a.c:3");
    return event;
}

TEST(results_go_to_standard_output_and_errors_and_notices_to_standard_error)
{
    for (u32 i = 0; i < ED_COUNT(kinds); i++)
        for (u32 quiet = 0; quiet < 2; quiet++) {
            ed_LiveEvent event = event_of(kinds[i].kind);
            CHECK(begin());
            options.quiet = quiet;
            ed_console_event(&game, &event);
            end();
            bool good = kinds[i].sort == GOOD && !quiet, bad = kinds[i].sort == BAD,
                 notice = kinds[i].sort == ALERT || (kinds[i].sort == NOTICE && !quiet);
            CHECK_TEXT(printed_out, good ? "a \"line\"\n" : "");
            CHECK_TEXT(printed_err, bad || notice ? "a \"line\"\n" : "");
            CHECK_EQ(ed_event_is_good(&event), kinds[i].sort == GOOD);
            CHECK_EQ(ed_event_is_bad(&event), kinds[i].sort == BAD);
            CHECK_EQ(ed_event_is_notice(&event), kinds[i].sort >= NOTICE);
        }
}

TEST(an_event_in_json_has_its_name_location_and_times)
{
    char expected[512];
    for (u32 i = 0; i < ED_COUNT(kinds); i++) {
        ed_LiveEvent event = event_of(kinds[i].kind);
        event.early = i % 2;
        CHECK(begin());
        options.json = true;
        ed_console_event(&game, &event);
        end();
        snprintf(expected, sizeof expected,
                 "{\"event\":\"%s\",\"line\":\"a \\\"line\\\"\",\"location\":\"a.c:3\","
                 "\"frame\":7,\"build_ms\":1.500,\"trial_ms\":2.000,\"swap_ms\":0.250,"
                 "\"early\":%s%s}\n",
                 kinds[i].name, i % 2 ? "true" : "false",
                 kinds[i].kind == ED_LIVE_RELOADED ? ",\"report\":[]" : "");
        CHECK_TEXT(printed_out, kinds[i].sort == UNSAID ? "" : expected);
        CHECK_TEXT(printed_err, "");
    }
}

TEST(a_script_with_json_replies_gets_events_as_lines)
{
    static const char script[] = "a.txt";
    ed_LiveEvent event = event_of(ED_LIVE_NOTICE);
    CHECK(begin());
    options.json = true;
    options.script = script;
    ed_console_event(&game, &event);
    end();
    CHECK_TEXT(printed_out, "");
    CHECK_TEXT(printed_err, "a \"line\"\n");
}

// --- messages ------------------------------------------------------------------------------------

TEST(success_is_printed_to_stdout_and_failure_to_stderr)
{
    CHECK(begin());
    ed_console_message(&game, "saved", true, "saved a.state");
    ed_console_message(&game, "not-saved", false, "not saved");
    options.quiet = true;
    ed_console_message(&game, "saved", true, "not shown");
    ed_console_message(&game, "not-saved", false, "shown");
    options.json = true;
    ed_console_message(&game, "saved", true, "not shown");
    ed_console_message(&game, "not-saved", false, "the \"disk\"");
    end();
    CHECK_TEXT(printed_out, "saved a.state\n"
                            "{\"event\":\"not-saved\",\"line\":\"the \\\"disk\\\"\","
                            "\"frame\":7}\n");
    CHECK_TEXT(printed_err, "not saved\nshown\n");
}

// --- colors --------------------------------------------------------------------------------------

/// Prints lines in each color to standard output. The argument turns colors off.
static int print_colors(int argc, char **argv)
{
    (void)argv;
    if (!begin()) return 8;
    printed_end();
    options.color = argc == 1;
    ed_LiveEvent event = event_of(ED_LIVE_RELOADED);
    ed_console_event(&game, &event);
    event = event_of(ED_LIVE_COMPILED);
    ed_console_event(&game, &event);
    ed_console_message(&game, "saved", true, "saved");
    ed_console_state(&game, "loaded", "loaded\x1b[2J");
    fflush(stdout);
    dup2(1, 2);
    event = event_of(ED_LIVE_NOTICE);
    ed_console_event(&game, &event);
    event = event_of(ED_LIVE_REFUSED);
    ed_console_event(&game, &event);
    ed_console_message(&game, "not-saved", false, "not saved");
    ed_console_limit(&game);
    return 7;
}

TEST(lines_are_colored_on_a_terminal)
{
    const char *const color[] = { "color", NULL }, *const plain[] = { "color", "off", NULL };
    CHECK_EQ(printed_run_on_terminal(print_colors, color, 80), 7);
    CHECK_TEXT(printed_out, "\x1b[32ma \"line\"\x1b[0m\n"
                            "\x1b[2ma \"line\"\x1b[0m\n"
                            "\x1b[2msaved\x1b[0m\n"
                            "\x1b[2mloaded?[2J\x1b[0m\n"
                            "\x1b[33ma \"line\"\x1b[0m\n"
                            "\x1b[31ma \"line\"\x1b[0m\n"
                            "\x1b[31mnot saved\x1b[0m\n"
                            "\x1b[31meddie: frame 7: \x1b[0m\n");
    CHECK_EQ(printed_run_on_terminal(print_colors, plain, 80), 7);
    CHECK_TEXT(printed_out, "a \"line\"\na \"line\"\nsaved\nloaded?[2J\na \"line\"\na \"line\"\n"
                            "not saved\neddie: frame 7: \n");
    CHECK_EQ(printed_run(print_colors, color), 7);
    CHECK(!strchr(printed_out, '\x1b'));
}

// --- where lines are printed ---------------------------------------------------------------------

/// Prints a line after the game opened another file as standard output. Ends the process without
/// writing what is still in a buffer. The number of arguments selects an event or a message, as
/// text or as JSON.
static int print_at_once(int argc, char **argv)
{
    (void)argv;
    int file = open("/dev/null", O_WRONLY);
    if (!begin() || file < 0) return 8;
    printed_end();
    setvbuf(stdout, NULL, _IOFBF, 4096);
    ed_process_take();
    dup2(file, 1);
    const ed_LiveEvent event = event_of(ED_LIVE_COMPILED);
    options.json = argc > 2;
    if (argc % 2) ed_console_event(&game, &event);
    else ed_console_message(&game, "saved", true, "saved");
    _exit(7);
}

TEST(a_line_is_written_at_once_and_where_the_program_was_started)
{
    const char *const words[] = { "print", "print", "print", "print", NULL };
    static const char *const expected[] = {
        "a \"line\"\n", "saved\n",
        "{\"event\":\"compiled\",\"line\":\"a \\\"line\\\"\",\"location\":\"a.c:3\","
        "\"frame\":7,\"build_ms\":1.500,\"trial_ms\":2.000,\"swap_ms\":0.250,"
        "\"early\":false}\n",
        "{\"event\":\"saved\",\"line\":\"saved\",\"frame\":7}\n"
    };
    for (u32 i = 0; i < ED_COUNT(expected); i++) {
        CHECK_EQ(printed_run(print_at_once, words + 3 - i), 7);
        CHECK_TEXT(printed_out, expected[i]);
    }
}
