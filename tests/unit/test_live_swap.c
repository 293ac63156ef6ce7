#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/swap.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <stdio.h>

// --- a compiled build ---------------------------------------------------------------------------

TEST(a_build_is_new_until_its_first_update)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    CHECK(!live->code.is_new);
    CHECK(!ed_live_has_previous(live));
    swap_play(5);
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, " ms (not tested, swap ");
    CHECK_HAS(live->event.line, "same layout, all state kept");
    CHECK(live->code.is_new);
    CHECK(live->code.library != first && live->code.before == first && !live->code.replaced);
    CHECK(live->before_swap.code.library == first && ed_live_has_previous(live));
    CHECK_EQ(live->checkpoint.last.frame, 5);
    CHECK(live->checkpoint.due_ns != UINT64_MAX);      // set according to the cost
    CHECK(!ed_live_step(live));
    CHECK(live->code.is_new);
    swap_play(1);
    CHECK(!ed_live_step(live));
    CHECK(!live->code.is_new);
    CHECK(!live->before_swap.code.library);
    // a checkpoint of the new code is taken at once
    CHECK_EQ(live->checkpoint.last.frame, 6);
    CHECK(live->checkpoint.due_ns != 0);
    CHECK_EQ(swap_loaded(), 2);
    swap_end();
}

/// How many owners the attics of the game have: one, if no restore point holds an attic.
static u32 attic_users(void)
{
    u32 count = 0;
    for (u32 i = 0; i < ED_ATTICS_MAX; i++) count += live->run.attics.users[i];
    return count;
}

TEST(only_the_current_and_the_previous_build_stay_loaded)
{
    CHECK(swap_begin(false));
    for (u32 i = 0; i < 5; i++) {
        const ed_Library *before = live->code.library;
        CHECK(swap_put("new.so", i % 2 ? NEXT : NOW));
        CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
        CHECK(live->code.before == before);
        swap_play(1);
        ed_live_step(live);
        CHECK_EQ(swap_loaded(), 2);
        CHECK_EQ(live->unload_failures, 0);
        CHECK(live->file.used < 2 * swap_bytes[NOW].size);
        CHECK_EQ(attic_users(), 1);
    }
    swap_end();
}

TEST(new_code_counts_as_proved_when_the_next_checkpoint_is_due)
{
    CHECK(swap_begin(false));
    swap_play(2);
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    live->checkpoint.due_ns = 0;      // due without an update, since the user paused the game
    ed_live_step(live);
    CHECK(!live->code.is_new);
    swap_end();
}

TEST(if_checkpoints_are_off_that_of_a_swap_is_discarded_when_the_code_is_accepted)
{
    CHECK(swap_begin(false));
    live->config.no_checkpoints = true;
    swap_play(2);
    CHECK(swap_put("new.so", NEXT));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    CHECK(live->checkpoint.last.size > 0);
    swap_play(1);
    ed_live_step(live);
    CHECK(!live->code.is_new);
    CHECK(live->checkpoint.last.size == 0 && ed_live_checkpoint(live).bytes.size == 0);
    swap_end();
}

TEST(a_build_of_the_same_bytes_is_not_loaded)
{
    CHECK(swap_begin(false));
    CHECK(swap_script("true"));
    CHECK_EQ(swap_reload(), ED_LIVE_UNCHANGED);
    CHECK_TEXT(live->event.line, "no changes: nothing was built");
    CHECK(swap_script("cp game.so new.so; " SWAP_COPY));
    CHECK_EQ(swap_reload(), ED_LIVE_UNCHANGED);
    CHECK_HAS(live->event.line, "no changes: built in ");
    CHECK_EQ(swap_loaded(), 1);
    swap_end();
}

TEST(a_library_that_is_not_a_module_is_refused_and_unloaded)
{
    CHECK(swap_begin(false));
    swap_play(3);
    CHECK(swap_script("echo text >new.so; " SWAP_COPY));
    CHECK_EQ(swap_reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "game.so refused: it is not a shared library");
    CHECK_HAS(live->event.line, "; still running the previous build");
    CHECK(!live->candidate.library);
    CHECK_EQ(swap_loaded(), 1);
    CHECK(swap_script("rm -f game.so"));
    CHECK_EQ(swap_reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "game.so: cannot be opened: No such file");
    CHECK_EQ(live->run.host.tick, 3);
    CHECK(swap_script(SWAP_COPY) && swap_put("new.so", NOW));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_end();
}

TEST(code_that_fails_before_its_first_update_gives_way_to_the_code_before)
{
    CHECK(swap_begin(true));
    const ed_Library *first = live->code.library;
    swap_play(4);
    CHECK(swap_put_failing("new.so", NEXT, FAULT_SEGV, PHASE_UPDATE, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_play(1);
    CHECK_EQ(live->run.failed_phase, ED_PHASE_UPDATE);
    CHECK_EQ(swap_next_event(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "null-pointer dereference, in update");
    CHECK_HAS(live->event.line, "; still running the previous build");
    CHECK(live->code.library == first);
    CHECK(!live->code.is_new);
    CHECK(!live->run.failed_phase && live->pause != ED_PAUSE_REPORTED);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    CHECK_HAS(live->own_fault.module, first->copy);
    CHECK_EQ(live->run.host.tick, 4);
    CHECK_EQ(swap_loaded(), 1);
    CHECK(!ed_live_step(live));
    swap_play(1);
    CHECK_EQ(live->run.host.tick, 5);
    swap_end();
}

TEST(code_that_fails_before_its_first_update_is_paused_if_the_state_before_is_damaged)
{
    CHECK(swap_begin(true));
    swap_play(4);
    CHECK(swap_put_failing("new.so", NEXT, FAULT_SEGV, PHASE_UPDATE, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    const ed_Library *failed = live->code.library;
    live->checkpoint.last.size = live->checkpoint.proved.size = 10;
    live->checkpoint.pinned.size = 10;
    swap_play(1);
    CHECK_EQ(swap_next_event(), ED_LIVE_PAUSED);
    CHECK_HAS(live->event.line, "; paused, and the previous state cannot be restored: ");
    CHECK(live->code.library == failed && live->run.failed_phase == ED_PHASE_UPDATE);
    swap_end();
}

TEST(a_swap_in_which_the_new_code_fails_changes_nothing)
{
    CHECK(swap_begin(true));
    const ed_Library *first = live->code.library;
    swap_play(4);
    CHECK(swap_put_failing("new.so", NEXT, FAULT_SEGV, PHASE_LOAD, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "null-pointer dereference, in load");
    CHECK(live->code.library == first && !live->candidate.library);
    CHECK_HAS(live->own_fault.module, first->copy);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    CHECK(!live->code.is_new);
    CHECK_EQ(swap_loaded(), 1);
    swap_play(1);
    CHECK_EQ(live->run.host.tick, 5);
    swap_end();
}

TEST(a_build_that_fails_when_it_is_unloaded_is_reported_with_the_next)
{
    CHECK(swap_begin_folder());
    const ed_LiveConfig config = swap_config(true);
    CHECK(swap_put_failing("game.so", NOW, FAULT_SEGV, PHASE_UNLOAD, 0));
    CHECK(swap_open(&config));
    swap_play(1);
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "; the previous build failed: null-pointer dereference, in unload");
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    swap_end();
}

// --- a pause ------------------------------------------------------------------------------------

TEST(code_that_fails_later_pauses_the_game_until_it_is_fixed)
{
    CHECK(swap_begin(true));
    CHECK(swap_put_failing("new.so", NOW, FAULT_SEGV, PHASE_UPDATE, 6));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    for (u32 i = 0; i < 5; i++) {
        swap_play(1);
        live->checkpoint.due_ns = i == 2 ? 0 : UINT64_MAX;
        ed_live_step(live);
    }
    CHECK_EQ(live->checkpoint.last.frame, 3);
    swap_play(2);
    CHECK_EQ(live->run.host.tick, 6);
    CHECK(ed_live_step(live));
    CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
    CHECK_HAS(live->event.line, "null-pointer dereference, in update");
    CHECK_EQ(ed_live_fault(live)->signal, SIGSEGV);
    CHECK_EQ(live->run.failed_phase, ED_PHASE_UPDATE);
    // the checkpoint that the game continued from
    CHECK(live->run.host.tick == 1 || live->run.host.tick == 3);
    u64 tick = live->run.host.tick;
    CHECK(!ed_live_step(live));
    CHECK(swap_script("true"));
    CHECK_EQ(swap_reload(), ED_LIVE_UNCHANGED);
    CHECK_TEXT(live->event.line, "no changes, still the code that failed: nothing was built");
    CHECK(swap_script("exit 1"));
    CHECK_EQ(swap_reload(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live->event.line, "; the game stays paused");
    CHECK(swap_script(SWAP_COPY) && swap_put("new.so", NEXT));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    CHECK_EQ(live->run.host.tick, tick);
    CHECK(!live->run.failed_phase);
    ed_live_step(live);
    CHECK(live->pause != ED_PAUSE_REPORTED);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    swap_play(1);
    CHECK_EQ(live->run.host.tick, tick + 1);
    swap_end();
}

TEST(a_fix_that_fails_too_leaves_the_game_paused_as_it_was)
{
    CHECK(swap_begin(true));
    CHECK(swap_put_failing("new.so", NOW, FAULT_SEGV, PHASE_UPDATE, 2));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    for (u32 i = 0; i < 3; i++) {
        swap_play(1);
        ed_live_step(live);
    }
    CHECK_EQ(live->event.kind, ED_LIVE_PAUSED);
    u64 tick = live->run.host.tick;
    const ed_Library *failed = live->code.library;
    CHECK(swap_put_failing("new.so", NEXT, FAULT_ABORT, PHASE_UPDATE, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_play(1);
    CHECK_EQ(swap_next_event(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "abort was called, or an assert failed, in update");
    CHECK_HAS(live->event.line, "; the game stays paused");
    CHECK(live->code.library == failed);
    CHECK_EQ(live->run.failed_phase, ED_PHASE_UPDATE);
    CHECK_EQ(live->run.host.tick, tick);
    CHECK_EQ(ed_live_fault(live)->signal, SIGSEGV);      // why it is paused
    CHECK(live->pause == ED_PAUSE_REPORTED);
    CHECK(!ed_live_step(live));
    swap_end();
}

// --- going back ---------------------------------------------------------------------------------

TEST(going_back_toggles_between_two_builds_and_keeps_the_state)
{
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin(true));
    const ed_Library *first = live->code.library;
    swap_play(2);
    CHECK(swap_put("new.so", NEXT));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    const ed_Library *second = live->code.library;
    swap_play(2);
    CHECK(ed_live_back(live, &error));
    CHECK_EQ(live->event.kind, ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "back to the previous build (swap ");
    CHECK(live->event.build_ms == 0);
    CHECK(live->code.library == first && live->code.before == second);
    CHECK(!live->code.is_new);
    CHECK(!live->before_swap.code.library);
    CHECK_HAS(live->own_fault.module, first->copy);
    CHECK_EQ(live->run.host.tick, 4);
    CHECK_EQ(live->checkpoint.due_ns, 0);
    swap_play(1);
    CHECK(ed_live_back(live, &error));
    CHECK(live->code.library == second && live->code.before == first);
    CHECK_EQ(live->run.host.tick, 5);
    CHECK_EQ(swap_loaded(), 2);
    swap_end();
}

TEST(going_back_to_a_build_that_fails_changes_nothing)
{
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin(true));
    CHECK(swap_put_failing("new.so", NEXT, FAULT_SEGV, PHASE_LOAD, 3));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_play(1);
    ed_live_step(live);
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    const ed_Library *last = live->code.library;
    swap_play(4);
    ed_live_step(live);
    CHECK(!ed_live_back(live, &error));
    CHECK_HAS(error.text, "the game's code failed in load");
    CHECK(live->code.library == last && !live->run.failed_phase);
    CHECK_HAS(live->own_fault.module, last->copy);
    CHECK_EQ(live->own_fault.kind, ED_FAULT_NONE);
    CHECK_EQ(live->run.host.tick, 5);
    swap_play(1);
    CHECK_EQ(live->run.host.tick, 6);
    swap_end();
}

// --- with a trial -------------------------------------------------------------------------------

TEST(a_module_is_tried_in_a_process_before_it_is_swapped_in)
{
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(true);
    config.no_trial = false;
    CHECK(swap_open(&config));
    swap_play(3);
    CHECK(swap_put("new.so", NEXT));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "(trial ");
    CHECK(live->event.trial_ms > 0);
    CHECK(!live->trial.runs && !live->candidate.library);
    swap_play(1);
    ed_live_step(live);
    const ed_Library *good = live->code.library;
    CHECK(swap_put_failing("new.so", NOW, FAULT_ASSERT, PHASE_UPDATE, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "abort was called, or an assert failed, in update");
    CHECK_HAS(live->event.line, "Assertion `zero' failed.; still running the previous build");
    CHECK(live->code.library == good && !live->candidate.library);
    CHECK_EQ(swap_loaded(), 2);
    // an early build that fails in its trial is not reported
    CHECK(swap_script(SWAP_OFFER "exit 1"));
    CHECK(swap_put_failing("early.so", NOW, FAULT_SEGV, PHASE_UPDATE, 0));
    ed_live_build(live);
    CHECK(ed_live_step(live) && swap_is_offered());
    CHECK(!ed_live_step(live));
    CHECK(live->trial.runs);
    for (u32 i = 0; i < 20000 && live->trial.runs; i++) {
        CHECK(!ed_live_step(live));
        ed_live_wait(live, 1);
    }
    CHECK(!live->trial.runs && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(live->code.library == good && !live->candidate.library);
    swap_end();
}

/// Starts the trial of an early build that never returns; `rest` is what the script does then.
static bool offer_endless(const char *rest)
{
    char script[512];
    snprintf(script, sizeof script, SWAP_OFFER "%s", rest);
    if (!swap_script(script) || !swap_put_failing("early.so", NOW, FAULT_SLEEP, PHASE_UPDATE, 0))
        return false;
    ed_live_build(live);
    return ed_live_step(live) && swap_is_offered() && !ed_live_step(live) && live->trial.runs
        && !*live->build.early_module;
}

/// Opens a game whose trials are not ended because of their time.
static bool begin_with_endless_trials(void)
{
    bool made = swap_begin_folder();
    ed_LiveConfig config = swap_config(true);
    config.no_trial = false;
    config.hang_ms = 60000;
    return made && swap_open(&config);
}

static bool has_ended(pid_t process) { return kill(process, 0) != 0 && errno == ESRCH; }

TEST(an_error_of_the_compiler_ends_the_trial_of_the_early_build)
{
    CHECK(begin_with_endless_trials());
    CHECK_EQ(ed_guard_hang_ms(ED_PHASE_UPDATE), 60000);
    CHECK(offer_endless("echo 'game/a.c:1:2: error: no'; exec sleep 600") && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(live->build.runs && !live->trial.runs && !live->candidate.library);
    swap_end();
}

TEST(the_end_of_the_build_ends_the_trial_of_the_early_build)
{
    CHECK(begin_with_endless_trials());
    CHECK(offer_endless(SWAP_COPY) && swap_put("new.so", NOW));
    pid_t early = (pid_t)live->trial.child.process;
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    CHECK(!live->event.early && has_ended(early));
    swap_end();
}

TEST(a_second_offer_ends_the_trial_of_the_first)
{
    CHECK(begin_with_endless_trials());
    CHECK(offer_endless("echo \"eddie: try $PWD/second.so\"; exec sleep 600"));
    pid_t first = (pid_t)live->trial.child.process;
    CHECK(swap_put("second.so", NOW) && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    CHECK(live->event.early && has_ended(first));
    swap_end();
}

TEST(a_newer_save_ends_a_trial)
{
    CHECK(begin_with_endless_trials());
    CHECK(swap_put_failing("new.so", NOW, FAULT_SLEEP, PHASE_UPDATE, 0));
    live->commit.count = 1;      // of an earlier trial
    ed_live_build(live);
    CHECK(ed_live_step(live));
    for (u32 i = 0; i < 20000 && !live->trial.runs; i++) {
        CHECK(!ed_live_step(live));
        ed_live_wait(live, 1);
    }
    pid_t first = (pid_t)live->trial.child.process;
    CHECK(first && !live->build.runs);
    CHECK_EQ(live->commit.count, 0);
    live->request = ED_REQUEST_DUE;
    CHECK(ed_live_step(live));
    CHECK_EQ(live->event.kind, ED_LIVE_BUILDING);
    CHECK(!live->trial.runs && !live->candidate.library && has_ended(first));
    swap_end();
}

TEST(a_result_of_a_trial_is_not_taken_while_no_code_may_change)
{
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(true);
    config.no_trial = false;
    CHECK(swap_open(&config));
    CHECK(swap_put("new.so", NOW));
    ed_live_build(live);
    CHECK(ed_live_step(live));
    CHECK(ed_live_is_building(live));
    for (u32 i = 0; i < 20000 && ed_live_is_building(live); i++) {
        CHECK(!ed_live_poll_build(live));
        CHECK(!live->trial.held);
        ed_live_wait(live, 1);
    }
    CHECK(!live->build.runs && live->trial.runs && live->trial.ended_while_held);
    CHECK(ed_live_busy(live) && !ed_live_is_building(live));
    CHECK(!ed_live_poll_build(live));
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    swap_end();
}

TEST(if_no_trial_is_possible_new_code_takes_over_and_that_is_reported_once)
{
    static const struct {
        const char *program, *reason;
    } cases[] = { { "/nowhere/it",
                    "cannot start a process for a trial: No such file or directory" },
                  { "/bin/false", "the process of a trial did not begin" } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(swap_begin_folder());
        ed_LiveConfig config = swap_config(true);
        config.no_trial = false;
        config.trial_program = cases[i].program;
        CHECK(swap_open(&config));
        for (u32 k = 0; k < 2; k++) {
            CHECK(swap_put("new.so", NOW));
            CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
            CHECK_HAS(live->event.line, "(not tested, swap ");
            CHECK_EQ(live->event.trial_ms, 0);
            swap_play(1);
            CHECK_EQ(ed_live_step(live), k == 0);
        }
        CHECK_EQ(live->event.kind, ED_LIVE_RELOADED);
        CHECK_TEXT(live->candidate.untested, cases[i].reason);
        CHECK_EQ(ed_live_checkpoint_of(live)->held.size, 0);
        swap_end();
    }
}

TEST(while_a_build_runs_a_process_waits_for_the_trial)
{
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(true);
    config.no_trial = false;
    CHECK(swap_open(&config));
    CHECK(swap_script("read _ <go\n" SWAP_COPY) && mkfifo(swap_path("go"), 0600) == 0);
    CHECK(swap_put("new.so", NEXT));
    ed_live_build(live);
    CHECK(ed_live_step(live));
    CHECK(!live->trial.child.process);      // not in the frame that starts the build
    CHECK(!ed_live_step(live));
    i64 process = live->trial.child.process;
    CHECK(process && !live->trial.runs);
    CHECK(swap_write("go", "\n", 1));
    for (u32 i = 0; i < 20000 && !live->trial.runs && !ed_live_step(live); i++)
        ed_live_wait(live, 1);
    CHECK_EQ(live->trial.child.process, process);
    CHECK(live->checkpoint.held.size > 0);
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    CHECK(!live->checkpoint.held.size && live->event.trial_ms > 0);
    swap_end();
}

// --- checkpoints of the live loop ---------------------------------------------------------------

TEST(checkpoints_start_again_after_the_state_was_replaced)
{
    CHECK(swap_begin(false));
    CHECK_EQ(ed_live_checkpoint(live).age_ns, 0);
    swap_play(3);
    ed_live_restart_checkpoints(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    CHECK_EQ(live->checkpoint.proved.frame, 3);
    CHECK(live->checkpoint.due_ns != UINT64_MAX);      // set according to the cost
    CHECK_EQ(ed_live_checkpoint(live).frame, 3);
    CHECK(ed_live_checkpoint(live).age_ns < 3600000000000u);
    swap_play(1);
    live->run.failed_phase = ED_PHASE_UPDATE;
    ed_live_restart_checkpoints(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    live->run.failed_phase = ED_PHASE_NONE;
    live->config.no_checkpoints = true;
    ed_live_restart_checkpoints(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    live->checkpoint.due_ns = 0;
    ed_live_poll_safety(live);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    live->config.no_checkpoints = false;
    ed_live_poll_safety(live);
    CHECK_EQ(live->checkpoint.last.frame, 4);
    swap_end();
}
