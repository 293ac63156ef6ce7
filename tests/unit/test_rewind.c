#include "runtime/os/system/clock.h"
#include "tests/lib/failing.h"
#include "tests/lib/played.h"
#include "tests/lib/test.h"

// --- back ----------------------------------------------------------------------------------------

TEST(every_moment_is_restored_exactly)
{
    static ed_Span was[101];
    CHECK(played_begin(8 << 20));
    for (u32 i = 0; i <= 100; i++) {
        was[i] = played_packed();
        played_advance(1);
    }
    for (u32 i = 101; i-- > 0;) {
        CHECK(ed_time_back(&played_time, &played, 1, &played_error));
        CHECK_EQ(played.host.tick, i);
        CHECK(played_same(played_packed(), was[i]));
        // Each moment is drawn with the input of the update before it.
        if (i > 0) CHECK_EQ(played.input.key_down[ED_KEY_A], (i - 1) % 3 == 0);
    }
    played_end();
}

TEST(a_moment_between_two_stored_states_is_recomputed)
{
    CHECK(played_begin(8 << 20));
    played_advance(50);
    played_advance_unkept(37);
    ed_Span wanted = played_packed();
    u32 kept = played_time.timeline.kept_count;
    played_advance_unkept(63);
    CHECK_EQ(played_time.timeline.kept_count, kept);
    CHECK(ed_time_back(&played_time, &played, 63, &played_error));
    CHECK_EQ(played_time.at, played_time.wanted);
    CHECK(played_same(played_packed(), wanted));
    CHECK(ed_time_back(&played_time, &played, 1, &played_error));
    CHECK_EQ(played_time.at, played_time.wanted);
    CHECK_EQ(played.host.tick, 86);
    played_end();
}

TEST(an_update_that_exceeds_a_limit_is_recomputed_like_any_other)
{
    CHECK(played_begin(8 << 20));
    played_limit_at = 15;
    played_advance_unkept(20);
    ed_Span wanted = played_packed();
    played_advance(10);
    CHECK(ed_time_back(&played_time, &played, 10, &played_error));
    CHECK_EQ(played.host.tick, 20);
    CHECK(played_same(played_packed(), wanted));
    played_end();
}

TEST(a_game_that_failed_is_rewound_to_every_moment_before)
{
    CHECK(played_begin(8 << 20));
    played_advance_unkept(25);
    ed_Span wanted = played_packed();
    played_advance_unkept(5);
    played.failed_phase = ED_PHASE_UPDATE;
    played_game()->whole.d ^= 1;
    CHECK(!ed_time_update(&played_time, &played, NULL));
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK_EQ(played_time.timeline.kept_count, 1);      // what the failure left is not kept
    CHECK_EQ(played.host.tick, 25);
    CHECK(played_same(played_packed(), wanted));
    CHECK(!played.failed_phase && !played_time.timeline.drifts);
    played_end();
}

TEST(a_state_that_cannot_be_packed_leaves_the_states_before_it)
{
    CHECK(played_begin(8 << 20));
    played_advance_unkept(20);
    played_time.timeline.due_ns = 0;
    played_fails = true;
    played_advance(1);
    played_fails = false;
    CHECK_TEXT(played_time.timeline.error.text, "it does not fit");
    CHECK_EQ(played_time.timeline.kept_count, 1);
    CHECK(ed_time_back(&played_time, &played, 21, &played_error));
    CHECK_EQ(played.host.tick, 0);
    played_end();
}

TEST(a_state_that_cannot_be_packed_leaves_a_gap)
{
    CHECK(played_begin(8 << 20));
    played_advance(10);
    played_fails = true;
    ed_time_changed(&played_time, false);
    played_advance(1);
    played_fails = false;
    CHECK_EQ(played.host.tick, 11);
    CHECK_EQ(ed_time_length(&played_time), 0);      // no state from before the jump is left
    CHECK_EQ(played_time.timeline.kept_count, 0);
    played_time.timeline.due_ns = 0;
    played_advance(3);
    CHECK(ed_time_back(&played_time, &played, 3, &played_error));
    CHECK_EQ(played.host.tick, 11);
    played_end();
}

TEST(a_state_is_checked_again_once_other_input_follows_it)
{
    CHECK(played_begin(8 << 20));
    played_keep_at(20);
    played_keep_at(30);
    played_keep_at(40);
    CHECK(ed_time_back(&played_time, &played, 16, &played_error));
    CHECK_EQ(played.host.tick, 25);
    ed_time_continue(&played_time, &played);
    played_drifts = true;
    played_keep_at(30);
    CHECK(ed_time_back(&played_time, &played, 6, &played_error));
    CHECK_EQ(played.host.tick, 20);      // not 25, which would not be the same again
    played_end();
}

TEST(a_moment_that_is_not_stored_is_refused)
{
    u64 moment;
    CHECK(played_begin(8 << 20));
    played_advance(30);
    moment = played_time.timeline.now + 1;
    CHECK(!ed_rewind_go(&played_time.timeline, &played, &moment, &played_error));
    CHECK_TEXT(played_error.text, "that frame is not in the rewind memory");
    CHECK_EQ(played.host.tick, 30);
    played_end();
}

TEST(without_memory_to_go_back_the_game_stays_where_it_is)
{
    CHECK(played_begin(8 << 20));
    played_advance(30);
    u64 moment = played_time.timeline.first;
    failing_begin(1, false);
    bool good = ed_rewind_go(&played_time.timeline, &played, &moment, &played_error);
    CHECK(failing_end() && !good);
    CHECK_HAS(played_error.text, "packed state is full");
    CHECK_EQ(played.host.tick, 30);
    played_end();
}

static u32 updates_left;      // before one fails

static bool call_or_fail(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    if (phase == ED_PHASE_UPDATE && updates_left-- == 0) return false;
    fn(arg);
    return true;
}

TEST(code_that_fails_during_a_rewind_leaves_the_game_at_a_stored_state)
{
    CHECK(played_begin(8 << 20));
    played_keep_at(20);
    played_advance_unkept(19);
    played.caller = (ed_GuardedCall){ call_or_fail, NULL };
    updates_left = 3;
    u64 moment = 35;
    CHECK(ed_rewind_go(&played_time.timeline, &played, &moment, &played_error));
    CHECK_EQ(moment, 20);
    CHECK_EQ(played.host.tick, 20);
    CHECK(!played.failed_phase);
    played_end();
}

TEST(going_back_again_takes_no_more_memory)
{
    CHECK(played_begin(8 << 20));
    played_advance(30);
    u64 moment = played_time.timeline.first;
    CHECK(ed_rewind_go(&played_time.timeline, &played, &moment, &played_error));
    size_t used = played_time.timeline.buffer.used;
    CHECK(ed_rewind_go(&played_time.timeline, &played, &moment, &played_error));
    CHECK_EQ(played_time.timeline.buffer.used, used);
    played_end();
}

TEST(every_page_is_freed)
{
    CHECK(played_begin(8 << 20));
    played_advance(200);
    CHECK(ed_time_back(&played_time, &played, 200, &played_error));
    ed_time_continue(&played_time, &played);
    CHECK_EQ(played_time.timeline.kept_count, 1);
    ed_page_store_drop(&played_time.timeline.pages,
                       &played_time.timeline.kept[played_time.timeline.first_kept].state);
    CHECK_EQ(played_time.timeline.pages.taken, 0);
    played_end();
}

// --- memory --------------------------------------------------------------------------------------

TEST(with_little_memory_the_last_moments_are_stored)
{
    CHECK(played_begin(400000));
    played_advance(3000);
    const ed_Rewind *timeline = &played_time.timeline;
    u64 length = ed_time_length(&played_time);
    CHECK(length < 3000);
    CHECK(length > 20);
    CHECK(timeline->pages.taken <= timeline->pages.limit);
    CHECK(ed_time_back(&played_time, &played, length, &played_error));
    CHECK_EQ(played.host.tick, 3000 - length);
    played_end();
}

TEST(a_state_that_does_not_fit_is_reported_and_the_game_keeps_running)
{
    static const size_t sizes[] = { 4000, 100 };
    for (u32 i = 0; i < ED_COUNT(sizes); i++) {
        CHECK(played_begin(sizes[i]));
        played_advance(250);
        CHECK_EQ(played.host.tick, 250);
        CHECK_EQ(ed_time_length(&played_time), 0);
        CHECK(!ed_time_back(&played_time, &played, 1, &played_error));
        CHECK_TEXT(played_error.text,
                   "a state of 1 MB does not fit into the memory set by --rewind");
        played_end();
    }
}

/// A rewind requests memory seven times: three arenas, then two blocks in each of two of them.
TEST(a_rewind_that_gets_no_memory_leaves_nothing_open)
{
    ed_Rewind timeline;
    u32 open = failing_open();
    for (u64 at = 1; at <= 7; at++) {
        failing_begin(at, false);
        played_error = (ed_Error){ .code = ED_OK };
        bool good = ed_rewind_open(&timeline, 8 << 20, &played_error);
        CHECK(failing_end() && !good && !timeline.on);
        CHECK(at > 3 || *played_error.text);
        CHECK_EQ(failing_open(), open);
    }
}

TEST(without_memory_for_it_there_is_no_rewind)
{
    CHECK(played_begin(0));
    played_advance(10);
    CHECK_EQ(played_time.timeline.kept_count, 0);
    CHECK(!ed_time_back(&played_time, &played, 1, &played_error));
    CHECK_HAS(played_error.text, "--rewind MB");
    played_end();
}

TEST(little_memory_has_room_for_a_few_moments)
{
    ed_Rewind timeline;
    CHECK(ed_rewind_open(&timeline, 1, &played_error));
    CHECK(timeline.on);
    CHECK_EQ(timeline.limit, 4);
    ed_rewind_close(&timeline);
}

TEST(a_full_ring_has_the_last_moments)
{
    static ed_Span was[41];
    const ed_Rewind *timeline = &played_time.timeline;
    for (u32 jumps = 0; jumps < 2; jumps++) {      // every second moment is kept, or each
        CHECK(played_begin(8 << 20));
        played_time.timeline.limit = 8;
        for (u32 i = 0; i < 40; i++) {
            was[i] = played_packed();
            if (jumps) ed_time_changed(&played_time, false);
            played_advance_unkept(1);
        }
        CHECK_EQ(timeline->kept_count, jumps ? 8 : 4);
        CHECK_EQ(ed_time_length(&played_time), 8);
        u64 moment = timeline->first - 1;
        CHECK(!ed_rewind_go(&played_time.timeline, &played, &moment, &played_error));
        CHECK_TEXT(played_error.text, "that frame is not in the rewind memory");
        do {
            CHECK(ed_time_back(&played_time, &played, 1, &played_error));
            CHECK_EQ(played_time.at, played_time.wanted);
            CHECK(played_same(played_packed(), was[played.host.tick]));
        } while (ed_time_left(&played_time));
        CHECK_EQ(played.host.tick, jumps ? 33 : 32);      // the present is kept, too
        played_end();
    }
}

static void count_only(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->tick++;
}

TEST(as_many_states_are_removed_as_the_next_one_needs)
{
    ed_Rewind *timeline = &played_time.timeline;
    CHECK(played_begin(8 << 20));
    played_module.update = count_only;
    played.host.tick = played_game()->tick = 1000;      // numbers that all take the same bytes
    for (u32 i = 0; i < 60; i++) {
        timeline->due_ns = 0;
        timeline->spacing = 1;
        played_advance(1);
        if (i == 9) timeline->pages.limit = timeline->pages.taken;      // ten states fit
        if (i < 9) continue;
        CHECK_EQ(timeline->kept_count, 10);
        CHECK_EQ(timeline->pages.taken, timeline->pages.limit);
        CHECK_EQ(timeline->now - timeline->first, 10);
    }
    CHECK(ed_time_back(&played_time, &played, 10, &played_error));
    CHECK_EQ(played.host.tick, 1060 - 9);
    CHECK_EQ(played_game()->tick, 1060 - 9);
    played_end();
}

TEST(states_are_kept_so_far_apart_that_the_memory_lasts_for_two_minutes)
{
    static const size_t sizes[] = { 100000, 8 << 20, (size_t)256 << 20 };
    ed_Rewind *timeline = &played_time.timeline;
    for (u32 i = 0; i < 3; i++) {
        CHECK(played_begin(sizes[i]));
        u64 before_ns = ed_now_ns();
        played_advance(1);
        u32 taken = timeline->pages.taken, limit = timeline->pages.limit;
        u64 between = (u64)taken * 120 * ED_TICKS_PER_SECOND / limit;
        CHECK(i == 0 ? between > 60 : i == 1 ? between > 1 && between < 25 : between == 0);
        CHECK_EQ(timeline->spacing, i == 0 ? 60 : i == 1 ? between : 1);
        CHECK(timeline->due_ns >= before_ns);
        played_advance_unkept(timeline->spacing - 1);
        // The smallest memory has no room for the inputs of so many updates.
        CHECK(i == 0 || timeline->kept_count == 1);
        timeline->due_ns = 0;
        played_advance(1);
        CHECK(i == 0 || timeline->kept_count == 2);
        played_end();
    }
}
