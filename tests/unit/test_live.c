#include "runtime/live/process.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/system/clock.h"
#include "tests/lib/bare_live.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/fake_tool.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "gen/schema.gen.h"

// --- a game that runs under live editing: its loop alone, without a library ---------------------

/// Steps until there is an event.
static ed_LiveKind next_event(void)
{
    for (u32 i = 0; i < 20000; i++) {
        if (ed_live_step(&bare)) return bare.event.kind;
        ed_live_wait(&bare, 1);
    }
    return ED_LIVE_NOTHING;
}

TEST(a_build_that_cannot_be_started_is_reported_and_may_be_tried_again)
{
    CHECK(bare_begin());
    CHECK(!ed_live_step(&bare));
    ed_live_build(&bare);
    failing_call("pipe2", EMFILE);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(bare.event.line, "the build cannot be started: Too many open files; "
                                "still running the previous build");
    CHECK(!ed_live_busy(&bare));
    CHECK_EQ(bare.build_lock, -1);
    ed_live_build(&bare);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILDING);
    bare_end();
}

TEST(a_build_is_stopped_once)
{
    CHECK(bare_begin());
    CHECK(!ed_live_stop_build(&bare));
    bare.config.build_command = "sleep 600";
    ed_live_build(&bare);
    CHECK(ed_live_step(&bare));
    CHECK(ed_live_busy(&bare));
    CHECK(ed_live_stop_build(&bare));
    CHECK(!ed_live_stop_build(&bare));
    for (u32 i = 0; i < 20000 && !ed_live_step(&bare); i++) ed_live_wait(&bare, 1000);
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_HAS(bare.event.line, "the build was stopped by hand after ");
    CHECK_HAS(bare.event.line, "still running the previous build");
    bare_end();
}

TEST(a_build_that_prints_nothing_is_reported_by_a_step)
{
    CHECK(bare_begin());
    bare.config.build_command = "exec sleep 600";
    bare.config.silent_ms = 1;
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_STALLED);
    CHECK_HAS(bare.event.line, "has printed nothing for 0.001 s");
    bare_end();
}

TEST(a_wait_ends_with_a_save)
{
    CHECK(bare_begin());
    bare.config.watching = true;
    u64 start_ns = ed_now_ns();
    ed_live_wait(&bare, 10);
    CHECK(ed_now_ns() - start_ns >= 9000000);
    FILE *file = fopen(bare_module_path, "w");
    CHECK(file && fclose(file) == 0);
    start_ns = ed_now_ns();
    ed_live_wait(&bare, 60000);
    CHECK(ed_now_ns() - start_ns < 30000000000u);
    bare_end();
}

TEST(a_game_that_was_never_replaced_has_no_previous_build)
{
    ed_Error error = { .code = ED_OK };
    CHECK(bare_begin());
    CHECK(!ed_live_back(&bare, &error));
    CHECK_TEXT(error.text, "there is no previous build");
    bare_end();
}

TEST(more_sources_than_are_watched_are_reported_once)
{
    CHECK(bare_begin());
    bare.config.watching = true;
    bare.watch.full = true;
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_REFUSED);
    CHECK_TEXT(bare.event.line,
               "too much to watch (limits: 4096 sources, 256 folders, 255 bytes in a path): "
               "some saves will not be noticed; press F6 or use the script command reload");
    CHECK(!ed_live_step(&bare));
    bare_end();
}

// --- whether there is something to do -----------------------------------------------------------

TEST(live_editing_is_busy_until_a_save_has_taken_effect)
{
    static const struct {
        bool pending, builds, tries, ended, event, unreported;
        u32 early_build;
        bool busy, building, has_save;
    } cases[] = {
        { 0 },
        { .pending = true, .busy = true, .has_save = true },
        { .builds = true, .busy = true, .building = true, .has_save = true },
        { .tries = true, .busy = true, .building = true, .has_save = true },
        { .tries = true, .ended = true, .busy = true, .has_save = true },
        { .ended = true },
        { .event = true, .busy = true, .has_save = true },
        { .unreported = true, .busy = true, .has_save = true },
        // an early build of the last save runs
        { .early_build = 2 },
        { .early_build = 2, .builds = true, .busy = true, .building = true },
        { .early_build = 2, .tries = true, .busy = true, .building = true },
        { .early_build = 2,
          .builds = true,
          .pending = true,
          .busy = true,
          .building = true,
          .has_save = true },
        { .early_build = 2,
          .builds = true,
          .event = true,
          .busy = true,
          .building = true,
          .has_save = true },
        { .early_build = 1, .builds = true, .busy = true, .building = true, .has_save = true },
    };
    CHECK(bare_begin());
    bare.latest.number = 2;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        bare.request = cases[i].pending ? ED_REQUEST_DUE : ED_REQUEST_NONE;
        bare.build.runs = cases[i].builds;
        bare.trial.runs = cases[i].tries;
        bare.trial.ended_while_held = cases[i].ended;
        bare.watch.event_ns = cases[i].event;
        bare.watch.unreported = cases[i].unreported;
        bare.code.early_build = cases[i].early_build;
        bool busy = ed_live_busy(&bare), building = ed_live_is_building(&bare),
             has_save = ed_live_has_pending_save(&bare);
        bare.build.runs = false;
        bare.trial.runs = false;
        CHECK_EQ(busy, cases[i].busy);
        CHECK_EQ(building, cases[i].building);
        CHECK_EQ(has_save, cases[i].has_save);
    }
    bare.code.early_build = 0;
    bare_end();
}

/// Steps until there is no build and no save left; false if there is an event meanwhile.
static bool ends_without_an_event(void)
{
    for (u32 i = 0; i < 20000 && ed_live_busy(&bare); i++) {
        if (ed_live_step(&bare)) return false;
        ed_live_wait(&bare, 1);
    }
    return !ed_live_busy(&bare);
}

TEST(polling_a_build_does_not_start_one)
{
    CHECK(bare_begin());
    bare.config.build_command = "echo 'a.c:1:2: error: no'; exit 1";
    ed_live_build(&bare);
    CHECK(!ed_live_poll_build(&bare));
    CHECK(bare.request == ED_REQUEST_DUE && !bare.build.runs);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILDING);
    CHECK_TEXT(bare.event.line, "building");
    CHECK(bare.request == ED_REQUEST_NONE && bare.latest.number == 1);
    bool reported = false;
    for (u32 i = 0; i < 20000 && ed_live_is_building(&bare) && !reported; i++) {
        reported = ed_live_poll_build(&bare);
        CHECK(!bare.trial.held);
        ed_live_wait(&bare, 1);
    }
    CHECK(reported);
    CHECK_TEXT(bare.event.line, "a.c:1:2: no; still running the previous build");
    CHECK(ends_without_an_event());      // it is reported once
    CHECK_EQ(bare.build_lock, -1);
    CHECK_HAS(ed_live_build_output(&bare), "a.c:1:2: error: no");
    bare_end();
}

TEST(an_error_is_reported_before_the_build_ends)
{
    char command[192];
    CHECK(bare_begin());
    CHECK(mkfifo(bare_path("go"), 0600) == 0);
    snprintf(command, sizeof command, "echo 'a.c:1:2: error: no'; read _ <%s; exit 1",
             bare_path("go"));
    bare.config.build_command = command;
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(bare.build.runs);
    CHECK_TEXT(bare.event.line, "a.c:1:2: no; still running the previous build");
    CHECK(bare_write("go", "\n"));
    CHECK(ends_without_an_event());
    // the next build reports its own
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    bare_end();
}

// --- what a build is for ------------------------------------------------------------------------

TEST(a_build_that_changes_no_module_is_an_error_if_a_unit_was_saved)
{
    CHECK(bare_begin() && bare_make_module());
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
    CHECK_TEXT(bare.event.line, "no changes: nothing was built");
    CHECK(bare_write("a.h", "one"));
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
    CHECK(bare_write("a.c", "one"));
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(bare.event.line, "/a.c was saved and the build succeeded, but it did not update ");
    bare_end();
}

TEST(a_good_build_has_compiled_the_files_that_it_was_given)
{
    char command[512], changed[160];
    CHECK(bare_begin() && bare_make_module());
    CHECK(bare_write("a.c", "one"));
    snprintf(changed, sizeof changed, "-W %s", bare_path("a.c"));
    snprintf(command, sizeof command, "echo \"<$EDDIE_CHANGED>\"; cp %s %s.new; mv %s.new %s",
             bare_module_path, bare_module_path, bare_module_path, bare_module_path);
    bare.config.build_command = command;
    for (u32 i = 0; i < 2; i++) {
        char expected[192];
        ed_live_build(&bare);
        CHECK_EQ(next_event(), ED_LIVE_BUILDING);
        CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
        CHECK_HAS(bare.event.line, "no changes: built in ");
        snprintf(expected, sizeof expected, "<%s>\n", i ? "" : changed);
        CHECK_TEXT(ed_live_build_output(&bare), expected);
        CHECK(bare.request == ED_REQUEST_NONE);
    }
    bare_end();
}

TEST(a_newer_save_ends_a_build_without_an_event)
{
    CHECK(bare_begin() && bare_make_module());
    bare.config.build_command = "exec sleep 600";
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    bare.config.build_command = "true";
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(bare.latest.number, 2);
    CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
    CHECK(!ed_live_busy(&bare));
    bare_end();
}

TEST(a_build_that_was_stopped_by_hand_starts_no_other)
{
    CHECK(bare_begin());
    bare.config.build_command = "exec sleep 600";
    ed_live_build(&bare);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    bare.request = ED_REQUEST_DUE;      // a save
    CHECK(ed_live_stop_build(&bare));
    CHECK(bare.request == ED_REQUEST_NONE);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(bare.event.line, "the build was stopped by hand after ");
    CHECK(!ed_live_busy(&bare));
    bare_end();
}

TEST(a_build_waits_while_another_host_builds)
{
    i64 other = ED_NO_LOCK;
    CHECK(bare_begin());
    CHECK(ed_build_lock_take(&other, bare_module_path));
    ed_live_build(&bare);
    for (u32 i = 0; i < 3; i++) CHECK(!ed_live_step(&bare));
    CHECK(bare.request == ED_REQUEST_DUE && !bare.build.runs && bare.build_lock == -1);
    ed_file_lock_release(&other);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILDING);
    CHECK(bare.build_lock >= 0);
    bare_end();
}

TEST(a_pipe_that_is_named_as_a_source_is_reported_and_blocks_builds_until_it_is_removed)
{
    CHECK(bare_begin());
    CHECK(mkfifo(bare_path("a\x1b.c"), 0600) == 0);
    ed_live_build(&bare);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_REFUSED);
    CHECK_HAS(bare.event.line, "/a?.c is a pipe, a socket or a device, not a file");
    CHECK(!ed_live_step(&bare) && !ed_live_busy(&bare));
    CHECK(unlink(bare_path("a\x1b.c")) == 0);
    ed_watch_scan(&bare.watch);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILDING);
    CHECK(bare.request != ED_REQUEST_BLOCKED);
    bare_end();
}

// --- memory for the swap ------------------------------------------------------------------------

TEST(memory_of_an_estimated_then_measured_size_is_committed_while_a_trial_migrates)
{
    static ed_TrialReport report;
    CHECK(bare_begin());
    const u32 states = bare.run.module->schema->state_count;
    memset(&report, 0, sizeof report);
    pid_t child = fork();
    if (child == 0)
        for (;;) pause();
    bare.trial = (ed_Trial){ .child = { .process = child, .input = -1, .output = -1 },
                             .runs = true,
                             .begun = true,
                             .report = &report,
                             .output = -1,
                             .bytes_end = UINT64_MAX,
                             .polled_ns = ed_now_ns() };
    report.begun = true;
    report.fault.calling = ED_PHASE_LOAD;
    bool stepped = ed_live_step(&bare);
    u32 before = bare.commit.count;
    report.migrates = true;
    report.fault.calling = ED_PHASE_UNPACK;
    stepped |= ed_live_step(&bare);
    u32 guessed = bare.commit.count;
    const ed_MemoryCommitPart first = bare.commit.parts[0];
    stepped |= ed_live_step(&bare);
    bool again = bare.commit.count != guessed;
    report.sizes.states[0] = ED_COMMIT_MIN + 5000;
    report.sizes.attic = 300;
    report.migrated = true;
    report.fault.calling = ED_PHASE_UPDATE;
    stepped |= ed_live_step(&bare);
    u32 measured = bare.commit.count;
    const ed_MemoryCommitPart second = bare.commit.parts[0], attic = bare.commit.parts[1];
    bool commits = bare.commit.started;
    ed_live_stop_trial(&bare);
    bare.trial.report = NULL;
    CHECK(!stepped && before == 0 && !again);
    CHECK_EQ(guessed, states);
    CHECK(first.arena.base == ed_run_spare(&bare.run, 0)->base);
    CHECK_EQ(first.end, bare.run.states[0].arena->used);
    CHECK_EQ(measured, 2);      // one state, and the attic
    CHECK(commits);
    CHECK(second.arena.base == first.arena.base && second.end == ED_COMMIT_MIN + 5000);
    CHECK(attic.arena.base == ed_attics_spare(&bare.run.attics)->base && attic.end == 300);
    CHECK(!report.migrates && !report.migrated);
    bare_end();
}

static u32 unpack_limit_ms;

static bool unpack_noting_limit(const void *bytes, size_t size, ed_State *state, ed_Arena *work,
                                ed_Report *report, ed_Error *error)
{
    unpack_limit_ms = ed_guard_hang_ms(ED_PHASE_UNPACK);
    return ed_snapshot_read(bytes, size, state, work, report, error);
}

TEST(the_time_limit_of_the_first_load_depends_on_the_size_of_the_snapshot)
{
    const u32 count = 40000;
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    CHECK(bare_begin());
    Game *game = bare.run.host.states[Game_root].at;
    for (u32 i = 0; i < count; i++)
        Point_array_add(bare.run.host.states[Game_root].arena, &game->points)->x = (f32)i;
    CHECK(ed_run_pack_into(&bare.run, ED_PACK_FILE, test_arena(), &bytes, &error));
    CHECK(ed_run_restart(&bare.run, 5, &error) && ed_guard_open(&bare.own_fault, &error));
    bare_module.unpack = unpack_noting_limit;
    bare.run.caller = (ed_GuardedCall){ ed_guard_call, &bare.run };
    CHECK(ed_run_load(&bare.run, bytes.at, bytes.size, &error));
    CHECK(bytes.size > 10 * ED_GUARD_BYTES_PER_MS);
    CHECK(unpack_limit_ms
          >= ED_GUARD_HANG_MS * ED_GUARD_SLOW_FACTOR + bytes.size / ED_GUARD_BYTES_PER_MS);
    ed_guard_close();
    bare_end();
}

// --- a state that cannot be packed --------------------------------------------------------------

static bool is_too_deep;

static bool pack_unless_too_deep(ed_Writer *w, const ed_State *state)
{
    if (!is_too_deep) return ed_snapshot_write(w, state);
    ed_fail(&w->err, ED_ERR_DEPTH, "children is nested deeper than 64");
    return false;
}

/// Makes an update and a step in which a checkpoint is due. True if there is an event.
static bool steps_with_checkpoint(void)
{
    ed_run_update(&bare.run, NULL);
    bare.checkpoint.due_ns = 0;
    return ed_live_step(&bare);
}

TEST(a_state_that_can_no_longer_be_packed_is_reported_at_once_with_the_limit)
{
    CHECK(bare_begin());
    bare.config.no_checkpoints = is_too_deep = false;
    bare_module.pack = pack_unless_too_deep;
    CHECK(!steps_with_checkpoint());
    is_too_deep = true;
    CHECK(steps_with_checkpoint());
    CHECK_EQ(bare.event.kind, ED_LIVE_UNPROTECTED);
    CHECK_TEXT(bare.event.line,
               "the game's state is no longer protected: children is nested deeper than 64; a "
               "failure would take the game back to frame 1; saving, rewinding and changing its "
               "layout fail, too");
    CHECK(!steps_with_checkpoint());
    // A good build clears the message, so it is repeated.
    ed_live_begin_event(&bare, ED_LIVE_RELOADED);
    CHECK(steps_with_checkpoint());
    CHECK_EQ(bare.event.kind, ED_LIVE_UNPROTECTED);
    CHECK_HAS(bare.event.line, "back to frame 1;");
    is_too_deep = false;
    CHECK(steps_with_checkpoint());
    CHECK_EQ(bare.event.kind, ED_LIVE_PROTECTED);
    CHECK_TEXT(bare.event.line, "the game's state is protected again");
    CHECK(!steps_with_checkpoint());
    bare_end();
}

TEST(a_game_that_was_never_packed_would_lose_its_state)
{
    CHECK(bare_begin());
    bare.config.no_checkpoints = false;
    is_too_deep = true;
    bare_module.pack = pack_unless_too_deep;
    CHECK(steps_with_checkpoint());
    CHECK_EQ(bare.event.kind, ED_LIVE_UNPROTECTED);
    CHECK_HAS(bare.event.line, "deeper than 64; a failure would lose it; saving");
    // A fault in pack is a failure of the game, which is reported as such.
    bare.reported.unprotected = false;
    bare.checkpoint.error.code = ED_ERR_CRASH;
    CHECK(!ed_live_report_protection(&bare));
    bare.checkpoint.error.code = ED_ERR_OS;
    CHECK(ed_live_report_protection(&bare));
    CHECK_HAS(bare.event.line, "a failure would lose it");
    CHECK(!strstr(bare.event.line, "saving"));
    bare_end();
}

// --- the game's process and its failures --------------------------------------------------------

TEST(before_a_build_the_process_is_as_the_host_left_it)
{
    CHECK(bare_begin());
    ed_process_take();
    mode_t before = umask(0);
    umask(before ^ 1);
    ed_live_build(&bare);
    CHECK(ed_live_step(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_BUILDING);
    CHECK_EQ(umask(before), before);
    CHECK_EQ(next_event(), ED_LIVE_NOTICE);
    CHECK_HAS(bare.event.line, "the game changed the file mode mask (umask) in update or render");
    bare_end();
}

/// True if a fault pauses the game. The fault has `frames_in_module` recorded frames.
static bool pauses(u32 frames_in_module)
{
    bare.run.failed_phase = ED_PHASE_UPDATE;
    bare.pause = ED_PAUSE_NONE;
    *ed_live_fault_of(&bare) = (ed_Fault){ .kind = ED_FAULT_SIGNAL,
                                           .number = 1,
                                           .phase = ED_PHASE_UPDATE,
                                           .base = 1,
                                           .end = 9,
                                           .frames = { 5 },
                                           .frame_count = frames_in_module };
    return ed_live_poll_safety(&bare) && bare.event.kind == ED_LIVE_PAUSED;
}

TEST(an_unrecoverable_fault_ends_the_process_only_if_it_is_supervised)
{
    static ed_Fault fault;
    int status = 0;
    CHECK(bare_begin());
    CHECK(pauses(1) && pauses(0));      // 0: the stack is unknown
    bare.config.fault = &fault;
    CHECK(pauses(1));
    pid_t child = fork();
    if (child == 0) _exit(pauses(0));
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    bare.config.fault = NULL;
    bare.run.failed_phase = ED_PHASE_NONE;
    bare_end();
}

TEST(an_event_about_a_failure_has_no_control_characters)
{
    CHECK(bare_begin() && fake_tool_begin());
    CHECK(fake_tool_runs("printf 'f at a\\001b.c:3\\n'"));
    bare.run.failed_phase = ED_PHASE_UPDATE;
    bare.own_fault = (ed_Fault){ .kind = ED_FAULT_STACK,
                                 .number = 1,
                                 .phase = ED_PHASE_UPDATE,
                                 .base = 1,
                                 .end = 9,
                                 .frames = { 5 },
                                 .frame_count = 1,
                                 .module = "/nowhere/game.so" };
    CHECK(ed_live_poll_safety(&bare));
    CHECK_EQ(bare.event.kind, ED_LIVE_PAUSED);
    CHECK_TEXT(bare.event.location, "a?b.c:3");
    CHECK(strncmp(bare.event.line, "a?b.c:3: stack overflow", 23) == 0);
    CHECK_EQ(ed_live_fault(&bare)->number, 1);
    CHECK(!ed_live_poll_safety(&bare));      // it is reported once
    bare.own_fault.number = 2;               // another one
    CHECK(ed_live_poll_safety(&bare));
    bare.run.failed_phase = ED_PHASE_NONE;
    CHECK(!ed_live_poll_safety(&bare));
    CHECK_EQ(bare.own_fault.kind, ED_FAULT_NONE);
    fake_tool_end();
    bare_end();
}
