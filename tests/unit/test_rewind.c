#include "runtime/migrate/snapshot.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "gen/schema.gen.h"
#include "runtime/debug/time_travel.h"
#include "tests/lib/failing.h"

// --- a game that adds up what it is given, and one that also counts its updates elsewhere --------

static u32 elsewhere;
static bool drifts, fails;
static void nothing(ed_Host *host) { (void)host; }

static void update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->tick++;
    game->whole.d = game->whole.d * 31 + (host->input->key_down[ED_KEY_A] ? 7 : 1);
    Point_array_add(host->states[Game_root].arena, &game->points)->x = (f32)game->tick;
    if (game->points.count > 300) game->points.count = 0;
    if (drifts) game->whole.c += elsewhere++;
}

static bool pack(ed_Writer *w, const ed_State *state)
{
    if (!fails) return ed_snapshot_write(w, state);
    ed_fail(&w->err, ED_ERR_LIMIT, "it does not fit");
    return false;
}

static ed_Run run;
static ed_Module module;
static ed_Error error;
static ed_TimeTravel game_time;

static bool begin(size_t bytes)
{
    elsewhere = 0;
    drifts = fails = false;
    error = (ed_Error){ .code = ED_OK };
    module = (ed_Module){ .abi = (u32)ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .schema = &eddie_schema,
                          .start = nothing,
                          .update = update,
                          .render = nothing,
                          .pack = pack,
                          .unpack = ed_snapshot_read };
    return ed_run_open(&run, &module, 1, &error) && ed_time_open(&game_time, bytes, &error);
}

static void finish(void)
{
    ed_time_close(&game_time);
    ed_run_close(&run);
}

/// Runs `count` updates, with the key A held in every third one.
static void advance(u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ed_Input input = { .mouse_x = 0 };
        input.key_down[ED_KEY_A] = run.host.tick % 3 == 0;
        ed_time_update(&game_time, &run, &input);
    }
}

static Game *game_now(void) { return run.host.states[Game_root].at; }

/// A copy of the packed state.
static ed_Span packed(void)
{
    ed_Span bytes = { NULL, 0 };
    if (!ed_run_pack(&run, &bytes, &error)) return bytes;
    u8 *copy = ed_arena_push(test_arena(), bytes.size, 1);
    memcpy(copy, bytes.at, bytes.size);
    return (ed_Span){ copy, bytes.size };
}

static bool same(ed_Span one, ed_Span other)
{
    return one.size == other.size && one.size && memcmp(one.at, other.at, one.size) == 0;
}

// --- back ----------------------------------------------------------------------------------------

TEST(every_moment_is_restored_exactly)
{
    static ed_Span was[101];
    CHECK(begin(8 << 20));
    for (u32 i = 0; i <= 100; i++) {
        was[i] = packed();
        advance(1);
    }
    for (u32 i = 101; i-- > 0;) {
        CHECK(ed_time_back(&game_time, &run, 1, &error));
        CHECK_EQ(run.host.tick, i);
        CHECK(same(packed(), was[i]));
    }
    finish();
}

TEST(states_far_apart_are_computed_between)
{
    CHECK(begin(8 << 20));
    advance(50);
    game_time.timeline.due_ns = UINT64_MAX;      // from here on no state is kept
    advance(37);
    ed_Span wanted = packed();
    u32 kept = game_time.timeline.kept_count;
    advance(63);
    CHECK_EQ(game_time.timeline.kept_count, kept);
    CHECK(ed_time_back(&game_time, &run, 63, &error));
    CHECK_EQ(game_time.at, game_time.wanted);
    CHECK(same(packed(), wanted));
    finish();
}

/// Begins a game whose updates give other results when repeated. A state is kept at update 20.
static bool begin_drifting(void)
{
    if (!begin(8 << 20)) return false;
    drifts = true;
    game_time.timeline.due_ns = UINT64_MAX;
    advance(20);
    game_time.timeline.due_ns = 0;
    advance(1);
    game_time.timeline.due_ns = UINT64_MAX;
    return true;
}

TEST(a_game_that_diverges_is_rewound_to_a_stored_state)
{
    CHECK(begin_drifting());
    advance(9);
    CHECK(ed_time_back(&game_time, &run, 5, &error));
    CHECK(game_time.timeline.drifts);
    CHECK_EQ(run.host.tick, 20);      // not 25
    CHECK_EQ(game_time.wanted, 25);
    ed_time_continue(&game_time, &run);
    CHECK_EQ(game_time.timeline.now, 20);
    finish();
}

TEST(a_divergence_names_the_first_field_and_its_frame)
{
    u32 open = failing_open();
    CHECK(begin_drifting());
    advance(9);
    CHECK_TEXT(game_time.timeline.drift, "");
    CHECK(ed_time_back(&game_time, &run, 5, &error));
    CHECK_TEXT(game_time.timeline.drift,
               "Game.whole.c at frame 30 was 435, but is 535 when recomputed");
    finish();
    CHECK_EQ(failing_open(), open);
}

static void render(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->whole.f++;
}

TEST(a_render_that_changes_state_is_named)
{
    CHECK(begin(8 << 20));
    module.render = render;
    game_time.timeline.due_ns = UINT64_MAX;
    advance(20);
    ed_run_render(&run, 0);
    advance(9);
    CHECK(ed_time_back(&game_time, &run, 5, &error));
    CHECK(game_time.timeline.drifts);
    CHECK_TEXT(game_time.timeline.drift, "render() changes Game.whole.f (first seen at frame 29)");
    finish();
}

TEST(code_that_no_longer_diverges_is_rewound_to_every_moment)
{
    static ed_Module fixed;
    CHECK(begin_drifting());
    CHECK(ed_time_back(&game_time, &run, 5, &error));
    CHECK(game_time.timeline.drifts);
    drifts = false;
    fixed = module;
    run.module = &fixed;
    advance(20);
    CHECK(!game_time.timeline.drifts);
    u64 tick = run.host.tick;
    CHECK(ed_time_back(&game_time, &run, 5, &error));
    CHECK_EQ(run.host.tick, tick - 5);
    CHECK_EQ(game_time.at, game_time.wanted);
    finish();
}

TEST(later_moments_are_discarded_after_a_rewind)
{
    CHECK(begin(8 << 20));
    advance(60);
    CHECK(ed_time_back(&game_time, &run, 40, &error));
    advance(5);
    CHECK_EQ(run.host.tick, 25);
    CHECK_EQ(ed_time_length(&game_time), 25);
    ed_Span now = packed();
    advance(1);
    CHECK(ed_time_back(&game_time, &run, 1, &error));
    CHECK(same(packed(), now));
    finish();
}

TEST(a_value_that_was_set_is_not_overwritten)
{
    CHECK(begin(8 << 20));
    advance(10);
    game_time.timeline.due_ns = UINT64_MAX;
    advance(10);
    game_now()->whole.g = 99;
    ed_time_changed(&game_time, false);
    advance(10);
    CHECK(ed_time_back(&game_time, &run, 5, &error));
    CHECK_EQ(game_now()->whole.g, 99);
    CHECK_EQ(run.host.tick, 25);
    CHECK(ed_time_back(&game_time, &run, 10, &error));
    CHECK_EQ(game_now()->whole.g, 0);
    CHECK_EQ(run.host.tick, 15);
    CHECK(!game_time.timeline.drifts);
    finish();
}

TEST(with_little_memory_the_last_moments_are_stored)
{
    CHECK(begin(400000));
    advance(3000);
    const ed_Rewind *timeline = &game_time.timeline;
    u64 length = ed_time_length(&game_time);
    CHECK(length < 3000);
    CHECK(length > 20);
    CHECK(timeline->pages.taken <= timeline->pages.limit);
    CHECK(ed_time_back(&game_time, &run, length, &error));
    CHECK_EQ(run.host.tick, 3000 - length);
    finish();
}

TEST(a_state_that_does_not_fit_is_reported_and_the_game_keeps_running)
{
    static const size_t sizes[] = { 4000, 100 };
    for (u32 i = 0; i < ED_COUNT(sizes); i++) {
        CHECK(begin(sizes[i]));
        advance(250);
        CHECK_EQ(run.host.tick, 250);
        CHECK_EQ(ed_time_length(&game_time), 0);
        CHECK(!ed_time_back(&game_time, &run, 1, &error));
        CHECK_HAS(error.text, "--rewind");
        finish();
    }
}

TEST(a_state_that_cannot_be_packed_leaves_a_gap)
{
    CHECK(begin(8 << 20));
    advance(10);
    fails = true;
    ed_time_changed(&game_time, false);
    advance(1);
    fails = false;
    CHECK_EQ(run.host.tick, 11);
    CHECK_EQ(ed_time_length(&game_time), 0);      // no state from before the jump is left
    CHECK_EQ(game_time.timeline.kept_count, 0);
    game_time.timeline.due_ns = 0;
    advance(3);
    CHECK(ed_time_back(&game_time, &run, 3, &error));
    CHECK_EQ(run.host.tick, 11);
    finish();
}

TEST(a_state_is_checked_again_once_other_input_follows_it)
{
    CHECK(begin(8 << 20));
    const u64 kept[] = { 20, 30, 40 };
    for (u32 i = 0; i < 3; i++) {
        game_time.timeline.due_ns = UINT64_MAX;
        advance((u32)(kept[i] - run.host.tick));
        game_time.timeline.due_ns = 0;
        advance(1);
    }
    CHECK(ed_time_back(&game_time, &run, 16, &error));
    CHECK_EQ(run.host.tick, 25);
    ed_time_continue(&game_time, &run);
    drifts = true;
    game_time.timeline.due_ns = UINT64_MAX;
    advance(5);
    game_time.timeline.due_ns = 0;
    advance(1);
    CHECK(ed_time_back(&game_time, &run, 6, &error));
    CHECK_EQ(run.host.tick, 20);      // not 25, which would not be the same again
    finish();
}

TEST(time_travel_that_is_closed_leaves_nothing_open)
{
    u32 open = failing_open();
    CHECK(begin(8 << 20));
    const char path[] = "/tmp/eddie-test-closed";
    CHECK(ed_input_loop_start(&game_time.loop, &run, &error));
    CHECK(ed_recorder_start(&game_time.record, &run, path, &error));
    advance(3);
    finish();
    unlink(path);
    CHECK_EQ(failing_open(), open);
    CHECK(!game_time.record.on && !game_time.timeline.on);
}

TEST(a_moment_that_is_not_stored_is_refused)
{
    u64 moment;
    CHECK(begin(8 << 20));
    advance(30);
    moment = game_time.timeline.now + 1;
    CHECK(!ed_rewind_go(&game_time.timeline, &run, &moment, &error));
    CHECK_TEXT(error.text, "that frame is not in the rewind memory");
    CHECK_EQ(run.host.tick, 30);
    finish();
}

TEST(the_moments_behind_are_counted_from_the_current_one)
{
    CHECK(begin(8 << 20));
    advance(90);
    CHECK_EQ(ed_time_left(&game_time), 90);
    CHECK(ed_time_back(&game_time, &run, 30, &error));
    CHECK_EQ(ed_time_left(&game_time), 60);
    CHECK(ed_seconds_from_updates(ed_time_left(&game_time) * ED_TICKS_PER_SECOND) == 60);
    finish();
}

TEST(a_rewind_that_gets_no_memory_leaves_nothing_open)
{
    ed_Rewind timeline;
    u32 open = failing_open();
    for (u64 at = 1; at <= 2; at++) {
        failing_begin(at, false);
        error = (ed_Error){ .code = ED_OK };
        bool good = ed_rewind_open(&timeline, 8 << 20, &error);
        CHECK(failing_end() && !good && *error.text);
        CHECK_EQ(failing_open(), open);
    }
}

TEST(without_memory_to_go_back_the_game_stays_where_it_is)
{
    CHECK(begin(8 << 20));
    advance(30);
    u64 moment = game_time.timeline.first;
    failing_begin(1, false);
    bool good = ed_rewind_go(&game_time.timeline, &run, &moment, &error);
    CHECK(failing_end() && !good);
    CHECK_EQ(run.host.tick, 30);
    finish();
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
    CHECK(begin(8 << 20));
    game_time.timeline.due_ns = UINT64_MAX;
    advance(20);
    game_time.timeline.due_ns = 0;
    advance(1);
    game_time.timeline.due_ns = UINT64_MAX;
    advance(19);
    run.caller = (ed_GuardedCall){ call_or_fail, NULL };
    updates_left = 3;
    u64 moment = 35;
    CHECK(ed_rewind_go(&game_time.timeline, &run, &moment, &error));
    CHECK_EQ(moment, 20);
    CHECK_EQ(run.host.tick, 20);
    CHECK(!run.failed_phase);
    finish();
}

TEST(without_memory_for_it_there_is_no_rewind)
{
    CHECK(begin(0));
    advance(10);
    CHECK_EQ(game_time.timeline.kept_count, 0);
    CHECK(!ed_time_back(&game_time, &run, 1, &error));
    CHECK_HAS(error.text, "--rewind MB");
    finish();
}

TEST(every_page_is_freed)
{
    CHECK(begin(8 << 20));
    advance(200);
    CHECK(ed_time_back(&game_time, &run, 200, &error));
    ed_time_continue(&game_time, &run);
    CHECK_EQ(game_time.timeline.kept_count, 1);
    ed_page_store_drop(&game_time.timeline.pages,
                       &game_time.timeline.kept[game_time.timeline.first_kept].state);
    CHECK_EQ(game_time.timeline.pages.taken, 0);
    finish();
}

// --- over and over -------------------------------------------------------------------------------

TEST(each_round_of_a_loop_has_the_same_result)
{
    CHECK(begin(0));
    advance(10);
    CHECK(ed_input_loop_start(&game_time.loop, &run, &error));
    advance(25);
    ed_Span once = packed();
    CHECK(ed_input_loop_play(&game_time.loop, &run, &error));
    CHECK_EQ(run.host.tick, 10);
    for (u32 round = 1; round <= 4; round++) {
        for (u32 i = 0; i < 25; i++) ed_time_update(&game_time, &run, NULL);
        CHECK_EQ(game_time.loop.round, round);
        CHECK(same(packed(), once));
    }
    ed_input_loop_stop(&game_time.loop);
    advance(1);
    CHECK_EQ(run.host.tick, 36);
    finish();
}

TEST(a_loop_that_is_full_begins_its_next_round)
{
    CHECK(begin(0));
    advance(10);
    CHECK(ed_input_loop_start(&game_time.loop, &run, &error));
    advance(5);
    ed_InputLoop *loop = &game_time.loop;
    loop->count = ED_INPUT_LOOP_MAX;
    advance(1);
    CHECK_EQ(loop->phase, ED_INPUT_LOOP_PLAYING);
    CHECK_EQ(loop->round, 1);
    CHECK_EQ(run.host.tick, 11);
    finish();
}

TEST(a_loop_without_memory_is_refused_and_can_be_started_later)
{
    CHECK(begin(0));
    for (u64 at = 1; at <= 3; at++) {
        failing_begin(at, false);
        bool good = ed_input_loop_start(&game_time.loop, &run, &error);
        CHECK(failing_end() && !good);
        CHECK_EQ(game_time.loop.phase, ED_INPUT_LOOP_OFF);
        ed_input_loop_close(&game_time.loop);
    }
    CHECK(ed_input_loop_start(&game_time.loop, &run, &error));
    finish();
}

TEST(a_paused_game_starts_no_loop)
{
    CHECK(begin(0));
    run.failed_phase = ED_PHASE_UPDATE;
    CHECK(!ed_input_loop_start(&game_time.loop, &run, &error));
    CHECK_TEXT(error.text, "the game is paused after a failure: a loop needs a running game");
    finish();
}

TEST(an_empty_loop_is_refused)
{
    CHECK(begin(0));
    CHECK(ed_input_loop_start(&game_time.loop, &run, &error));
    CHECK(!ed_input_loop_play(&game_time.loop, &run, &error));
    CHECK_EQ(game_time.loop.phase, ED_INPUT_LOOP_OFF);
    finish();
}

TEST(a_load_stops_the_recording_of_a_loop)
{
    CHECK(begin(0));
    CHECK(ed_input_loop_start(&game_time.loop, &run, &error));
    advance(5);
    CHECK(ed_run_restart(&run, 1, &error));
    advance(1);
    CHECK_EQ(game_time.loop.phase, ED_INPUT_LOOP_OFF);
    CHECK_HAS(game_time.loop.error.text, "different point in time");
    finish();
}

// --- on disk -------------------------------------------------------------------------------------

TEST(no_other_file_is_recorded_over)
{
    char path[] = "/tmp/eddie-test-XXXXXX";
    CHECK(begin(0));
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, "a letter to somebody", 20) == 20);
    CHECK(!ed_recorder_start(&game_time.record, &run, path, &error));
    CHECK_HAS(error.text, "is not a recording");
    CHECK_EQ(lseek(file, 0, SEEK_END), 20);
    CHECK(ftruncate(file, 0) == 0);
    error.code = ED_OK;
    CHECK(ed_recorder_start(&game_time.record, &run, path, &error));
    advance(3);
    CHECK(ed_recorder_stop(&game_time.record, &error));
    CHECK_EQ(game_time.record.updates, 3);
    CHECK(ed_recorder_start(&game_time.record, &run, path,
                            &error));      // an existing recording may be replaced
    CHECK(!ed_recorder_start(&game_time.record, &run, "/tmp/another", &error));
    close(file);
    unlink(path);
    finish();
}

TEST(a_recording_that_cannot_begin_is_refused_and_off)
{
    static char path[8000];
    CHECK(begin(0));
    memset(path, 'n', sizeof path - 1);
    CHECK(!ed_recorder_start(&game_time.record, &run, path, &error));
    CHECK_HAS(error.text, "the path is longer than ");
    CHECK(!game_time.record.on);
    failing_begin(3, true);      // after its two arenas were opened
    bool good = ed_recorder_start(&game_time.record, &run, "/tmp/eddie-test-begin", &error);
    CHECK(failing_end() && !good);
    CHECK(!game_time.record.on);
    CHECK(!ed_recorder_stop(&game_time.record, &error));
    unlink("/tmp/eddie-test-begin");
    finish();
}

TEST(a_full_disk_ends_a_recording_and_not_the_game)
{
    CHECK(begin(0));
    CHECK(ed_recorder_start(&game_time.record, &run, "/tmp/eddie-test-full", &error));
    advance(3);
    int full = open("/dev/full", O_WRONLY);
    CHECK(full >= 0 && dup2(full, game_time.record.file) >= 0);
    advance(3);
    CHECK(!game_time.record.on);
    CHECK_HAS(game_time.record.error.text, "No space left");
    CHECK_EQ(run.host.tick, 6);
    close(full);
    unlink("/tmp/eddie-test-full");
    finish();
}
