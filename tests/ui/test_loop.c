#include "host/app/loop.h"
#include "host/app/loop_headless.h"
#include "runtime/os/process/stop_request.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static ed_Game game;
static ed_GameOptions options;
static ed_Error error;
static host_Screenshot shot;

// --- a game that can reach a limit, end itself, and count what it gets ---------------------------

static u64 limit_at, quit_at;      // numbers of updates; 0: never
static u32 presses, holds;         // updates in which the key A was pressed and held
static u32 polls;                  // calls of fake.on_poll

static void update(ed_Host *host)
{
    ui_game.update(host);
    if (host->tick + 1 >= limit_at && limit_at) ed_arena_push(host->frame, SIZE_MAX / 2, 1);
    if (host->tick + 1 == quit_at) host->quit = true;
    presses += host->input->key_pressed[ED_KEY_A];
    holds += host->input->key_down[ED_KEY_A];
}

static bool begin(void)
{
    static ed_Module module;
    options = (ed_GameOptions){ .module = "ui", .seed = 1, .frames = 5, .quiet = true };
    fake = (FakeSource){ .builds = 0 };
    error = (ed_Error){ .code = ED_OK };
    limit_at = quit_at = 0;
    presses = holds = polls = 0;
    if (!folder_enter() || ed_game_open(&game, &options, NULL) != ED_EXIT_NOT_YET) return false;
    module = ui_game;
    module.update = update;
    game.run->module = &module;
    return true;
}

static void end(void)
{
    host_screenshot_close(&shot);
    ed_game_close(&game);
    folder_remove();
}

// --- without a window ----------------------------------------------------------------------------

static void run_headless(void)
{
    printed_begin();
    host_loop_headless(&game);
    printed_end();
}

TEST(without_a_window_a_game_runs_for_its_frames_or_until_it_ends)
{
    if (!begin()) return;
    run_headless();
    CHECK_EQ(game.run->host.tick, 5);
    CHECK_EQ(game.frames_left, 0);
    CHECK(!game.failed);
    game.frames_left = UINT64_MAX;
    quit_at = 9;
    run_headless();
    CHECK_EQ(game.run->host.tick, 9);
    CHECK_TEXT(printed_err, "");
    end();
}

TEST(a_limit_that_each_update_reaches_is_printed_once_for_each_build)
{
    const ed_LiveEvent building = { .kind = ED_LIVE_BUILDING },
                       reloaded = { .kind = ED_LIVE_RELOADED, .line = "reloaded" };
    if (!begin()) return;
    limit_at = 2;
    fake.polled[0] = fake.polled[1] = fake.polled[2] = &building;
    fake.polled[3] = &reloaded;
    run_headless();
    CHECK_EQ(game.run->host.tick, 5);
    CHECK(game.failed);
    const char *first = strstr(printed_err, "eddie: frame 2: "),
               *second = strstr(printed_err, "eddie: frame 4: ");
    CHECK(first == printed_err && second > first);
    CHECK(second == strchr(printed_err, '\n') + 1 && !strstr(second + 1, "eddie: "));
    end();
}

TEST(a_game_that_fails_ends_if_nobody_can_fix_it)
{
    const ed_LiveEvent paused = { .kind = ED_LIVE_PAUSED, .line = "crashed" };
    if (!begin()) return;
    for (u32 i = 0; i < 2; i++) {
        options.watching = i == 0;      // but its frames are limited
        options.frames = i == 0 ? 5 : UINT64_MAX;
        game.failed = false;
        game.run->failed_phase = ED_PHASE_UPDATE;
        fake.polled[0] = &paused;
        run_headless();
        CHECK(game.failed);
        CHECK_EQ(game.run->host.tick, 0);
        CHECK_EQ(game.frames_left, 5);
        CHECK_TEXT(printed_err, "crashed\n");
    }
    end();
}

static void quit_at_poll_20(void)
{
    if (++polls == 20) game.run->host.quit = true;
}

TEST(a_game_that_fails_waits_for_a_fix_while_it_is_watched)
{
    const ed_LiveEvent paused = { .kind = ED_LIVE_PAUSED, .line = "crashed" };
    if (!begin()) return;
    options.watching = true;
    options.frames = UINT64_MAX;
    game.run->failed_phase = ED_PHASE_UPDATE;
    fake.polled[0] = &paused;
    fake.on_poll = quit_at_poll_20;
    run_headless();
    CHECK(game.failed);
    CHECK_EQ(polls, 20);
    end();
}

/// Runs a game that gets SIGTERM, without a window or with one.
static int stop(int argc, char **argv)
{
    (void)argv;
    if (!begin()) return 8;
    game.frames_left = UINT64_MAX;
    ed_stop_listen();
    raise(SIGTERM);
    if (argc == 1) host_loop_headless(&game);
    else if (!host_loop_window(&game, NULL, &shot, &error)) return 9;
    bool some = argc == 2 || game.run->host.tick == 0;
    end();
    return some && ed_stop_by_program() ? 7 : 6;
}

TEST(a_request_to_stop_ends_the_loop)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    CHECK_EQ(printed_run(stop, (const char *const[]){ "headless", NULL }), 7);
    CHECK_EQ(printed_run(stop, (const char *const[]){ "window", "x", NULL }), 7);
}

// --- in a window ---------------------------------------------------------------------------------

/// SDL keeps events for a window that is opened later.
static void post(SDL_Event event) { SDL_PushEvent(&event); }

static void post_key(SDL_Keycode sym, int mod)
{
    post((SDL_Event){ .key = { .type = SDL_KEYDOWN,
                               .state = SDL_PRESSED,
                               .keysym = { .sym = sym,
                                           .scancode = SDL_GetScancodeFromKey(sym),
                                           .mod = (Uint16)mod } } });
}

static bool begin_window(void)
{
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    return begin() && SDL_Init(SDL_INIT_VIDEO) == 0;
}

/// The data of the loop that runs or ran, which stay in the memory of the game.
static const host_Loop *loop_data(void)
{
    return (const host_Loop *)(const void *)((const u8 *)shot.window - offsetof(host_Loop, window));
}

/// Runs the loop and returns its data. NULL on a failure.
static const host_Loop *run_window(ed_Script *script)
{
    printed_begin();
    bool good = host_loop_window(&game, script, &shot, &error);
    printed_end();
    return good ? loop_data() : NULL;
}

static void post_quit(void) { post((SDL_Event){ .type = SDL_QUIT }); }

TEST(in_a_window_a_game_runs_for_its_frames)
{
    if (!begin_window()) return;
    post_key(SDLK_a, KMOD_NONE);
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && loop->ended && !loop->script);
    CHECK_EQ(game.run->host.tick, 5);
    CHECK_EQ(presses, 1);
    CHECK_EQ(holds, 5);
    CHECK(!game.run->host.window && !game.run->host.renderer);
    CHECK(!fake.marked);
    game.frames_left = 0;
    CHECK(run_window(NULL) != NULL);
    CHECK_EQ(game.run->host.tick, 5);
    end();
}

TEST(a_game_that_ends_itself_closes_its_window)
{
    if (!begin_window()) return;
    game.frames_left = UINT64_MAX;
    quit_at = 2;
    CHECK(run_window(NULL) != NULL);
    CHECK_EQ(game.run->host.tick, 2);
    end();
}

static void close_after_frame_2(void)
{
    if (game.run->host.tick >= 2 && ++polls == 20) post_quit();
}

TEST(a_game_that_ends_itself_while_it_can_be_edited_is_paused)
{
    if (!begin_window()) return;
    game.frames_left = options.frames = UINT64_MAX;
    quit_at = 2;
    fake.on_poll = close_after_frame_2;
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && loop->paused && !game.run->host.quit);
    CHECK_EQ(game.run->host.tick, 2);
    CHECK_EQ(loop->strip_topic, HOST_STRIP_ENDED);
    CHECK_HAS(loop->overlay.strip, "the game ended itself at frame 2: F10 continues it");
    end();
}

TEST(a_limit_is_shown_in_the_window)
{
    if (!begin_window()) return;
    limit_at = 1;
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && loop->limit_shown && loop->strip_topic == HOST_STRIP_LIMIT);
    CHECK_HAS(printed_err, "eddie: frame 1: ");
    CHECK(!strstr(printed_err, "frame 2"));
    end();
}

// What the first frame drew: items of the inspector, of the help and of the save picker.
static u32 inspector_items, help_items, picker_items;

/// When the source is polled for the tenth time, the first frame has already been drawn.
static void look_at_poll_10(void)
{
    const host_Loop *loop = loop_data();
    if (++polls != 10) return;
    inspector_items = loop->inspect.plain[0].count;
    help_items = loop->overlay.plain[1].count;
    picker_items = loop->picker.draw.count;
    post_quit();
}

TEST(the_inspector_and_the_help_are_drawn_and_freed)
{
    if (!begin_window()) return;
    game.frames_left = UINT64_MAX;
    fake.on_poll = look_at_poll_10;
    post_key(SDLK_F2, KMOD_NONE);
    post_key(SDLK_F1, KMOD_NONE);
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && loop->overlay.inspecting);
    CHECK(inspector_items && help_items && !picker_items);
    CHECK(!loop->inspect.arena.base && !loop->overlay.arena.base && !loop->window.window);
    CHECK(!SDL_WasInit(SDL_INIT_VIDEO));
    end();
}

TEST(a_game_is_paused_while_the_save_picker_is_open)
{
    if (!begin_window()) return;
    game.frames_left = UINT64_MAX;
    fake.on_poll = look_at_poll_10;
    post_key(SDLK_F9, KMOD_SHIFT);
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && !loop->picker.arena.base);
    CHECK(picker_items && !inspector_items && !help_items);
    CHECK_EQ(game.run->host.tick, 0);
    end();
}

static void hide_at_poll_1(void)
{
    polls++;
    if (polls == 1) SDL_HideWindow(shot.window->window);
    if (polls == 4) post_quit();
}

TEST(a_game_is_paused_while_its_window_is_hidden)
{
    if (!begin_window()) return;
    game.frames_left = UINT64_MAX;
    fake.on_poll = hide_at_poll_1;
    CHECK(run_window(NULL) != NULL);
    CHECK_EQ(polls, 5);      // one in each frame, also in the last one, which gets the quit event
    CHECK_EQ(game.run->host.tick, 0);
    end();
}

static void quit_when_saved(void)
{
    if (strncmp(loop_data()->overlay.status, "saved ", 6) == 0) game.run->host.quit = true;
}

TEST(the_end_of_a_save_is_shown_while_the_game_runs)
{
    if (!begin_window()) return;
    game.frames_left = 1800;      // if it is not shown, the game ends after 30 s
    fake.on_poll = quit_when_saved;
    post_key(SDLK_F5, KMOD_NONE);
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && game.frames_left);
    CHECK_HAS(loop->overlay.status, "saved quick.state: frame 0, ");
    end();
}

TEST(keys_of_the_host_are_handled_in_the_window)
{
    const ed_LiveEvent reloaded = { .kind = ED_LIVE_RELOADED, .line = "reloaded" };
    if (!begin_window()) return;
    fake.polled[0] = &reloaded;
    fake.has_previous = fake.building = true;
    post_key(SDLK_F6, KMOD_NONE);
    post_key(SDLK_F10, KMOD_SHIFT);
    post_key(SDLK_F10, KMOD_NONE);
    post_key(SDLK_F3, KMOD_NONE);
    post_quit();
    game.run->failed_phase = ED_PHASE_UPDATE;
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && loop->paused);
    CHECK_EQ(fake.builds, 1);
    CHECK_EQ(game.run->host.tick, 0);
    const host_Overlay *overlay = &loop->overlay;
    CHECK_TEXT(overlay->status, "reloaded");
    CHECK_TEXT(overlay->time, "speed 1/2");
    CHECK(overlay->paused && overlay->building && overlay->has_previous_build && overlay->crashed);
    CHECK(!overlay->inspecting);
    CHECK_EQ(overlay->panel, HOST_PANEL_REPORT);
    end();
}

TEST(the_report_panel_has_the_problem_the_build_output_and_the_last_reload)
{
    const ed_LiveEvent wrong = { .kind = ED_LIVE_BUILD_FAILED,
                                 .line = "build failed: a.c:3: wrong",
                                 .location = "a.c:3" },
                       stalled = { .kind = ED_LIVE_STALLED, .line = "a build prints nothing" };
    if (!begin_window()) return;
    post_key(SDLK_F3, KMOD_NONE);
    post_quit();
    fake.output = "cc a.c\nwrong";
    fake.polled[0] = &wrong;
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && loop->overlay.report);
    CHECK_TEXT(loop->overlay.report, "a.c:3: wrong\n\nbuild output:\ncc a.c\nwrong\n");
    CHECK(SDL_Init(SDL_INIT_VIDEO) == 0);
    post_key(SDLK_F3, KMOD_NONE);
    post_quit();
    game.run->report.same_layout = true;
    fake.reset = "2 variables started again\n";
    loop = run_window(NULL);
    CHECK(loop && loop->overlay.report);
    CHECK_HAS(loop->overlay.report, "same layout");
    CHECK_HAS(loop->overlay.report, "\n2 variables started again\n");
    CHECK(!strstr(loop->overlay.report, "last reload"));
    CHECK(SDL_Init(SDL_INIT_VIDEO) == 0);
    post_key(SDLK_F3, KMOD_NONE);
    post_quit();
    fake.output = "";
    fake.polled[0] = &wrong;
    loop = run_window(NULL);
    CHECK(loop && loop->overlay.report);
    CHECK_HAS(loop->overlay.report, "a.c:3: wrong\n\nlast reload:\nsame layout");
    CHECK(SDL_Init(SDL_INIT_VIDEO) == 0);
    post_key(SDLK_F3, KMOD_NONE);
    post_quit();
    fake.polled[0] = &stalled;
    game.run->report.same_layout = false;
    loop = run_window(NULL);
    CHECK(loop && loop->overlay.report);
    CHECK_TEXT(loop->overlay.report, "a build prints nothing\n\n");
    end();
}

TEST(a_window_that_starts_from_a_state_marks_it_as_resumed)
{
    if (!begin_window()) return;
    options.state = fake.crash_state = "crash-1.state";
    game.restarted = true;
    const host_Loop *loop = run_window(NULL);
    CHECK(loop && !fake.marked);
    CHECK_TEXT(loop->overlay.status, "");
    CHECK(SDL_Init(SDL_INIT_VIDEO) == 0);
    game.restarted = false;
    game.frames_left = 1;
    loop = run_window(NULL);
    CHECK(loop && fake.marked);
    CHECK_TEXT(fake.marked, "crash-1.state");
    CHECK_HAS(loop->overlay.status, "started from crash-1.state: frame 5, ");
    options.state = NULL;
    fake.crash_state = "crash-2.state";
    game.frames_left = 1;
    loop = run_window(NULL);
    CHECK(loop != NULL);
    CHECK_HAS(loop->overlay.status, "F4 resumes it from crash-2.state");
    end();
}

TEST(a_script_runs_in_a_window_without_the_clock)
{
    static ed_Script script;
    const ed_LiveEvent built = { .kind = ED_LIVE_BUILD_FAILED,
                                 .line = "build failed",
                                 .number = 3 };
    if (!begin_window()) return;
    FILE *file = fopen("script", "w");
    CHECK(file && fputs("step 3\nprint Scene.count\nwait-reload 0\n", file) >= 0
          && fclose(file) == 0);
    CHECK(ed_script_open(&script, &game, "script", &error));
    options.watching = true;
    fake.polled[0] = &built;
    fake.crash_state = "crash-1.state";
    const host_Loop *loop = run_window(&script);
    CHECK(loop && loop->ended && script.ended);
    CHECK_TEXT(printed_out, "ok frame 3\nok 3\nerror script:3: build failed\n");
    CHECK_EQ(game.run->host.tick, 3);
    CHECK_EQ(loop->script_event_shown, 3);
    CHECK_TEXT(loop->overlay.strip, "build failed");
    CHECK_TEXT(loop->overlay.status, "");      // a crash is not offered to a script
    ed_script_close(&script);
    end();
}
