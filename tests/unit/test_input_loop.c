#include "tests/lib/failing.h"
#include "tests/lib/played.h"
#include "tests/lib/test.h"

TEST(each_round_of_a_loop_has_the_same_result)
{
    CHECK(played_begin(0));
    played_advance(10);
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_advance(25);
    ed_Span once = played_packed();
    CHECK(ed_input_loop_play(&played_time.loop, &played, &played_error));
    CHECK_EQ(played.host.tick, 10);
    for (u32 round = 1; round <= 4; round++) {
        for (u32 i = 0; i < 25; i++) ed_time_update(&played_time, &played, NULL);
        CHECK_EQ(played_time.loop.round, round);
        CHECK(played_same(played_packed(), once));
    }
    ed_input_loop_stop(&played_time.loop);
    played_advance(1);
    CHECK_EQ(played.host.tick, 36);
    played_end();
}

TEST(a_loop_that_is_full_begins_its_next_round)
{
    CHECK(played_begin(0));
    played_advance(10);
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_advance(5);
    ed_InputLoop *loop = &played_time.loop;
    loop->count = ED_INPUT_LOOP_MAX;
    played_advance(1);
    CHECK_EQ(loop->phase, ED_INPUT_LOOP_PLAYING);
    CHECK_EQ(loop->round, 1);
    CHECK_EQ(played.host.tick, 11);
    played_end();
}

TEST(a_loop_without_memory_is_refused_and_can_be_started_later)
{
    CHECK(played_begin(0));
    for (u64 at = 1; at <= 3; at++) {
        failing_begin(at, false);
        played_error = (ed_Error){ .code = ED_OK };
        bool good = ed_input_loop_start(&played_time.loop, &played, &played_error);
        CHECK(failing_end() && !good && *played_error.text);
        CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_OFF);
        ed_input_loop_close(&played_time.loop);
    }
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_end();
}

TEST(a_paused_game_starts_no_loop)
{
    CHECK(played_begin(0));
    played.failed_phase = ED_PHASE_UPDATE;
    CHECK(!ed_input_loop_start(&played_time.loop, &played, &played_error));
    CHECK_TEXT(played_error.text,
               "the game is paused after a failure: a loop needs a running game");
    played_end();
}

TEST(an_empty_loop_is_refused)
{
    CHECK(played_begin(0));
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    CHECK(!ed_input_loop_play(&played_time.loop, &played, &played_error));
    CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_OFF);
    played_end();
}

TEST(a_load_stops_the_recording_of_a_loop)
{
    CHECK(played_begin(0));
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_advance(5);
    CHECK(ed_run_restart(&played, 1, &played_error));
    played_advance(1);
    CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_OFF);
    CHECK_HAS(played_time.loop.error.text, "different point in time");
    played_end();
}

TEST(a_rewind_ends_a_loop)
{
    CHECK(played_begin(8 << 20));
    played_advance(5);
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_advance(5);
    CHECK(ed_time_back(&played_time, &played, 2, &played_error));
    CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_OFF);
    played_end();
}

TEST(a_loop_of_a_game_that_failed_begins_when_its_code_runs_again)
{
    CHECK(played_begin(0));
    played_advance(10);
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_advance(5);
    played.failed_phase = ED_PHASE_UPDATE;
    CHECK(ed_input_loop_play(&played_time.loop, &played, &played_error));
    CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_PLAYING);
    CHECK_EQ(played_time.loop.round, 0);
    CHECK_EQ(played.host.tick, 15);
    CHECK_EQ(played.failed_phase, ED_PHASE_UPDATE);
    played.failed_phase = ED_PHASE_NONE;
    played_advance(1);
    CHECK_EQ(played_time.loop.round, 1);
    CHECK_EQ(played.host.tick, 11);
    played_end();
}

static void damage_start(void)
{
    ed_Span start = played_time.loop.start;
    *(u8 *)(uintptr_t)(start.at + start.size - 1) ^= 1;
}

TEST(a_loop_whose_first_state_is_damaged_ends)
{
    CHECK(played_begin(0));
    for (u32 playing = 0; playing < 2; playing++) {
        u64 tick = played.host.tick;
        CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
        played_advance(3);
        if (playing) CHECK(ed_input_loop_play(&played_time.loop, &played, &played_error));
        if (playing) played_advance(3);
        damage_start();
        if (playing) played_advance(1);      // the loop no longer supplies the input
        else CHECK(!ed_input_loop_play(&played_time.loop, &played, &played_error));
        CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_OFF);
        CHECK_HAS(playing ? played_time.loop.error.text : played_error.text, "hash mismatch");
        CHECK_EQ(played.host.tick, tick + 3 + playing);
        CHECK_EQ(played.input.key_down[ED_KEY_A], (played.host.tick - 1) % 3 == 0);
    }
    played_end();
}

static void load(ed_Host *host) { (void)host; }

static bool call_all_but_load(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    if (phase != ED_PHASE_LOAD) fn(arg);
    return phase != ED_PHASE_LOAD;
}

TEST(code_that_fails_at_the_start_of_a_round_ends_the_loop)
{
    CHECK(played_begin(0));
    played_module.load = load;
    played_advance(10);
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    played_advance(5);
    CHECK(ed_input_loop_play(&played_time.loop, &played, &played_error));
    played_advance(5);
    played.caller = (ed_GuardedCall){ call_all_but_load, NULL };
    CHECK(!ed_time_update(&played_time, &played, NULL));
    CHECK_EQ(played.failed_phase, ED_PHASE_LOAD);
    CHECK_EQ(played_time.loop.phase, ED_INPUT_LOOP_OFF);
    CHECK_EQ(played.host.tick, 10);
    CHECK_HAS(played_time.loop.error.text, "the game's code failed in load");
    played_end();
}
