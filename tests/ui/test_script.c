#include "runtime/debug/script.h"
#include "runtime/debug/script_commands.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static ed_Game game;
static ed_GameOptions options;
static ed_Script script;
static ed_Reply reply;
static bool is_open;

static void closed(void)
{
    ed_script_close(&script);
    ed_game_close(&game);
    folder_remove();
    is_open = false;
}

/// Opens a game in a folder of its own, and a script that has no lines.
static bool opened(void)
{
    ed_Error error = { .code = ED_OK };
    if (is_open) closed();      // by a failed test
    options = (ed_GameOptions){ .module = "ui",
                                .seed = 1,
                                .frames = UINT64_MAX,
                                .rewind_bytes = 32u << 20,
                                .script = "script",
                                .watching = true,
                                .quiet = true };
    fake = (FakeSource){ .builds = 0 };
    if (ed_game_open(&game, &options, NULL) != ED_EXIT_NOT_YET) return false;
    is_open = true;
    return folder_enter() && ed_script_open(&script, &game, "/dev/null", &error);
}

/// The answer to a command: its text, and the members that it has in JSON.
static const char *answer(const char *line)
{
    static char text[2048], words[256];
    snprintf(words, sizeof words, "%s", line);
    char *rest = words + strcspn(words, " ");
    if (*rest) *rest++ = 0;
    reply = (ed_Reply){ .ok = false };
    ed_script_run_command(&script, words, rest, &reply);
    snprintf(text, sizeof text, "%s %s%s", reply.ok ? "ok" : "error", reply.text, reply.members);
    return text;
}

static void answers(const char *line, const char *expected)
{
    const char *text = answer(line);
    if (strcmp(text, expected) != 0)
        test_fail(__FILE__, __LINE__, "%s is answered by\n  %s\nnot\n  %s", line, text, expected);
}

// --- time and input ------------------------------------------------------------------------------

TEST(a_step_runs_updates_until_the_game_ends)
{
    if (!opened()) return;
    answers("step", "ok frame 1,\"frame\":1");
    answers("step 3", "ok frame 4,\"frame\":4");
    answers("step 0", "ok frame 4,\"frame\":4");
    answers("step x", "error step x: expected a number of frames, at most 1000000000");
    answers("step 1000000001",
            "error step 1000000001: expected a number of frames, at most 1000000000");
    CHECK(!script.ended);
    game.run->host.quit = true;
    answers("step 5", "ok frame 4, the game ended,\"frame\":4");
    CHECK(script.ended);
    closed();
}

TEST(a_step_of_a_paused_game_is_answered_by_its_failure_once)
{
    ed_LiveEvent event = { .kind = ED_LIVE_PAUSED, .line = "division by zero" };
    const ed_LiveEvent notice = { .kind = ED_LIVE_NOTICE, .line = "a notice" };
    if (!opened()) return;
    game.run->failed_phase = ED_PHASE_UPDATE;
    fake.safety = &event;
    answers("step", "error division by zero,\"frame\":0");
    CHECK_TEXT(script.event.line, "division by zero");
    static const char paused[] =
        "error the game is paused after a failure: fix the code, then reload,\"frame\":0";
    answers("step", paused);
    fake.safety = &notice;
    answers("step", paused);
    CHECK_TEXT(script.event.line, "division by zero");
    CHECK_EQ(game.run->host.tick, 0);
    closed();
}

TEST(a_build_that_ends_during_steps_is_noted)
{
    const ed_LiveEvent built = { .kind = ED_LIVE_BUILD_FAILED,
                                 .line = "build failed",
                                 .number = 2 };
    if (!opened()) return;
    fake.built = &built;
    answers("step", "ok frame 1,\"frame\":1");
    CHECK_TEXT(script.kept.line, "build failed");
    closed();
}

TEST(keys_are_tapped_held_and_released)
{
    const ed_Input *input = &script.input;
    if (!opened()) return;
    answers("key space", "ok space");
    CHECK(input->key_pressed[ED_KEY_SPACE] && input->key_down[ED_KEY_SPACE]);
    answer("step");
    CHECK(!input->key_pressed[ED_KEY_SPACE] && !input->key_down[ED_KEY_SPACE]);
    answers("key +a", "ok +a");
    CHECK(input->key_pressed[ED_KEY_A] && input->key_down[ED_KEY_A]);
    answer("step");
    CHECK(!input->key_pressed[ED_KEY_A] && input->key_down[ED_KEY_A]);
    answers("key +a", "ok +a");      // it is down already
    CHECK(!input->key_pressed[ED_KEY_A] && input->key_down[ED_KEY_A]);
    answers("key -a", "ok -a");
    CHECK(!input->key_pressed[ED_KEY_A] && !input->key_down[ED_KEY_A]);
    answers("key a", "ok a");
    answers("key +a", "ok +a");
    answer("step");
    CHECK(input->key_down[ED_KEY_A]);
    closed();
}

TEST(key_names_are_checked)
{
    if (!opened()) return;
    answers("key", "error key needs a name: NAME (press and release), +NAME (hold) or -NAME "
                   "(release)");
    answers("key spcae", "error unknown key spcae: did you mean space?");
    answers("key +spcae", "error unknown key spcae: did you mean space?");
    answers("key frobnicate", "error unknown key frobnicate");
    CHECK_HAS(answer("key +"), "error unknown key +");
    closed();
}

TEST(the_mouse_is_moved_for_one_update)
{
    if (!opened()) return;
    answers("mouse 3 4.5", "ok 3 4.5");
    CHECK(script.input.mouse_x == 3 && script.input.mouse_y == 4.5f && script.input.mouse_moved);
    answer("step");
    CHECK(script.input.mouse_x == 3 && script.input.mouse_y == 4.5f && !script.input.mouse_moved);
    static const char *const wrong[] = { "mouse",       "mouse 3",     "mouse x 3",   "mouse 3 x",
                                         "mouse 3 4 5", "mouse inf 1", "mouse 1 inf", "mouse nan 1",
                                         "mouse 1 nan", "mouse 3 4x" };
    for (u32 i = 0; i < ED_COUNT(wrong); i++)
        answers(wrong[i], "error mouse needs X and Y in units of the view");
    CHECK(script.input.mouse_x == 3 && !script.input.mouse_moved);
    closed();
}

TEST(a_click_presses_a_button_for_one_update)
{
    static const char *const names[ED_MOUSE_COUNT] = { "left", "middle", "right" };
    char line[32], expected[32];
    if (!opened()) return;
    for (u32 i = 0; i < ED_MOUSE_COUNT; i++) {
        snprintf(line, sizeof line, "click %s", names[i]);
        snprintf(expected, sizeof expected, "ok %s", names[i]);
        answers(line, expected);
        for (u32 k = 0; k < ED_MOUSE_COUNT; k++) {
            CHECK_EQ(script.input.mouse_down[k], k == i);
            CHECK_EQ(script.input.mouse_pressed[k], k == i);
        }
        answer("step");
        CHECK(!script.input.mouse_down[i] && !script.input.mouse_pressed[i]);
    }
    answers("click", "ok left");
    CHECK(script.input.mouse_pressed[ED_MOUSE_LEFT]);
    answers("click middel", "error click middel: expected left, middle or right");
    closed();
}

// --- values and files ----------------------------------------------------------------------------

TEST(values_are_printed_and_set)
{
    if (!opened()) return;
    answers("print Scene.count", "ok ");
    CHECK(reply.value_in_text);
    CHECK_TEXT(reply.name, "value");
    CHECK_TEXT(reply.value, "3");
    answers("print", "error print needs a path, like Game.actors[3].pos");
    CHECK_HAS(answer("print Scene.cuont"), "error ");
    CHECK_HAS(answer("print Scene.cuont"), "did you mean 'count'?");
    answer("step");
    CHECK(!game.time.changed);
    answers("set Scene.count  9", "ok ");
    CHECK_TEXT(reply.value, "9");
    CHECK_EQ(ui_scene->count, 9);
    CHECK(game.time.changed);
    answer("loop start");
    answers("set Scene.note \"two words\"", "ok ");
    CHECK_EQ(game.time.loop.phase,
             ED_INPUT_LOOP_RECORDING);      // a value that is set ends no loop
    CHECK_TEXT(reply.value, "\"two words\"");
    answers("set", "error set needs a path and a value, like Game.score 7");
    answers("set Scene.count", "error set needs a path and a value, like Game.score 7");
    CHECK_HAS(answer("set Scene.count x"), "error ");
    CHECK(!reply.name);
    CHECK_HAS(answer("set Scene.cuont 1"), "did you mean 'count'?");
    CHECK_EQ(ui_scene->count, 9);
    closed();
}

TEST(a_save_says_what_it_did_not_save_as_it_is)
{
    if (!opened()) return;
    ed_RootMemory *root = &game.run->states[0];
    CHECK(ed_str_put(root->arena, &ui_scene->note, "a\0b", 3));
    CHECK_HAS(answer("save a.state"), " bytes; 1 value cannot be saved as it is: the text 'note' "
                                      "ends at its first zero byte,\"bytes\":");
    closed();
}

TEST(states_are_saved_and_loaded)
{
    struct stat info;
    char expected[128];
    if (!opened()) return;
    answer("step 4");
    const char *text = answer("save a.state");
    CHECK(stat("a.state", &info) == 0);
    snprintf(expected, sizeof expected, "ok a.state: %lld bytes,\"bytes\":%lld,\"frame\":4",
             (long long)info.st_size, (long long)info.st_size);
    CHECK_TEXT(text, expected);
    answers("save", "error save needs the name of a file");
    CHECK_HAS(answer("save none/a.state"), "error none/a.state: ");
    answer("step 3");
    text = answer("load a.state");
    CHECK_HAS(text, "ok frame 4, all ");
    CHECK_HAS(text, " fields kept,\"frame\":4");
    CHECK_TEXT(reply.name, "report");
    CHECK_EQ(reply.value[0], '[');
    CHECK(!reply.value_in_text);
    answers("load", "error load needs the name of a snapshot");
    CHECK_HAS(answer("load none"), "error none: ");
    CHECK(!reply.name);
    CHECK_EQ(game.run->host.tick, 4);
    closed();
}

static bool pack_and_break(ed_Writer *w, const ed_State *state)
{
    (void)state;
    game.run->failed_phase = ED_PHASE_PACK;
    ed_fail(&w->err, ED_ERR_CRASH, "it crashed");
    return false;
}

TEST(a_save_that_breaks_the_game_is_answered_by_its_failure)
{
    static ed_Module module;
    const ed_LiveEvent event = { .kind = ED_LIVE_PAUSED, .line = "crashed, in pack" };
    if (!opened()) return;
    module = ui_game;
    module.pack = pack_and_break;
    game.run->module = &module;
    fake.safety = &event;
    answers("save a.state", "error crashed, in pack,\"frame\":0");
    // The game is paused already: the host saves its state, or says why that fails.
    CHECK_HAS(answer("save none/a.state"), "error none/a.state: ");
    CHECK_HAS(answer("save a.state"), "ok a.state: ");
    closed();
}

static bool shot_good, shot_breaks;

static bool save_shot(void *context, ed_Run *run, const char *path, int *width, int *height,
                      ed_Error *error)
{
    (void)context, (void)path;
    *width = 30;
    *height = 20;
    if (shot_breaks) run->failed_phase = ED_PHASE_RENDER;
    if (!shot_good) ed_fail(error, ED_ERR_OS, "the disk is full");
    return shot_good;
}

TEST(a_shot_is_answered_with_its_size)
{
    const ed_LiveEvent event = { .kind = ED_LIVE_PAUSED, .line = "crashed, in render" };
    if (!opened()) return;
    answers("shot", "error shot needs the name of a PNG file");
    answers("shot a.png", "error shot: this program takes no screenshots");
    script.screenshot = (ed_Screenshot){ save_shot, NULL };
    answers("shot", "error shot needs the name of a PNG file");
    shot_good = shot_breaks = false;
    answers("shot a.png", "error the disk is full");
    shot_good = true;
    answers("shot a.png", "ok a.png: 30 x 20,\"width\":30,\"height\":20");
    shot_breaks = true;
    fake.safety = &event;
    answers("shot a.png", "error crashed, in render,\"frame\":0");
    answers("shot a.png", "ok a.png: 30 x 20,\"width\":30,\"height\":20");
    closed();
}

// --- time travel ---------------------------------------------------------------------------------

TEST(a_rewind_is_answered_with_the_frame)
{
    if (!opened()) return;
    answers("rewind", "error rewind 1: only 0 frames can be rewound");
    answer("step 10");
    answers("rewind 3", "ok frame 7,\"frame\":7,\"further\":0");
    CHECK_EQ(fake.restarts, 1);
    answers("rewind", "ok frame 6,\"frame\":6,\"further\":0");
    answers("rewind 0", "ok frame 6,\"frame\":6,\"further\":0");
    answers("rewind 7", "error rewind 7: only 6 frames can be rewound");
    answers("rewind x", "error rewind x: expected a number of frames");
    CHECK_EQ(fake.restarts, 3);
    answers("rewind 6", "ok frame 0,\"frame\":0,\"further\":0");
    CHECK(!reply.name);
    game.time.timeline.on = false;
    answers("rewind 1", "error rewinding is off: --rewind MB turns it on");
    game.time.timeline.on = true;
    closed();
}

static void lose_a_value(ed_Host *host)
{
    static ed_ReportRow row = { .type = "Scene", .field = "count", .tally = { .rounded = 1 } };
    ui_game.load(host);
    game.run->restore_report = (ed_Report){ .rows = &row, .count = 1 };
}

TEST(a_rewind_is_answered_with_the_values_that_did_not_fit)
{
    static ed_Module module;
    if (!opened()) return;
    module = ui_game;
    module.load = lose_a_value;      // as if the layout had changed
    game.run->module = &module;
    answer("step 10");
    const char *text = answer("rewind 3");
    CHECK_TEXT(text, "ok frame 7, 1 field kept, kept Scene.count (1 rounded),\"frame\":7,"
                     "\"further\":0");
    CHECK_TEXT(reply.name, "report");
    CHECK_HAS(reply.value, "\"field\":\"count\"");
    game.run->report = (ed_Report){ .arena = NULL };
    closed();
}

static void keep_old_pointers(ed_Host *host) { (void)host; }

TEST(a_rewind_to_a_frame_that_cannot_be_recomputed_is_answered_with_the_difference)
{
    static ed_Module module;
    if (!opened()) return;
    module = ui_game;
    module.load = keep_old_pointers;
    game.run->module = &module;
    answer("step");
    game.time.timeline.due_ns = UINT64_MAX;      // only the first frame is kept
    answer("step 9");
    answers("rewind 3",
            "ok frame 0, 7 before the requested frame: the frames in between cannot be recomputed; "
            "the same input led to a different state: Other.longer_than_the_column_of_names at "
            "frame 10 was 123456789022, but is 123456789012 when recomputed,\"frame\":0,"
            "\"further\":7");
    CHECK(!reply.name);
    closed();
}

TEST(a_loop_is_recorded_repeated_and_stopped_by_commands)
{
    if (!opened()) return;
    answer("step 5");
    answers("loop", "error loop : expected start, end or stop");
    answers("loop strat", "error loop strat: expected start, end or stop");
    answers("loop stop", "error no loop is running,\"frame\":5");
    answers("loop end", "error no loop is being recorded,\"frame\":5");
    answers("loop start", "ok frame 5,\"frame\":5");
    answers("loop end", "error no updates since the start of the loop,\"frame\":5");
    answers("loop start", "ok frame 5,\"frame\":5");
    answer("step 3");
    answers("loop end", "ok frame 5, a loop of 3 frames,\"frames\":3,\"frame\":5");
    CHECK(game.time.changed);
    answer("step 4");
    answers("loop stop", "ok frame 6, round 2,\"round\":2,\"frame\":6");
    answers("loop stop", "error no loop is running,\"frame\":6");
    closed();
}

TEST(a_loop_that_ended_by_itself_has_a_reason)
{
    if (!opened()) return;
    answer("loop start");
    answer("step 3");
    game.run->host.tick += 100;
    answer("step");
    answers("loop end", "error no loop is being recorded anymore: the game jumped to a different "
                        "point in time,\"frame\":104");
    answers("loop stop", "error no loop is running anymore: the game jumped to a different point "
                         "in time,\"frame\":104");
    closed();
}

TEST(a_recording_is_answered_with_its_size)
{
    struct stat info;
    char expected[128];
    if (!opened()) return;
    answers("record", "error record needs the name of a file, or stop");
    answers("record stop", "error nothing is being recorded");
    answers("record a.rec", "ok a.rec");
    answers("record b.rec", "error a.rec is being recorded: stop that first");
    answer("step 3");
    const char *text = answer("record stop");
    CHECK(stat("a.rec", &info) == 0);
    snprintf(expected, sizeof expected,
             "ok a.rec: 3 frames, %lld bytes,\"frames\":3,\"bytes\":%lld", (long long)info.st_size,
             (long long)info.st_size);
    CHECK_TEXT(text, expected);
    answers("record stop", "error nothing is being recorded");
    closed();
}

// --- builds --------------------------------------------------------------------------------------

static const ed_LiveEvent
    building = { .kind = ED_LIVE_BUILDING },
    reloaded = { .kind = ED_LIVE_RELOADED,
                 .line = "reloaded",
                 .number = 5,
                 .build_ms = 1.5,
                 .swap_ms = 0.25 },
    early = { .kind = ED_LIVE_RELOADED, .line = "reloaded early", .number = 6, .early = true },
    compiled = { .kind = ED_LIVE_COMPILED, .line = "compiled", .number = 7 },
    unchanged = { .kind = ED_LIVE_UNCHANGED, .line = "no changes", .number = 8 },
    wrong = { .kind = ED_LIVE_BUILD_FAILED, .line = "build failed", .number = 9 },
    paused = { .kind = ED_LIVE_PAUSED, .line = "paused", .number = 10 },
    notice = { .kind = ED_LIVE_NOTICE, .line = "a notice", .number = 11 };

TEST(a_reload_waits_for_the_result_of_a_build)
{
    if (!opened()) return;
    answers("reload now", "error reload takes no arguments: now");
    CHECK_EQ(fake.builds, 0);
    fake.polled[0] = &building;
    fake.polled[1] = &notice;
    fake.polled[2] = &paused;
    fake.polled[3] = &reloaded;
    answers("reload", "ok reloaded,\"build_ms\":1.5,\"swap_ms\":0.25");
    CHECK_EQ(fake.builds, 1);
    CHECK_TEXT(reply.name, "report");
    CHECK_EQ(reply.value[0], '[');
    fake.polled[0] = &wrong;
    answers("reload", "error build failed,\"build_ms\":0,\"swap_ms\":0");
    CHECK(!reply.name);
    fake.polled[0] = &compiled;      // without an early build before it
    fake.polled[1] = &unchanged;
    answers("reload", "ok no changes,\"build_ms\":0,\"swap_ms\":0");
    CHECK(!reply.name);
    closed();
}

TEST(an_early_build_and_the_finished_one_are_one_result)
{
    if (!opened()) return;
    fake.polled[0] = &early;
    fake.polled[1] = &compiled;
    answers("reload", "ok reloaded early; compiled,\"build_ms\":0,\"swap_ms\":0");
    CHECK_EQ(script.event.number, 7);
    CHECK_TEXT(reply.name, "report");
    fake.polled[0] = &early;
    answers("wait-reload 0", "ok reloaded early,\"build_ms\":0,\"swap_ms\":0");
    closed();
}

TEST(a_script_waits_for_a_reload_only_as_long_as_it_says)
{
    if (!opened()) return;
    answers("wait-reload", "error wait-reload needs a number of milliseconds");
    answers("wait-reload x", "error wait-reload needs a number of milliseconds");
    answers("wait-reload 0", "error no reload within 0 ms");
    fake.polled[0] = &reloaded;
    answers("wait-reload 0", "ok reloaded,\"build_ms\":1.5,\"swap_ms\":0.25");
    answers("wait-reload 2", "error no reload within 2 ms");
    options.watching = false;
    answers("wait-reload 0", "error wait-reload does not work with --no-watch: use reload");
    closed();
}

TEST(a_result_that_no_command_waited_for_is_kept_for_the_next_one)
{
    if (!opened()) return;
    fake.built = &reloaded;
    ed_script_poll_build(&script);
    fake.building = true;
    answers("wait-reload 0", "error no reload within 0 ms");      // there is a newer save
    fake.building = false;
    answers("wait-reload 0", "ok reloaded,\"build_ms\":1.5,\"swap_ms\":0.25");
    answers("wait-reload 0", "error no reload within 0 ms");
    fake.built = &reloaded;
    ed_script_poll_build(&script);
    fake.polled[0] = &wrong;
    answers("wait-reload 0", "error build failed,\"build_ms\":0,\"swap_ms\":0");
    answers("wait-reload 0", "error no reload within 0 ms");
    static const ed_LiveEvent *const progress[] = { &building, &early, &compiled, &paused };
    for (u32 i = 0; i < ED_COUNT(progress); i++) {
        fake.built = progress[i];
        ed_script_poll_build(&script);
        CHECK_EQ(script.event.number, progress[i]->number);
        answers("wait-reload 0", "error no reload within 0 ms");
    }
    closed();
}

TEST(a_failure_during_a_build_is_printed_on_standard_error)
{
    if (!opened()) return;
    options.quiet = false;
    printed_begin();
    fake.built = &notice;
    ed_script_poll_build(&script);
    u32 number = script.event.number;
    fake.built = &paused;
    ed_script_poll_build(&script);
    fake.built = &wrong;
    ed_script_poll_build(&script);
    fake.polled[0] = &notice;
    fake.polled[1] = &paused;
    fake.polled[2] = &reloaded;
    answer("reload");      // answered by the kept result of the build
    answer("reload");
    printed_end();
    CHECK_TEXT(printed_err, "a notice\npaused\na notice\npaused\n");
    CHECK_TEXT(printed_out, "");
    CHECK_EQ(number, 0);
    closed();
}

TEST(a_build_is_stopped_and_its_end_awaited)
{
    if (!opened()) return;
    answers("stop-build now", "error stop-build takes no arguments: now");
    CHECK_EQ(fake.stops, 0);
    answers("stop-build", "error no build is running");
    CHECK_EQ(fake.stops, 1);
    fake.building = true;
    fake.polled[0] = &wrong;
    answers("stop-build", "ok build failed");
    closed();
}

TEST(unknown_commands_are_answered_with_the_nearest)
{
    if (!opened()) return;
    answers("stpe 3", "error unknown command stpe: did you mean step?");
    answers("frobnicate", "error unknown command frobnicate");
    answers("quit now", "error quit takes no arguments: now");
    CHECK(!script.ended);
    answers("quit", "ok ");
    CHECK(script.ended);
    closed();
}

// --- lines ---------------------------------------------------------------------------------------

/// What is printed for a file of commands.
static const char *printed(const char *path, const char *bytes, size_t size)
{
    static ed_Error error;
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0;
    ed_script_close(&script);
    game.failed = false;
    if (!written || !ed_script_open(&script, &game, path, &error)) return error.text;
    printed_begin();
    ed_script_run_all(&script);
    printed_end();
    return printed_out;
}

TEST(each_line_of_a_script_is_one_answer)
{
    static const char lines[] =
        "step 2\n\n  # a comment\n\t step  3 \t\r\nprint  Scene.count\nstep";
    if (!opened()) return;
    CHECK_TEXT(printed("a.txt", lines, sizeof lines - 1),
               "ok frame 2\nok frame 5\nok 3\nok frame 6\n");
    CHECK(script.ended && !game.failed);
    CHECK_TEXT(printed("a.txt", "step\nquit\nstep\n", 15), "ok frame 7\nok\n");
    CHECK_TEXT(printed("a.txt", "step\nquit", 9), "ok frame 8\nok\n");
    CHECK_TEXT(printed("a.txt", "", 0), "");
    CHECK(script.ended && !game.failed);
    closed();
}

TEST(an_error_in_a_script_has_its_file_and_line)
{
    if (!opened()) return;
    CHECK_TEXT(printed("a.txt", "step\n\nstpe\nste\0p\nstep\n", 22),
               "ok frame 1\n"
               "error a.txt:3: unknown command stpe: did you mean step?\n"
               "error a.txt:4: a line contains a zero byte: scripts are text\n"
               "ok frame 2\n");
    CHECK(game.failed);
    options.json = true;
    CHECK_TEXT(printed("a.txt", "stpe", 4),
               "{\"ok\":false,\"command\":\"stpe\",\"error\":\"a.txt:1: unknown command stpe: did "
               "you mean step?\"}\n");
    closed();
}

TEST(a_line_that_is_too_long_is_one_error)
{
    static char text[3 * ED_SCRIPT_LINE_MAX];
    if (!opened()) return;
    memset(text, 'x', sizeof text);
    memcpy(text + 2 * ED_SCRIPT_LINE_MAX, "\nstep\n", 6);
    CHECK_TEXT(printed("a.txt", text, 2 * ED_SCRIPT_LINE_MAX + 6),
               "error a.txt:1: the line is too long: the limit is 64 KB\nok frame 1\n");
    CHECK_TEXT(printed("a.txt", text, 2 * ED_SCRIPT_LINE_MAX),
               "error a.txt:1: the line is too long: the limit is 64 KB\n");
    memset(text, ' ', ED_SCRIPT_LINE_MAX);
    memcpy(text + ED_SCRIPT_LINE_MAX - 6, "step\n", 5);      // as long as a line may be
    CHECK_TEXT(printed("a.txt", text, ED_SCRIPT_LINE_MAX - 1), "ok frame 2\n");
    closed();
}

TEST(a_line_may_come_in_parts)
{
    int ends[2];
    if (!opened()) return;
    CHECK(pipe(ends) == 0);
    ed_script_close(&script);
    script.file = ends[0];
    printed_begin();
    bool idle = !ed_script_run(&script, 0);
    bool put = write(ends[1], "step\nst", 7) == 7;
    bool first = ed_script_run(&script, 0), part = !ed_script_run(&script, 0);
    put = put && write(ends[1], "ep 2\n", 5) == 5;
    bool second = ed_script_run(&script, 0);
    close(ends[1]);
    bool over = !ed_script_run(&script, 0);
    printed_end();
    CHECK(idle && put && first && part && second && over && script.ended);
    CHECK_TEXT(printed_out, "ok frame 1\nok frame 3\n");
    closed();
}

TEST(a_script_that_cannot_be_read_is_refused)
{
    ed_Error error = { .code = ED_OK };
    if (!opened()) return;
    CHECK(!ed_script_open(&script, &game, "none.txt", &error));
    CHECK_HAS(error.text, "none.txt: ");
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_script_open(&script, &game, ".", &error));
    CHECK_TEXT(error.text, ".: is a folder: name a file of commands");
    CHECK(ed_script_open(&script, &game, "-", &error));
    CHECK(script.file == STDIN_FILENO && !script.path);
    ed_script_close(&script);
    CHECK_EQ(script.file, -1);
    CHECK(fcntl(STDIN_FILENO, F_GETFD) >= 0);
    closed();
}

TEST(a_running_build_is_polled_while_a_script_waits_for_a_line)
{
    int ends[2];
    const ed_LiveEvent *const built = &wrong;
    if (!opened()) return;
    CHECK(pipe(ends) == 0);
    ed_script_close(&script);
    script.file = ends[0];
    fake.built = built;
    CHECK(!ed_script_run(&script, 0));
    CHECK(fake.built == built);      // no build is running
    fake.building = true;
    CHECK(!ed_script_run(&script, 0));
    CHECK(!fake.built);
    CHECK_TEXT(script.kept.line, "build failed");
    fake.building = false;
    close(ends[1]);
    closed();
}

TEST(a_script_that_is_no_longer_readable_ends)
{
    if (!opened()) return;
    ed_script_close(&script);
    script.file = open("/", O_RDONLY | O_DIRECTORY);
    printed_begin();
    bool ran = ed_script_run(&script, 0);
    printed_end();
    CHECK(!ran && script.ended && game.failed);
    CHECK_TEXT(printed_err, "eddie: the script cannot be read: Is a directory\n");
    closed();
}

/// Runs two steps whose answers cannot be written.
static int step_on_a_full_disk(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (!opened()) return 8;
    int full = open("/dev/full", O_WRONLY);
    if (full < 0 || dup2(full, 1) < 0) return 8;
    FILE *file = fopen("a.txt", "w");
    bool written = file && fputs("step\nstep\n", file) >= 0 && fclose(file) == 0;
    ed_Error error = { .code = ED_OK };
    ed_script_close(&script);
    if (!written || !ed_script_open(&script, &game, "a.txt", &error)) return 8;
    ed_script_run_all(&script);
    bool good = game.run->host.tick == 1 && script.ended && game.failed;
    closed();
    return good ? 7 : 9;
}

TEST(a_script_whose_answers_cannot_be_written_ends)
{
    CHECK_EQ(printed_run(step_on_a_full_disk, (const char *const[]){ "script", NULL }), 7);
}
