#include "runtime/live/live_inner.h"
#include "runtime/migrate/snapshot.h"
#include "runtime/live/process.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/fake_tool.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "gen/schema.gen.h"

// --- a game that runs under live editing: its loop alone, without a library ---------------------

static ed_Live live;
static ed_Module module;
static char folder[64], path[96];

static void nothing(ed_Host *host) { (void)host; }

static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    memset(&live, 0, sizeof live);
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .schema = &eddie_schema,
                          .update = nothing,
                          .render = nothing,
                          .pack = ed_snapshot_write,
                          .unpack = ed_snapshot_read };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/game.so", folder);
    live.config =
        (ed_LiveConfig){ .module_path = path, .build_command = "true", .no_checkpoints = true };
    live.build_lock = -1;
    return ed_run_open(&live.run, &module, 5, &error)
        && ed_watch_open(&live.watch, (const char *const[]){ folder, NULL }, &error);
}

static void end(void)
{
    char command[128];
    ed_live_close(&live);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

TEST(a_build_that_cannot_be_started_is_reported_and_may_be_tried_again)
{
    CHECK(begin());
    CHECK(!ed_live_step(&live));
    ed_live_build(&live);
    failing_call("pipe2", EMFILE);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live.event.line, "the build cannot be started: Too many open files; "
                                "still running the previous build");
    CHECK(!ed_live_busy(&live));
    CHECK_EQ(live.build_lock, -1);
    ed_live_build(&live);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
    end();
}

TEST(a_build_is_stopped_once)
{
    CHECK(begin());
    CHECK(!ed_live_stop_build(&live));
    live.config.build_command = "sleep 600";
    ed_live_build(&live);
    CHECK(ed_live_step(&live));
    CHECK(ed_live_busy(&live));
    CHECK(ed_live_stop_build(&live));
    CHECK(!ed_live_stop_build(&live));
    for (u32 i = 0; i < 20000 && !ed_live_step(&live); i++) ed_live_wait(&live, 1000);
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live.event.line, "the build was stopped by hand after ");
    CHECK_HAS(live.event.line, "still running the previous build");
    end();
}

TEST(a_wait_ends_with_a_save)
{
    CHECK(begin());
    live.config.watching = true;
    u64 start_ns = ed_now_ns();
    ed_live_wait(&live, 10);
    CHECK(ed_now_ns() - start_ns >= 9000000);
    FILE *file = fopen(path, "w");
    CHECK(file && fclose(file) == 0);
    start_ns = ed_now_ns();
    ed_live_wait(&live, 60000);
    CHECK(ed_now_ns() - start_ns < 30000000000u);
    end();
}

TEST(a_game_that_was_never_replaced_has_no_previous_build)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(!ed_live_back(&live, &error));
    CHECK_TEXT(error.text, "there is no previous build");
    end();
}

TEST(more_sources_than_are_watched_are_reported_once)
{
    CHECK(begin());
    live.config.watching = true;
    live.watch.full = true;
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_REFUSED);
    CHECK_TEXT(live.event.line,
               "too much to watch (limits: 4096 sources, 256 folders, 255 bytes in a path): "
               "some saves will not be noticed; press F6 or use the script command reload");
    CHECK(!ed_live_step(&live));
    end();
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
    CHECK(begin());
    live.builds = 2;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        live.pending = cases[i].pending;
        live.build.pid = cases[i].builds;
        live.trial.child = cases[i].tries;
        live.trial.ended_while_held = cases[i].ended;
        live.watch.event_ns = cases[i].event;
        live.watch.unreported = cases[i].unreported;
        live.code.early_build = cases[i].early_build;
        bool busy = ed_live_busy(&live), building = ed_live_is_building(&live),
             has_save = ed_live_has_pending_save(&live);
        live.build.pid = live.trial.child = 0;
        CHECK_EQ(busy, cases[i].busy);
        CHECK_EQ(building, cases[i].building);
        CHECK_EQ(has_save, cases[i].has_save);
    }
    live.code.early_build = 0;
    end();
}

static const char *in(const char *name)
{
    static char paths[2][128];
    static u32 turn;
    char *it = paths[turn++ % 2];
    snprintf(it, sizeof paths[0], "%s/%s", folder, name);
    return it;
}

static bool write_file(const char *name, const char *text)
{
    FILE *file = fopen(in(name), "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

/// Steps until there is an event.
static ed_LiveKind next_event(void)
{
    for (u32 i = 0; i < 20000; i++) {
        if (ed_live_step(&live)) return live.event.kind;
        ed_live_wait(&live, 1);
    }
    return ED_LIVE_NOTHING;
}

/// Steps until there is no build and no save left; false if there is an event meanwhile.
static bool ends_without_an_event(void)
{
    for (u32 i = 0; i < 20000 && ed_live_busy(&live); i++) {
        if (ed_live_step(&live)) return false;
        ed_live_wait(&live, 1);
    }
    return !ed_live_busy(&live);
}

/// Makes a file that counts as the module, which the build command need not change.
static bool make_module(void)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    live.code.library = &live.libraries[0];
    return write_file("game.so", "a module")
        && ed_arena_open(&live.file, "module file", ED_LIBRARY_BYTES_MAX, &error)
        && ed_library_read(path, test_arena(), &bytes, &live.libraries[0].hash, &error);
}

TEST(polling_a_build_does_not_start_one)
{
    CHECK(begin());
    live.config.build_command = "echo 'a.c:1:2: error: no'; exit 1";
    ed_live_build(&live);
    CHECK(!ed_live_poll_build(&live));
    CHECK(live.pending && !live.build.pid);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
    CHECK_TEXT(live.event.line, "building");
    CHECK(!live.pending && live.builds == 1);
    bool reported = false;
    for (u32 i = 0; i < 20000 && ed_live_is_building(&live) && !reported; i++) {
        reported = ed_live_poll_build(&live);
        CHECK(!live.trial.held);
        ed_live_wait(&live, 1);
    }
    CHECK(reported);
    CHECK_TEXT(live.event.line, "a.c:1:2: no; still running the previous build");
    CHECK(ends_without_an_event());      // it is reported once
    CHECK_EQ(live.build_lock, -1);
    CHECK_HAS(ed_live_build_output(&live), "a.c:1:2: error: no");
    end();
}

TEST(an_error_is_reported_before_the_build_ends)
{
    char command[192];
    CHECK(begin());
    CHECK(mkfifo(in("go"), 0600) == 0);
    snprintf(command, sizeof command, "echo 'a.c:1:2: error: no'; read _ <%s; exit 1", in("go"));
    live.config.build_command = command;
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(live.build.pid);
    CHECK_TEXT(live.event.line, "a.c:1:2: no; still running the previous build");
    CHECK(write_file("go", "\n"));
    CHECK(ends_without_an_event());
    // the next build reports its own
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    end();
}

// --- what a build is for ------------------------------------------------------------------------

TEST(a_build_that_changes_no_module_is_an_error_if_a_unit_was_saved)
{
    CHECK(begin() && make_module());
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
    CHECK_TEXT(live.event.line, "no changes: nothing was built");
    CHECK(write_file("a.h", "one"));
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
    CHECK(write_file("a.c", "one"));
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live.event.line, "/a.c was saved and the build succeeded, but it did not update ");
    end();
}

TEST(a_good_build_has_compiled_the_files_that_it_was_given)
{
    char command[512], changed[160];
    CHECK(begin() && make_module());
    CHECK(write_file("a.c", "one"));
    snprintf(changed, sizeof changed, "-W %s", in("a.c"));
    snprintf(command, sizeof command, "echo \"<$EDDIE_CHANGED>\"; cp %s %s.new; mv %s.new %s", path,
             path, path, path);
    live.config.build_command = command;
    for (u32 i = 0; i < 2; i++) {
        char expected[192];
        ed_live_build(&live);
        CHECK_EQ(next_event(), ED_LIVE_BUILDING);
        CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
        CHECK_HAS(live.event.line, "no changes: built in ");
        snprintf(expected, sizeof expected, "<%s>\n", i ? "" : changed);
        CHECK_TEXT(ed_live_build_output(&live), expected);
        CHECK(!live.pending);
    }
    end();
}

TEST(a_module_from_the_future_is_built_from_the_start)
{
    const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = time(NULL) + 3600 } };
    CHECK(begin() && make_module());
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_TEXT(live.event.line,
               "building everything: existing build files are dated in the future");
    end();
}

TEST(a_newer_save_ends_a_build_without_an_event)
{
    CHECK(begin() && make_module());
    live.config.build_command = "exec sleep 600";
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    live.config.build_command = "true";
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    CHECK_EQ(live.builds, 2);
    CHECK_EQ(next_event(), ED_LIVE_UNCHANGED);
    CHECK(!ed_live_busy(&live));
    end();
}

TEST(a_build_that_was_stopped_by_hand_starts_no_other)
{
    CHECK(begin());
    live.config.build_command = "exec sleep 600";
    ed_live_build(&live);
    CHECK_EQ(next_event(), ED_LIVE_BUILDING);
    live.pending = true;      // a save
    CHECK(ed_live_stop_build(&live));
    CHECK(!live.pending);
    CHECK_EQ(next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live.event.line, "the build was stopped by hand after ");
    CHECK(!ed_live_busy(&live));
    end();
}

TEST(while_another_host_builds_a_build_waits)
{
    int other = -1;
    CHECK(begin());
    CHECK(ed_build_lock_take(&other, path));
    ed_live_build(&live);
    for (u32 i = 0; i < 3; i++) CHECK(!ed_live_step(&live));
    CHECK(live.pending && !live.build.pid && live.build_lock == -1);
    ed_build_lock_release(&other);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
    CHECK(live.build_lock >= 0);
    end();
}

TEST(a_pipe_that_is_named_as_a_source_is_reported_and_blocks_builds_until_it_is_removed)
{
    CHECK(begin());
    CHECK(mkfifo(in("a\x1b.c"), 0600) == 0);
    ed_live_build(&live);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_REFUSED);
    CHECK_HAS(live.event.line, "/a?.c is a pipe, a socket or a device, not a file");
    CHECK(!ed_live_step(&live) && !ed_live_busy(&live));
    CHECK(unlink(in("a\x1b.c")) == 0);
    ed_watch_scan(&live.watch);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
    CHECK(!live.blocked);
    end();
}

// --- builds that write their own sources --------------------------------------------------------

TEST(a_build_is_delayed_after_three_that_may_have_written_a_source)
{
    const u64 ms = 1000000;
    static const struct {
        u32 rebuilds, ended_ms;
        f64 build_ms;
        bool waits;
    } cases[] = { { 2, 0, 0, false },    { 3, 0, 0, true },          { 3, 900, 0, true },
                  { 3, 1100, 0, false }, { 3, 1100, 2000000, true }, { 7, 2000, 1500, false } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(begin());
        live.pending = true;
        live.rebuilds = cases[i].rebuilds;
        live.build.ms = cases[i].build_ms;
        live.ended_ns = ed_now_ns() - cases[i].ended_ms * ms;
        bool started = ed_live_step(&live);
        // unless this machine is very slow
        CHECK(started == !cases[i].waits || ed_now_ns() - live.ended_ns > 1000 * ms);
        end();
    }
}

TEST(a_build_that_may_write_a_source_is_not_stopped_because_of_it)
{
    static const struct {
        u32 rebuilds;
        bool loops, stops;
    } cases[] = { { 0, false, true }, { 2, false, true }, { 3, false, false }, { 0, true, false } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(begin());
        live.config.build_command = "exec sleep 600";
        ed_live_build(&live);
        CHECK(ed_live_step(&live));
        live.pending = true;
        live.rebuilds = cases[i].rebuilds;
        live.loops = cases[i].loops;
        CHECK(!ed_live_step(&live));
        CHECK_EQ(live.build.stopping, cases[i].stops);
        end();
    }
}

/// Steps until the next event of this kind, and skips the delay before the next build.
static bool comes_to(ed_LiveKind kind)
{
    for (u32 i = 0; i < 20000; i++) {
        if (ed_live_step(&live) && live.event.kind == kind) return true;
        live.ended_ns = 1;
        ed_live_wait(&live, 1);
    }
    return false;
}

/// Steps until there is nothing left to do.
static bool comes_to_rest(void)
{
    u32 idle = 0;
    for (u32 i = 0; i < 20000 && idle < 5; i++) {
        ed_live_step(&live);
        idle = ed_live_busy(&live) ? 0 : idle + 1;
        ed_live_wait(&live, 1);
    }
    return idle == 5;
}

TEST(seven_builds_that_write_the_same_source_are_a_loop)
{
    char command[512];
    CHECK(begin() && make_module());
    live.config.watching = true;
    snprintf(command, sizeof command, "date +%%s%%N$$ >%s.new && mv %s.new %s.h", path, path, path);
    live.config.build_command = command;
    CHECK(write_file("a.c", "one"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK_HAS(live.event.line, "each build writes ");
    CHECK_HAS(live.event.line, "/game.so.h, which would start the next build");
    CHECK_EQ(live.builds, 7);
    CHECK(live.loops && !live.pending);
    // with the next save of another file, it is reported at once
    CHECK(write_file("a.c", "two"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK_EQ(live.builds, 8);
    CHECK(comes_to_rest());
    // a build that does not write it ends the loop
    live.config.build_command = "true";
    CHECK(write_file("a.c", "three"));
    CHECK(comes_to(ED_LIVE_BUILDING));
    while (live.build.pid) CHECK(!ed_live_step(&live) || live.event.kind != ED_LIVE_STALLED);
    CHECK(write_file("a.c", "four"));
    CHECK(comes_to(ED_LIVE_BUILDING));
    CHECK(!live.loops);
    end();
}

TEST(a_loop_ends_also_if_builds_write_the_source_long_before_they_end)
{
    char command[512];
    CHECK(begin() && make_module());
    live.config.watching = true;
    snprintf(command, sizeof command,
             "for i in 1 2; do date +%%s%%N$$ >%s.new; mv %s.new %s.h; sleep 0.2; done; echo >>%s",
             path, path, path, path);
    live.config.build_command = command;
    CHECK(write_file("a.c", "one"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK(live.build.pid && !live.pending);
    u32 builds = live.builds;
    for (u32 i = 0; i < 20000 && live.build.pid; i++) {
        CHECK(!ed_live_step(&live) || live.event.kind != ED_LIVE_STALLED);
        ed_live_wait(&live, 1);
    }
    CHECK(live.loops && !live.pending);
    CHECK_EQ(live.builds, builds);
    // a save during a build is still built
    CHECK(write_file("a.c", "two"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK(write_file("b.c", "one"));
    for (u32 i = 0; i < 20000 && live.build.pid; i++) {
        ed_live_step(&live);
        ed_live_wait(&live, 1);
    }
    CHECK(live.pending);
    end();
}

TEST(saves_between_builds_are_no_loop)
{
    char text[16];
    CHECK(begin() && make_module());
    live.config.watching = true;
    for (u32 i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "%u", i);
        usleep(10000);      // a tick of the file system's clock
        CHECK(write_file("a.c", text));
        CHECK(comes_to(ED_LIVE_BUILDING));
        CHECK(comes_to(ED_LIVE_BUILD_FAILED));      // nothing was built
        CHECK_EQ(live.rebuilds, 0);
    }
    end();
}

// --- memory for the swap ------------------------------------------------------------------------

TEST(while_a_trial_migrates_memory_is_committed_first_as_a_guess_then_as_measured)
{
    static ed_TrialReport report;
    CHECK(begin());
    const u32 states = live.run.module->schema->state_count;
    memset(&report, 0, sizeof report);
    pid_t child = fork();
    if (child == 0)
        for (;;) pause();
    live.trial = (ed_Trial){ .child = child,
                             .report = &report,
                             .output = -1,
                             .apart = { -1, -1 },
                             .bytes_end = UINT64_MAX,
                             .polled_ns = ed_now_ns() };
    report.fault.calling = ED_PHASE_LOAD;
    bool stepped = ed_live_step(&live);
    u32 before = live.commit.count;
    report.fault.calling = ED_PHASE_UNPACK;
    stepped |= ed_live_step(&live);
    u32 guessed = live.commit.count;
    const ed_MemoryCommitPart first = live.commit.parts[0];
    stepped |= ed_live_step(&live);
    bool again = live.commit.count != guessed;
    report.sizes.states[0] = 5000;
    report.sizes.attic = 300;
    report.migrated = true;
    report.fault.calling = ED_PHASE_UPDATE;
    stepped |= ed_live_step(&live);
    u32 measured = live.commit.count;
    const ed_MemoryCommitPart second = live.commit.parts[0], attic = live.commit.parts[1];
    ed_live_stop_trial(&live);
    live.trial.report = NULL;
    CHECK(!stepped && before == 0 && !again);
    CHECK_EQ(guessed, states);
    CHECK(first.arena.base == ed_run_spare(&live.run, 0)->base);
    CHECK_EQ(first.end, live.run.states[0].arena->used);
    CHECK_EQ(measured, 2);      // one state, and the attic
    CHECK(second.arena.base == first.arena.base && second.end == 5000);
    CHECK(attic.arena.base == ed_run_attic_spare(&live.run)->base && attic.end == 300);
    CHECK(!report.migrated);
    end();
}

// --- the game's process and its failures --------------------------------------------------------

TEST(before_a_build_the_process_is_as_the_host_left_it)
{
    CHECK(begin());
    ed_process_take();
    mode_t before = umask(0);
    umask(before ^ 1);
    ed_live_build(&live);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
    CHECK_EQ(umask(before), before);
    CHECK_EQ(next_event(), ED_LIVE_NOTICE);
    CHECK_HAS(live.event.line, "the game changed the file mode mask (umask) in update or render");
    end();
}

TEST(what_an_event_says_of_a_failure_can_be_printed)
{
    CHECK(begin() && fake_tool_begin());
    CHECK(fake_tool_runs("printf 'f at a\\001b.c:3\\n'"));
    live.run.failed_phase = ED_PHASE_UPDATE;
    live.own_fault = (ed_Fault){ .kind = ED_FAULT_STACK,
                                 .number = 1,
                                 .phase = ED_PHASE_UPDATE,
                                 .base = 1,
                                 .end = 9,
                                 .frames = { 5 },
                                 .frame_count = 1,
                                 .module = "/nowhere/game.so" };
    CHECK(ed_live_poll_safety(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_PAUSED);
    CHECK_TEXT(live.event.location, "a?b.c:3");
    CHECK(strncmp(live.event.line, "a?b.c:3: stack overflow", 23) == 0);
    CHECK_EQ(ed_live_fault(&live)->number, 1);
    CHECK(!ed_live_poll_safety(&live));      // it is reported once
    live.own_fault.number = 2;               // another one
    CHECK(ed_live_poll_safety(&live));
    live.run.failed_phase = ED_PHASE_NONE;
    CHECK(!ed_live_poll_safety(&live));
    CHECK_EQ(live.own_fault.kind, ED_FAULT_NONE);
    fake_tool_end();
    end();
}
