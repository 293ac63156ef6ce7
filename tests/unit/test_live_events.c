#include "runtime/live/live_inner.h"
#include "runtime/live/process.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/system/clock.h"
#include "tests/lib/fake_tool.h"
#include "tests/lib/test.h"
#include <sys/stat.h>
#include "gen/schema.gen.h"

// --- a live loop whose fields a test sets, to see which event describes them --------------------

static ed_Live live;
static ed_Module module;

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
    live.config = (ed_LiveConfig){ .module_path = "game.so", .build_command = "make it" };
    live.build_lock = -1;
    live.watch.events.handle = -1;
    bool good = ed_run_open(&live.run, &module, 5, &error);
    live.run.report.same_layout = true;
    live.run.host.tick = 12;
    return good;
}

static void end(void)
{
    live.build.runs = false;
    ed_live_close(&live);
}

static ed_Error an_error(const char *text)
{
    ed_Error error = { .code = ED_OK };
    ed_fail(&error, ED_ERR_MODULE, "%s", text);
    return error;
}

static void fail_build(const char *cause, ed_BuildRank rank)
{
    live.build.cause_rank = rank;
    live.build.errors = rank == ED_RANK_LOCATED;
    ed_Text text = ed_text_over(live.build.cause, sizeof live.build.cause);
    ed_text_add(&text, "%s", cause);
}

static void warn(const char *warning)
{
    live.build.warnings = 1;
    ed_Text text = ed_text_over(live.build.warning, sizeof live.build.warning);
    ed_text_add(&text, "%s", warning);
}

TEST(each_event_has_the_next_number_and_the_times_of_its_build_and_trial)
{
    CHECK(begin());
    live.event.early = true;
    live.build.ms = 120;
    live.trial.ms = 30;
    for (u32 i = 1; i <= 2; i++) {
        ed_Text line = ed_live_begin_event(&live, ED_LIVE_BUILDING);
        CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
        CHECK_EQ(live.event.number, i);
        CHECK_TEXT(live.event.line, "");
        CHECK_TEXT(live.event.location, "");
        CHECK(live.event.build_ms == 120 && live.event.trial_ms == 30 && live.event.swap_ms == 0);
        CHECK(!live.event.early);
        ed_text_add(&line, "words");
        CHECK_TEXT(live.event.line, "words");
    }
    end();
}

TEST(a_refusal_says_which_code_keeps_running)
{
    static const struct {
        ed_Phase failed_phase;
        u32 early_build, builds;
        const char *words;
    } cases[] = {
        { ED_PHASE_NONE, 0, 0, "still running the previous build" },
        { ED_PHASE_NONE, 0, 3, "still running the previous build" },
        { ED_PHASE_NONE, 2, 3, "still running the previous build" },
        { ED_PHASE_NONE, 3, 3, "still running the early build of this save" },
        { ED_PHASE_UPDATE, 3, 3, "the game stays paused" },
        { ED_PHASE_UPDATE, 0, 3, "the game stays paused" },
    };
    const ed_Error error = an_error("it is empty");
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        live.run.failed_phase = cases[i].failed_phase;
        live.code.early_build = cases[i].early_build;
        live.latest.number = cases[i].builds;
        CHECK(ed_live_report_refused(&live, &error));
        CHECK_EQ(live.event.kind, ED_LIVE_REFUSED);
        CHECK_HAS(live.event.line, "game.so refused: it is empty; ");
        CHECK_TEXT(strrchr(live.event.line, ';') + 2, cases[i].words);
        CHECK(ed_live_report_not_started(&live, &error));
        CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
        CHECK_TEXT(strrchr(live.event.line, ';') + 2, cases[i].words);
    }
    end();
}

/// A fault in a module that does not exist: the fake tool supplies the source location.
static ed_Fault found_fault(void)
{
    return (ed_Fault){ .kind = ED_FAULT_STACK,
                       .number = 7,
                       .phase = ED_PHASE_UPDATE,
                       .base = 1,
                       .end = 9,
                       .frames = { 5 },
                       .frame_count = 1,
                       .module = "/nowhere/game.so" };
}

#define OVERFLOW "stack overflow: endless recursion, or very large local variables, in update"

TEST(a_module_that_failed_its_trial_is_refused_with_the_source_line_and_the_last_output)
{
    const ed_Fault fault = { .kind = ED_FAULT_EXIT, .phase = ED_PHASE_LOAD }, found = found_fault();
    CHECK(begin() && fake_tool_begin());
    CHECK(ed_live_report_failed(&live, &fault, ""));
    CHECK_EQ(live.event.kind, ED_LIVE_REFUSED);
    CHECK_TEXT(live.event.line, "game.so refused: exit was called instead of setting host->quit, "
                                "in load; still running the previous build");
    CHECK_TEXT(live.event.location, "");
    CHECK(fake_tool_runs("echo 'f at a.c:3'; echo 'update at a.c:9'"));
    CHECK(ed_live_report_failed(&live, &found, "its last words"));
    CHECK_TEXT(live.event.line, "game.so refused: a.c:3: " OVERFLOW " (f < update): its last "
                                "words; still running the previous build");
    CHECK_TEXT(live.event.location, "a.c:3");
    // the chain says nothing new
    CHECK(fake_tool_runs("echo 'update at a.c:9'"));
    CHECK(ed_live_report_failed(&live, &found, ""));
    CHECK_TEXT(live.event.line,
               "game.so refused: a.c:9: " OVERFLOW "; still running the previous build");
    fake_tool_end();
    end();
}

TEST(a_failed_build_is_reported_by_its_first_error)
{
    CHECK(begin());
    fail_build("game/a.c:3:5: error: no such thing", ED_RANK_LOCATED);
    CHECK(ed_live_report_build_failed(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live.event.location, "game/a.c:3:5");
    CHECK_TEXT(live.event.line, "game/a.c:3:5: no such thing; still running the previous build");
    fail_build("any words", ED_RANK_TEXT);
    CHECK(ed_live_report_build_failed(&live));
    CHECK_TEXT(live.event.location, "");
    CHECK_TEXT(live.event.line, "any words; still running the previous build");
    live.code.returns_state = true;
    CHECK(ed_live_report_build_failed(&live));
    CHECK_TEXT(live.event.line, "any words; the game continues; F8 returns to the build and the "
                                "state before this save");
    live.run.failed_phase = ED_PHASE_UPDATE;
    CHECK(ed_live_report_build_failed(&live));
    CHECK_TEXT(live.event.line, "any words; the game stays paused");
    end();
}

TEST(a_reload_says_how_long_it_took_and_how_it_was_tested)
{
    CHECK(begin());
    live.build.ms = 100;
    CHECK(ed_live_report_reloaded(&live, 1.26, NULL));
    CHECK_EQ(live.event.kind, ED_LIVE_RELOADED);
    CHECK_TEXT(live.event.line,
               "reloaded in 101 ms (not tested, swap 1.3): same layout, all state kept");
    CHECK(live.event.swap_ms == 1.26 && !live.event.early);
    live.trial.ms = 30;
    live.code.early_build = 1;
    CHECK(ed_live_report_reloaded(&live, 1.26, NULL));
    CHECK_TEXT(live.event.line, "reloaded in 131 ms (early build, trial 30, swap 1.3): "
                                "same layout, all state kept");
    CHECK(live.event.early);
    end();
}

TEST(that_new_code_cannot_be_tested_is_reported_once)
{
    CHECK(begin());
    CHECK(!ed_live_report_untested(&live));
    snprintf(live.candidate.untested, sizeof live.candidate.untested, "the program is missing");
    CHECK(ed_live_report_untested(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_NOTICE);
    CHECK_TEXT(live.event.line,
               "new code is not tested before it takes over: the program is missing");
    CHECK(!ed_live_report_untested(&live));
    end();
}

TEST(why_there_is_no_early_build_is_reported_once_for_each_reason)
{
    static const char *const reasons[] = { "a.c:1: no", "a.c:2: no", "b.c:2: no", "b.c:3: no" };
    CHECK(begin());
    CHECK(!ed_live_report_no_early(&live));
    for (u32 i = 0; i < ED_COUNT(reasons); i++) {      // a mistake that moves is not a new reason
        snprintf(live.build.no_early, sizeof live.build.no_early, "%s", reasons[i]);
        CHECK_EQ(ed_live_report_no_early(&live), i % 2 == 0);
    }
    CHECK_EQ(live.event.kind, ED_LIVE_NOTICE);
    CHECK_TEXT(live.event.line, "no early build: b.c:2: no");
    end();
}

TEST(a_reload_also_says_what_went_wrong)
{
    const ed_Fault fault = { .kind = ED_FAULT_EXIT, .phase = ED_PHASE_UNLOAD };
    CHECK(begin());
    CHECK(ed_live_report_reloaded(&live, 1, &fault));
    CHECK_TEXT(strrchr(live.event.line, ';'), "; the previous build failed: exit was called "
                                              "instead of setting host->quit, in unload");
    live.unload_failures = 1;
    CHECK(ed_live_report_reloaded(&live, 1, NULL));
    CHECK_TEXT(strrchr(live.event.line, ';'), "; 1 older build stays in memory: unloading failed");
    live.unload_failures = 2;
    CHECK(ed_live_report_reloaded(&live, 1, NULL));
    CHECK_TEXT(strrchr(live.event.line, ';'), "; 2 older builds stay in memory: unloading failed");
    warn("a.c:1:2: warning: unused");
    CHECK(ed_live_report_reloaded(&live, 1, NULL));
    CHECK_TEXT(strrchr(live.event.line, ';'), "; a.c:1:2: warning: unused");
    end();
}

TEST(a_return_to_the_previous_build_has_no_build_and_no_trial)
{
    CHECK(begin());
    live.build.ms = live.trial.ms = 50;
    CHECK(ed_live_report_back(&live, 2.5, false));
    CHECK_EQ(live.event.kind, ED_LIVE_RELOADED);
    CHECK_TEXT(live.event.line,
               "back to the previous build (swap 2.5 ms): same layout, all state kept");
    CHECK(ed_live_report_back(&live, 2.5, true));
    CHECK_TEXT(live.event.line, "back to the previous build and its state (frame 12, swap 2.5 ms); "
                                "F8 again returns to what ran before");
    CHECK(live.event.build_ms == 0 && live.event.trial_ms == 0 && live.event.swap_ms == 2.5);
    end();
}

TEST(the_end_of_the_compiler_is_reported_with_its_warning)
{
    CHECK(begin());
    CHECK(ed_live_report_compiled(&live, 2.5));
    CHECK_EQ(live.event.kind, ED_LIVE_COMPILED);
    CHECK_TEXT(live.event.line, "compiled");
    CHECK(live.event.swap_ms == 2.5);
    warn("./a.c:1:2: warning: unused");
    CHECK(ed_live_report_compiled(&live, 2.5));
    CHECK_TEXT(live.event.line, "compiled; a.c:1:2: warning: unused");
    end();
}

TEST(a_build_of_the_same_code_says_whether_anything_was_built)
{
    CHECK(begin());
    live.build.ms = 40;
    CHECK(ed_live_report_unchanged(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_UNCHANGED);
    CHECK_TEXT(live.event.line, "no changes: nothing was built");
    CHECK(!live.event.early);
    live.latest.wrote_module = true;
    CHECK(ed_live_report_unchanged(&live));
    CHECK_TEXT(live.event.line, "no changes: built in 40 ms");
    live.latest.wrote_module = false;
    live.candidate.is_early = true;
    live.run.failed_phase = ED_PHASE_UPDATE;
    warn("a.c:1:2: warning: unused");
    CHECK(ed_live_report_unchanged(&live));
    CHECK_TEXT(live.event.line, "no changes, still the code that failed: built in 40 ms; "
                                "a.c:1:2: warning: unused");
    CHECK(live.event.early);
    end();
}

TEST(a_save_that_the_build_left_out_is_reported_with_the_command)
{
    static ed_WatchFile file = { .path = "game/a.c", .reported = true };
    CHECK(begin());
    live.watch.files = &file;
    live.watch.file_count = 1;
    CHECK(ed_live_report_not_built(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live.event.line,
               "game/a.c was saved and the build succeeded, but it did not update game.so; check "
               "the build command (make it); still running the previous build");
    end();
}

TEST(a_pause_says_where_the_game_stands_or_why_its_state_is_lost)
{
    ed_Fault other = { .number = 9 };
    const ed_Error none = { .code = ED_OK }, why = an_error("it is damaged");
    CHECK(begin() && fake_tool_begin());
    CHECK(fake_tool_runs("echo 'f at a.c:3'"));
    live.fault = found_fault();
    live.own_fault.number = 4;
    CHECK(ed_live_report_paused(&live, true, &none));
    CHECK_EQ(live.event.kind, ED_LIVE_PAUSED);
    CHECK_TEXT(live.event.line,
               "a.c:3: " OVERFLOW " (f); paused at frame 12: fix and save to resume");
    CHECK(live.pause == ED_PAUSE_REPORTED);
    CHECK_EQ(live.reported_fault, 4);
    live.pause = ED_PAUSE_NONE;
    live.config.fault = &other;
    CHECK(ed_live_report_paused(&live, false, &none));
    CHECK_TEXT(live.event.line, "a.c:3: " OVERFLOW " (f); paused");
    CHECK(live.pause == ED_PAUSE_REPORTED);
    CHECK_EQ(live.reported_fault, 9);
    CHECK(ed_live_report_paused(&live, false, &why));
    CHECK_TEXT(live.event.line,
               "a.c:3: " OVERFLOW " (f); paused, and the previous state cannot be restored: it is "
               "damaged");
    live.config.fault = NULL;
    fake_tool_end();
    end();
}

TEST(a_silent_build_is_reported_once_after_the_time_that_is_set)
{
    const u64 second_ns = 1000000000;
    CHECK(begin());
    CHECK(!ed_live_report_silent(&live));      // there is no build
    live.build.runs = true;                    // only looked at
    live.build.output_ns = ed_now_ns() - 30 * second_ns;
    CHECK(!ed_live_report_silent(&live));
    live.build.output_ns = ed_now_ns() - 61 * second_ns;
    CHECK(ed_live_report_silent(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_STALLED);
    CHECK_TEXT(live.event.line, "the build is still running and has printed nothing for 60 s; to "
                                "stop it, press Shift F6 or use the script command stop-build; "
                                "the build command is: make it");
    CHECK(!ed_live_report_silent(&live));
    live.latest.silence_reported = false;
    live.config.silent_ms = 1500;
    live.build.output_ns = ed_now_ns() - 2 * second_ns;
    CHECK(ed_live_report_silent(&live));
    CHECK_HAS(live.event.line, "printed nothing for 1.5 s; ");
    end();
}

TEST(the_report_of_a_build_loop_and_of_a_pipe_names_the_file)
{
    CHECK(begin());
    memcpy(live.watch.changed, "game/made.h", 12);
    CHECK(ed_live_report_loop(&live));
    CHECK(live.self_writes.is_loop);
    CHECK_EQ(live.event.kind, ED_LIVE_STALLED);
    CHECK_HAS(live.event.line, "each build writes game/made.h, which would start the next build");
    CHECK(ed_live_report_blocked(&live, "game/pipe.c"));
    CHECK(live.request == ED_REQUEST_BLOCKED);
    CHECK_EQ(live.event.kind, ED_LIVE_REFUSED);
    CHECK_HAS(live.event.line, "game/pipe.c is a pipe, a socket or a device, not a file");
    live.build.ms = 3600000;
    CHECK(ed_live_report_stopped(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live.event.line,
               "the build was stopped by hand after 3600 s; still running the previous build");
    end();
}

TEST(a_value_that_cannot_be_saved_as_it_is_is_reported_once_per_field_and_reload)
{
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    ed_RootMemory *root = &live.run.states[0];
    Whole *whole = &((Game *)root->at)->whole;
    CHECK(ed_run_pack(&live.run, &bytes, &error) && !ed_live_report_changes(&live));
    CHECK(ed_str_put(root->arena, &whole->note, "a\0b", 3));
    CHECK(ed_run_pack(&live.run, &bytes, &error) && ed_live_report_changes(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_NOTICE);
    CHECK_TEXT(live.event.line, "1 value cannot be saved as it is: the text 'note' ends at its "
                                "first zero byte");
    CHECK(ed_run_pack(&live.run, &bytes, &error) && !ed_live_report_changes(&live));
    CHECK(ed_str_set(root->arena, &whole->note, "ab"));
    CHECK(ed_run_pack(&live.run, &bytes, &error) && !ed_live_report_changes(&live));
    CHECK(ed_str_put(root->arena, &whole->note, "a\0b", 3));
    CHECK(ed_run_pack(&live.run, &bytes, &error) && !ed_live_report_changes(&live));
    ed_live_begin_event(&live, ED_LIVE_RELOADED);
    CHECK(ed_live_report_changes(&live) && !ed_live_report_changes(&live));
    live.run.changes =
        (ed_WriteChanges){ .count = 1, .what = ED_CHANGE_POINTER, .field = "Game.sparks[7].after" };
    CHECK(ed_live_report_changes(&live));
    memcpy(live.run.changes.field, "Game.sparks[8].after", 21);
    CHECK(!ed_live_report_changes(&live));
    memcpy(live.run.changes.field, "Game.sparks[8].other", 21);
    CHECK(ed_live_report_changes(&live));
    // a checkpoint after a swap packs again
    live.reported.of_swap =
        (ed_WriteChanges){ .count = 2, .what = ED_CHANGE_SYMBOL, .field = "think" };
    live.run.changes.count = 0;
    CHECK(ed_live_report_changes(&live) && strstr(live.event.line, "2 values cannot be saved"));
    CHECK(!ed_live_report_changes(&live));
    end();
}

TEST(a_change_of_the_process_is_reported_once)
{
    CHECK(begin());
    ed_process_take();
    CHECK(!ed_live_report_process(&live));
    mode_t before = umask(0);
    umask(before ^ 1);
    ed_process_check(ED_PHASE_LOAD);
    CHECK_EQ(umask(before), before);
    CHECK(ed_live_report_process(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_NOTICE);
    CHECK_TEXT(live.event.line,
               "the game changed the file mode mask (umask) in load; it is restored");
    CHECK(!ed_live_report_process(&live));
    end();
}
