#include "tests/lib/swap.h"
#include "tests/lib/test.h"

// --- calls that take longer than they may, and a user who allows more time ----------------------

/// Opens a game whose code may use 100 ms in a call.
static bool begin(bool trial)
{
    bool made = swap_begin_folder();
    ed_LiveConfig config = swap_config(true);
    config.no_trial = !trial;
    config.hang_ms = 100;
    return made && swap_open(&config);
}

TEST(a_game_that_a_hang_paused_continues_with_ten_times_as_much_time)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin(false));
    CHECK(swap_put_failing("new.so", NOW, FAULT_LOOP, PHASE_UPDATE, 5));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    for (u32 i = 0; i < 4; i++) {
        swap_play(1);
        live->checkpoint.due_ns = 0;
        ed_live_step(live);
    }
    swap_play(4);
    CHECK_EQ(swap_next_event(), ED_LIVE_PAUSED);
    CHECK_HAS(live->event.line, "did not return within 0.");
    CHECK_HAS(live->event.line, "; Shift F11 allows ten times as long (option --hang-ms)");
    u64 frame = live->run.host.tick;
    CHECK(ed_live_allow_longer(live, &error));
    CHECK_EQ(live->event.kind, ED_LIVE_NOTICE);
    CHECK_TEXT(live->event.line, "a call may now use 1 s of processor time (--hang-ms 1000)");
    CHECK(!live->run.failed_phase && live->run.host.tick == frame);
    CHECK_EQ(ed_guard_hang_ms(ED_PHASE_UPDATE), 1000);
    swap_play(5);
    CHECK_EQ(swap_next_event(), ED_LIVE_PAUSED);      // it still never returns
    CHECK_HAS(live->event.line, "did not return within ");
    swap_end();
}

TEST(new_code_that_was_refused_because_of_a_hang_is_tested_again)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin(true));
    CHECK(swap_put_failing("new.so", NOW, FAULT_LOOP, PHASE_UPDATE, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "did not return within 0.");
    CHECK_HAS(live->event.line, "Shift F11 allows ten times as long");
    CHECK(ed_live_allow_longer(live, &error));
    CHECK_TEXT(live->event.line, "a call may now use 1 s of processor time (--hang-ms 1000)");
    CHECK_EQ(swap_next_event(), ED_LIVE_REFUSED);
    CHECK_HAS(live->event.line, "did not return within ");
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    CHECK(!ed_live_allow_longer(live, &error));
    CHECK_TEXT(error.text, "no call has exceeded its limit");
    swap_end();
}

TEST(other_failures_get_no_more_time_and_there_is_a_longest_limit)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin(false));
    CHECK(!ed_live_allow_longer(live, &error));
    live->fault.kind = ED_FAULT_SIGNAL;
    live->run.failed_phase = ED_PHASE_UPDATE;
    CHECK(!ed_live_allow_longer(live, &error));
    CHECK_EQ(ed_guard_hang_ms(ED_PHASE_UPDATE), 100);
    live->fault.kind = ED_FAULT_HANG;
    live->config.hang_ms = ED_GUARD_HANG_MS_MAX - 1;
    CHECK(ed_live_allow_longer(live, &error));
    CHECK_EQ(live->config.hang_ms, ED_GUARD_HANG_MS_MAX);
    CHECK_EQ(ed_guard_hang_ms(ED_PHASE_LOAD) / ED_GUARD_SLOW_FACTOR, ED_GUARD_HANG_MS_MAX);
    live->candidate.refused_hang = true;
    live->config.hang_ms = 0;      // the default
    CHECK(ed_live_allow_longer(live, &error));
    CHECK_EQ(live->config.hang_ms, 10 * ED_GUARD_HANG_MS);
    swap_end();
}
