#include "runtime/debug/game.h"
#include "runtime/debug/console.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static ed_Game game;
static ed_GameOptions options;
static ed_Error error;

/// Makes a folder, and options for a game in it, which is not opened yet.
static bool begin(void)
{
    options =
        (ed_GameOptions){ .module = "ui", .seed = 1, .frames = 50, .rewind_bytes = 32u << 20 };
    fake = (FakeSource){ .builds = 0 };
    error = (ed_Error){ .code = ED_OK };
    return folder_enter();
}

static int opened(void)
{
    printed_begin();
    int code = ed_game_open(&game, &options, NULL);
    printed_end();
    return code;
}

static void end(void)
{
    ed_game_close(&game);
    folder_remove();
}

/// Leaves a.state, the state after four updates.
static bool save(void)
{
    if (opened() != ED_EXIT_NOT_YET) return false;
    ed_SaveResult saved = { .frame = 0 };
    for (u32 i = 0; i < 4; i++) ed_game_update(&game, NULL);
    bool good = ed_saver_save(&game.saver, game.run, "a.state", &error)
             && ed_saver_wait(&game.saver, &saved) && !saved.error.code;
    ed_game_close(&game);
    return good;
}

// --- opening and closing -------------------------------------------------------------------------

TEST(a_game_opens_with_its_options)
{
    if (!begin()) return;
    options.keep_attic = true;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(game.run->keep_attic && !game.run->open_form && !game.restarted && !game.failed);
    CHECK(game.time.timeline.on);
    CHECK_EQ(game.frames_left, 50);
    ed_game_count(&game);
    CHECK_EQ(game.frames_left, 49);
    ed_game_close(&game);
    options.open = options.headless = true;
    options.keep_attic = false;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(!game.run->keep_attic && game.run->open_form);
    CHECK(!game.time.timeline.on);      // nobody can rewind it
    ed_game_close(&game);
    options.script = "-";
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(game.time.timeline.on);
    CHECK_TEXT(printed_err, "");
    end();
}

/// True if the game has no memory and no thread of its own anymore.
static bool is_closed(void)
{
    return !game.memory.base && !game.file.base && !game.text.base && !game.time.timeline.on
        && !game.saver.started && !game.ahead.count;
}

TEST(a_closed_game_has_nothing_left_to_write_and_nothing_open)
{
    if (!begin()) return;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(ed_saver_save(&game.saver, game.run, "a.state", &error));
    CHECK(!is_closed() && game.saver.started);
    ed_game_close(&game);
    CHECK(is_closed() && access("a.state", F_OK) == 0);
    CHECK_EQ(fake.closes, 1);
    options.state = "none";
    CHECK_EQ(opened(), ED_EXIT_STATE);
    CHECK(is_closed());
    CHECK_EQ(fake.closes, 2);
    options.state = NULL;
    options.record = "none/a.rec";
    CHECK_EQ(opened(), ED_EXIT_FAILED);
    CHECK(is_closed());
    CHECK_EQ(fake.closes, 3);
    fake.refuses = true;
    CHECK_EQ(opened(), ED_EXIT_FAILED);
    CHECK_TEXT(printed_err, "eddie: there is no such game\n");
    CHECK(is_closed());
    CHECK_EQ(fake.closes, 3);
    folder_remove();
}

TEST(memory_for_the_first_save_reload_and_checkpoint_is_committed)
{
    static ed_SharedState state;
    ed_SharedGame shared = { .state = &state };
    if (!begin()) return;
    CHECK(ed_checkpoint_open(&shared.checkpoint, &error));
    for (u32 i = 0; i < 2; i++) {
        size_t bytes = 0;
        CHECK_EQ(ed_game_open(&game, &options, i ? &shared : NULL), ED_EXIT_NOT_YET);
        for (u32 k = 0; k < game.run->module->schema->state_count; k++)
            bytes += game.run->states[k].arena->used;
        const u8 *const bases[] = { ed_saver_memory(&game.saver)->base, game.run->buffer.base,
                                    shared.checkpoint.memory[0].base,
                                    shared.checkpoint.memory[1].base };
        CHECK_EQ(game.ahead.count, i ? 4 : 2);
        for (u32 k = 0; k < game.ahead.count; k++) {
            CHECK(game.ahead.parts[k].arena.base == bases[k]);
            CHECK_EQ(game.ahead.parts[k].end, bytes + bytes / 64);
        }
        ed_game_close(&game);
    }
    ed_checkpoint_close(&shared.checkpoint);
    folder_remove();
}

TEST(a_restarted_game_ignores_the_option_state_and_does_not_record_again)
{
    static ed_SharedState state;
    ed_SharedGame shared = { .state = &state };
    if (!begin()) return;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(ed_checkpoint_take(&shared.checkpoint, game.run, 1));
    ed_game_close(&game);
    state.frames_left = 17;
    options.state = "none";
    options.record = "a.rec";
    printed_begin();
    int code = ed_game_open(&game, &options, &shared);
    printed_end();
    CHECK_EQ(code, ED_EXIT_NOT_YET);
    CHECK_TEXT(printed_err, "eddie: the recording a.rec ends where the game was restarted\n");
    CHECK(game.restarted && !game.time.record.on && !game.failed);
    CHECK_EQ(game.frames_left, 17);
    ed_game_count(&game);
    CHECK_EQ(state.frames_left, 16);
    ed_checkpoint_close(&shared.checkpoint);
    end();
}

TEST(a_game_starts_from_a_state_or_not_at_all)
{
    if (!begin()) return;
    CHECK(save());
    options.state = "a.state";
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK_EQ(game.run->host.tick, 4);
    ed_game_close(&game);
    options.state = "none";
    CHECK_EQ(opened(), ED_EXIT_STATE);
    CHECK_HAS(printed_err, "eddie: none: ");
    CHECK(!strstr(printed_err, "none: none"));
    folder_remove();
}

TEST(a_load_that_is_refused_names_the_file_once)
{
    if (!begin()) return;
    CHECK(save());
    CHECK(truncate("a.state", 100) == 0);
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    game.time.changed = false;
    CHECK(!ed_game_load(&game, "a.state", &error));
    CHECK(strncmp(error.text, "a.state: ", 9) == 0 && !strstr(error.text + 1, "a.state"));
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_game_load(&game, "b.state", &error));
    CHECK(strncmp(error.text, "b.state: ", 9) == 0 && !strstr(error.text + 1, "b.state"));
    CHECK(!game.time.changed);
    end();
}

TEST(a_load_ends_a_loop_of_input)
{
    if (!begin()) return;
    CHECK(save());
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(ed_input_loop_start(&game.time.loop, game.run, &error));
    CHECK(ed_game_load(&game, "a.state", &error));
    CHECK(game.time.changed);
    CHECK_EQ(game.time.loop.phase, ED_INPUT_LOOP_OFF);
    size_t used = game.file.used;
    CHECK(ed_game_load(&game, "a.state", &error));
    CHECK_EQ(game.file.used, used);      // a load takes no more memory than the one before
    end();
}

TEST(a_recording_begins_when_a_game_is_opened_and_ends_when_it_is_finished)
{
    if (!begin()) return;
    options.record = "a.rec";
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(game.time.record.on);
    CHECK_TEXT(printed_err, "");
    CHECK(ed_game_update(&game, NULL));
    printed_begin();
    ed_game_finish(&game);
    printed_end();
    CHECK(!game.failed && !game.time.record.on);
    CHECK_TEXT(printed_err, "");
    ed_game_close(&game);
    options.record = "none/a.rec";
    CHECK_EQ(opened(), ED_EXIT_FAILED);
    CHECK_HAS(printed_err, "eddie: not recorded: none/a.rec: ");
    folder_remove();
}

/// Makes all further writes to the recording fail.
static bool fill_disk(void)
{
    int full = open("/dev/full", O_WRONLY);
    bool good = full >= 0 && dup2(full, (int)game.time.record.file) >= 0;
    close(full);
    return good;
}

TEST(a_recording_that_stops_fails_the_game_but_does_not_end_it)
{
    if (!begin()) return;
    options.record = "a.rec";
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(fill_disk());
    printed_begin();
    bool good = ed_game_update(&game, NULL), again = ed_game_update(&game, NULL);
    printed_end();
    CHECK(good && again && game.failed);
    CHECK_HAS(printed_err, "eddie: the recording stopped: a.rec: ");
    CHECK(!strstr(strchr(printed_err, '\n') + 1, "stopped"));      // it is reported once
    CHECK_HAS(game.trouble, "the recording stopped: a.rec: ");
    CHECK_EQ(game.troubles, 1);
    ed_game_close(&game);
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(ed_game_update(&game, NULL) && fill_disk());
    printed_begin();
    ed_game_finish(&game);
    printed_end();
    CHECK(game.failed);
    CHECK_HAS(printed_err, "eddie: the recording is incomplete: a.rec: ");
    end();
}

TEST(states_that_do_not_fit_into_the_rewind_memory_are_reported_once)
{
    if (!begin()) return;
    options.rewind_bytes = 1;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    printed_begin();
    for (u32 i = 0; i < 3; i++) CHECK(ed_game_update(&game, NULL));
    printed_end();
    CHECK_TEXT(printed_err, "eddie: rewinding is not possible: a state of 1 MB does not fit into "
                            "the memory set by --rewind\n");
    CHECK_TEXT(game.trouble, "rewinding is not possible: a state of 1 MB does not fit into the "
                             "memory set by --rewind");
    CHECK_EQ(game.troubles, 1);
    CHECK(!game.failed);
    end();
}

TEST(a_save_that_fails_is_reported_at_the_end)
{
    if (!begin()) return;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK(ed_saver_save(&game.saver, game.run, "a.state", &error));
    printed_begin();
    ed_game_finish(&game);
    printed_end();
    CHECK(!game.failed);
    CHECK_TEXT(printed_err, "");
    CHECK(ed_saver_save(&game.saver, game.run, "none/a.state", &error));
    printed_begin();
    ed_game_finish(&game);
    printed_end();
    CHECK(game.failed);
    CHECK_HAS(printed_err, "eddie: not saved: none/a.state: ");
    end();
}

// --- texts ---------------------------------------------------------------------------------------

static void fill(const void *it, ed_Text *out)
{
    for (u32 i = 0; i < *(const u32 *)it && !out->cut; i++) ed_text_put(out, "0123456789", 10);
}

TEST(a_text_is_complete_or_refused)
{
    const u32 few = 3, many = 100000, most = UINT32_MAX;
    if (!begin()) return;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    CHECK_TEXT(ed_game_text(&game, fill, &few), "012345678901234567890123456789");
    const char *text = ed_game_text(&game, fill, &many);
    CHECK(text && strlen(text) == 1000000);
    CHECK_TEXT(ed_game_text(&game, fill, &few), "012345678901234567890123456789");
    size_t used = game.text.used;
    CHECK_TEXT(ed_game_text(&game, fill, &few), "012345678901234567890123456789");
    CHECK_EQ(game.text.used, used);
    ed_arena_close(&game.text);
    CHECK(ed_arena_open(&game.text, "small", 1 << 20, &error));
    CHECK(!ed_game_text(&game, fill, &most));
    end();
}

// --- the first line ------------------------------------------------------------------------------

static void start(void)
{
    printed_begin();
    ed_console_start(&game);
    printed_end();
}

TEST(a_start_is_printed_in_one_line)
{
    if (!begin()) return;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    start();
    CHECK_TEXT(printed_out, "a game without builds; F1 lists the keys\n");
    options.headless = true;
    start();
    CHECK_TEXT(printed_out, "a game without builds\n");
    fake.crash_state = "crash-2.state";
    start();
    CHECK_TEXT(printed_out, "a game without builds\na game crashed and left crash-2.state: --state "
                            "crash-2.state resumes it\n");
    options.json = true;
    start();
    CHECK_TEXT(printed_out, "");
    options.json = false;
    options.quiet = true;
    start();
    CHECK_TEXT(printed_out, "");
    options.quiet = false;
    game.restarted = true;
    start();
    CHECK_TEXT(printed_out, "");
    game.restarted = false;
    game.run->failed_phase = ED_PHASE_START;
    start();
    CHECK_TEXT(printed_out, "");
    game.run->failed_phase = ED_PHASE_NONE;
    CHECK_TEXT(printed_err, "");
    end();
}

TEST(a_start_from_a_state_is_printed_with_its_report)
{
    if (!begin()) return;
    CHECK(save());
    options.state = "a.state";
    options.headless = true;
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    fake.crash_state = "crash-2.state";      // it is not offered
    start();
    CHECK_HAS(printed_out, "a game without builds\na.state: frame 4, all ");
    CHECK_HAS(printed_out, " fields kept\n");
    CHECK(!strstr(printed_out, "crash"));
    options.json = true;
    start();
    CHECK_HAS(printed_out, "{\"event\":\"started\",\"line\":\"a.state: frame 4, all ");
    CHECK_HAS(printed_out, " fields kept\",\"frame\":4,\"report\":[{");
    CHECK_TEXT(printed_err, "");
    end();
}

TEST(a_script_prints_only_what_its_first_state_lost)
{
    if (!begin()) return;
    CHECK(save());
    options.script = "-";
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    start();
    CHECK_TEXT(printed_err, "");
    ed_game_close(&game);
    options.state = "a.state";
    CHECK_EQ(opened(), ED_EXIT_NOT_YET);
    start();
    CHECK_TEXT(printed_err, "");
    ed_ReportRow *row = &game.run->report.rows[0];
    for (u32 i = 0; i < 3; i++) {
        const ed_ReportRow before = *row;
        if (i == 0) row->outcome = ED_ADDED;
        if (i == 1) row->tally.cleared = 1;
        if (i == 2) row->tally.rounded = 1;
        options.quiet = false;
        start();
        CHECK_HAS(printed_err, "a.state: frame 4, ");
        CHECK_TEXT(printed_out, "");
        options.quiet = true;
        start();
        CHECK_TEXT(printed_err, "");
        *row = before;
    }
    end();
}
