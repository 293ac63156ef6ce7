#include "runtime/debug/console.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static ed_Run run;
static ed_GameOptions options;
static ed_Game game;
static char printed[2][4096];      // to standard output and standard error
static int files[2], before[2];

static bool begin(void)
{
    memset(&run, 0, sizeof run);
    options = (ed_GameOptions){ .quiet = false };
    game = (ed_Game){ .options = &options, .run = &run };
    run.host.tick = 7;
    if (!ed_arena_open(&game.text, "text", 1 << 20, NULL)) return false;
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        files[i] = fileno(tmpfile());
        before[i] = dup(i + 1);
        dup2(files[i], i + 1);
    }
    return true;
}

static void end(void)
{
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        ssize_t size = pread(files[i], printed[i], sizeof printed[i] - 1, 0);
        printed[i][size > 0 ? size : 0] = 0;
        dup2(before[i], i + 1);
        close(before[i]);
    }
    ed_arena_close(&game.text);
}

TEST(a_limit_is_reported_on_standard_error_with_its_frame)
{
    CHECK(begin());
    options.quiet = true;
    snprintf(run.frame_error.text, sizeof run.frame_error.text, "state Game is full");
    ed_console_limit(&game);
    end();
    CHECK_TEXT(printed[0], "");
    CHECK_TEXT(printed[1], "eddie: frame 7: state Game is full\n");
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
    CHECK_HAS(printed[0], "loaded a.state\n"
                          "{\"event\":\"loaded\",\"line\":\"loaded a.state\",\"frame\":7,"
                          "\"report\":[");
    CHECK(!strstr(printed[0], "not shown"));
    CHECK_TEXT(printed[1], "");
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
    CHECK_HAS(printed[0], "{\"event\":\"paused\",\"line\":\"division by zero\"");
    const char *notice = strstr(printed[0], "{\"event\":\"notice\"");
    CHECK(notice && !strstr(notice + 1, "{\"event\""));
}
