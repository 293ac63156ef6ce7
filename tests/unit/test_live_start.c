#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/swap.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/os/library/loader.h"

// --- starting -----------------------------------------------------------------------------------

TEST(a_module_that_cannot_be_loaded_at_the_start_is_reported_by_name)
{
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin_folder());
    const ed_LiveConfig config = swap_config(true);
    CHECK(swap_write("game.so", "text", 4));
    CHECK(!ed_live_open(&config, &error));
    CHECK_HAS(error.text, "game.so: it is not a shared library");
    error = (ed_Error){ .code = ED_OK };
    CHECK(unlink(swap_path("game.so")) == 0);
    CHECK(!ed_live_open(&config, &error));
    CHECK_HAS(error.text, "game.so: cannot be opened: No such file or directory: build the game "
                          "first, or name its module");
    CHECK(swap_put("game.so", NOW));
    CHECK(swap_open(&config));      // nothing stayed open
    CHECK_TEXT(live->own_fault.module, live->code.library->copy);
    CHECK(live->guarded);
    swap_end();
}

static bool date(const char *name, time_t seconds)
{
    const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = seconds } };
    return utimensat(AT_FDCWD, swap_path(name), times, 0) == 0;
}

TEST(a_source_is_built_at_the_start_if_it_is_newer_than_the_module_or_the_module_from_the_future)
{
    static const struct {
        time_t module, source;
        bool built;
    } dates[] = {
        { 1000000, 999999, false },
        { 1000000, 1000000, false },
        { 1000000, 1000001, true },
        { 1ll << 33, 1000000, true },      // in the year 2242
    };
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(false);
    config.watch[0] = swap_folder;
    CHECK(swap_write("a.c", "one", 3));
    for (u32 i = 0; i < 2 * ED_COUNT(dates); i++) {
        config.watching = i & 1;
        CHECK(date("game.so", dates[i / 2].module) && date("a.c", dates[i / 2].source));
        CHECK(swap_open(&config));
        CHECK_EQ(live->request == ED_REQUEST_DUE, dates[i / 2].built && config.watching);
        CHECK_EQ(ed_live_busy(live), dates[i / 2].built && config.watching);
        ed_live_close(live);
    }
    swap_end_folder();
}

/// Runs a game whose checkpoints and fault are in memory that the test owns, as with a supervisor.
static bool play_before(const ed_LiveConfig *config)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_checkpoint_open(config->checkpoint, &error) || !swap_open(config)) return false;
    swap_play(6);
    config->checkpoint->due_ns = 0;
    ed_live_step(live);
    bool kept = config->checkpoint->last.frame == 6 && ed_live_checkpoint(live).frame == 6;
    ed_live_close(live);
    return kept;
}

TEST(a_game_continues_from_the_checkpoint_and_the_code_of_an_earlier_process)
{
    static ed_Checkpoint checkpoint;
    static ed_Fault fault;
    ed_Error error = { .code = ED_OK };
    ed_Span other;
    u64 hash;
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(true);
    config.checkpoint = &checkpoint;
    config.fault = &fault;
    CHECK(play_before(&config));
    CHECK(swap_put("other.so", NEXT));
    CHECK(ed_library_read(swap_path("other.so"), test_arena(), &other, &hash, &error));
    // the copy that ran
    snprintf(fault.module, sizeof fault.module, "%s", swap_path("other.so"));
    config.watching = true;
    CHECK(swap_open(&config));
    CHECK_EQ(live->run.host.tick, 6);
    CHECK(live->code.library->hash == hash);
    CHECK(live->request == ED_REQUEST_DUE);      // the module on disk is another one
    CHECK(!live->run.failed_phase && live->pause == ED_PAUSE_NONE);
    swap_play(1);
    CHECK_EQ(live->run.host.tick, 7);
    ed_live_close(live);
    // without that file, the module on disk is loaded
    snprintf(fault.module, sizeof fault.module, "%s", swap_path("none.so"));
    CHECK(swap_open(&config));
    CHECK(live->code.library->hash != hash);
    CHECK(live->request == ED_REQUEST_NONE);
    CHECK_EQ(live->run.host.tick, 6);
    CHECK(ed_live_step(live));
    CHECK_EQ(live->event.kind, ED_LIVE_NOTICE);
    CHECK_HAS(live->event.line, "the code that ran before cannot be used: ");
    CHECK_HAS(live->event.line, "none.so: cannot be opened: No such file or directory; this is ");
    CHECK_HAS(live->event.line, "/game.so, as it was built last");
    ed_live_step(live);
    CHECK(live->event.number == 1);
    ed_live_close(live);
    // after a clear there is nothing to continue from
    snprintf(fault.module, sizeof fault.module, "%s", swap_path("other.so"));
    ed_checkpoint_clear(&checkpoint);
    CHECK(swap_open(&config));
    CHECK(live->code.library->hash != hash);
    CHECK_EQ(live->run.host.tick, 0);
    ed_live_close(live);
    ed_checkpoint_close(&checkpoint);
    swap_end_folder();
}

/// Where the function `update` begins in the module's file, as in memory.
static u64 offset_of_update(const ed_LiveConfig *config)
{
    void *symbol;
    if (!swap_open(config)) return 0;
    memcpy(&symbol, &live->code.library->module->update, sizeof symbol);
    u64 offset = (u64)((const u8 *)symbol - (const u8 *)ed_loader_base(symbol));
    ed_live_close(live);
    return offset;
}

TEST(the_addresses_of_a_failure_are_not_looked_up_in_other_code_than_that_which_failed)
{
    static ed_Checkpoint checkpoint;
    static ed_Fault fault;
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(true);
    const u64 base = 0x10000000, at = base + offset_of_update(&config);
    CHECK(at > base);
    config.checkpoint = &checkpoint;
    config.fault = &fault;
    CHECK(play_before(&config));
    config.start_paused = true;
    for (u32 i = 0; i < 2; i++) {
        fault = (ed_Fault){ .kind = ED_FAULT_EXIT, .number = 3, .phase = ED_PHASE_UPDATE };
        fault.base = base;
        fault.end = base + ((u64)1 << 30);
        fault.frames[fault.frame_count++] = at;
        snprintf(fault.module, sizeof fault.module, "%s", swap_path(i ? "none.so" : "game.so"));
        CHECK(swap_open(&config));
        for (u32 n = 0; n < 3 && live->event.kind != ED_LIVE_PAUSED; n++) ed_live_step(live);
        CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
        CHECK_EQ(strncmp(live->event.line, "exit was called", 15) == 0, i);
        CHECK_EQ(fault.frame_count, i ? 0 : 1);
        ed_live_close(live);
    }
    ed_checkpoint_close(&checkpoint);
    swap_end_folder();
}

TEST(a_game_whose_code_ended_the_process_before_starts_paused)
{
    static ed_Checkpoint checkpoint;
    static ed_Fault fault;
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(true);
    config.checkpoint = &checkpoint;
    config.fault = &fault;
    CHECK(play_before(&config));
    config.start_paused = true;
    for (u32 i = 0; i < 2; i++) {
        fault = (ed_Fault){ .kind = ED_FAULT_EXIT, .number = 3, .phase = ED_PHASE_RENDER };
        if (i) fault.phase = ED_PHASE_NONE;
        CHECK(swap_open(&config));
        CHECK_EQ(live->run.failed_phase, i ? ED_PHASE_UPDATE : ED_PHASE_RENDER);
        CHECK(live->pause == ED_PAUSE_RESTARTED);
        CHECK(ed_live_step(live));
        CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
        CHECK_HAS(live->event.line, "exit was called instead of setting host->quit");
        CHECK_HAS(live->event.line, "; paused at frame 6: fix and save to resume");
        CHECK(!ed_live_step(live));
        CHECK(ed_run_resume(&live->run, &error));
        CHECK(!ed_live_step(live));
        CHECK(live->pause == ED_PAUSE_NONE);
        CHECK_EQ(fault.kind, ED_FAULT_NONE);
        ed_live_close(live);
    }
    ed_checkpoint_close(&checkpoint);
    swap_end_folder();
}

// --- closing ------------------------------------------------------------------------------------

TEST(a_closed_live_loop_leaves_nothing)
{
    char copies[ED_COPY_DIR_PATH_MAX];
    CHECK(swap_begin_folder());
    int files = open_files();
    u32 arenas = 0;
    ed_LiveConfig config = swap_config(true);
    for (u32 i = 0; i < 3; i++) {
        config.no_trial = i != 1;
        CHECK(swap_open(&config));
        snprintf(copies, sizeof copies, "%s", live->copy_dir.path);
        CHECK(access(copies, F_OK) == 0);
        swap_play(2);
        CHECK(swap_put("new.so", NEXT) && swap_script(i == 2 ? SWAP_OFFER SWAP_COPY : SWAP_COPY)
              && swap_put("early.so", NOW));
        CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
        CHECK_EQ(live->build.runs, i == 2);
        if (i == 1) {      // a trial is running
            CHECK(swap_put("new.so", NOW));
            ed_live_build(live);
            for (u32 k = 0; k < 20000 && !live->trial.runs; k++) {
                ed_live_step(live);
                ed_live_wait(live, 1);
            }
            CHECK(live->trial.runs);
        }
        ed_live_close(live);
        CHECK(access(copies, F_OK) != 0);
        CHECK_EQ(open_files(), files);
        if (i == 0) arenas = failing_open();      // the arena of the environment stays open
        CHECK_EQ(failing_open(), arenas);
    }
    swap_end_folder();
}

TEST(a_live_loop_that_cannot_be_opened_leaves_nothing)
{
    CHECK(swap_begin_folder());
    int files = open_files();
    u32 arenas = failing_open();
    const ed_LiveConfig config = swap_config(true);
    for (u32 i = 0; i < 3; i++) {
        ed_Error error = { .code = ED_OK };
        if (i == 0) CHECK(swap_put_failing("game.so", NOW, FAULT_NONE, PHASE_LOAD, 1));
        if (i == 1) CHECK(swap_write("game.so", "text", 4));
        if (i == 2) CHECK(unlink(swap_path("game.so")) == 0);
        if (i == 0) failing_begin(1, false);
        ed_Live *opened = ed_live_open(&config, &error);
        bool failed = failing_end();
        CHECK(!opened && (failed || i > 0) && *error.text);
        CHECK_EQ(open_files(), files);
        CHECK_EQ(failing_open(), arenas);
    }
    swap_end_folder();
}
