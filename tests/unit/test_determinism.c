#include "tests/lib/failing.h"
#include "tests/lib/played.h"
#include "tests/lib/sample.h"
#include "tests/lib/test.h"

/// Begins a game whose updates give other results when repeated. A state is kept at update 20.
static bool begin_drifting(void)
{
    if (!played_begin(8 << 20)) return false;
    played_drifts = true;
    played_keep_at(20);
    return true;
}

TEST(a_game_that_diverges_is_rewound_to_a_stored_state)
{
    CHECK(begin_drifting());
    played_advance_unkept(9);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK(played_time.timeline.drifts);
    CHECK_EQ(played.host.tick, 20);      // not 25
    CHECK_EQ(played_time.wanted, 25);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK_EQ(played.host.tick, 20);      // which was stored
    CHECK_EQ(played_time.at, 20);
    ed_time_continue(&played_time, &played);
    CHECK_EQ(played_time.timeline.now, 20);
    played_end();
}

#define DRIFT "Game.whole.c at frame 30 was 435, but is 535 when recomputed"

TEST(a_divergence_names_the_first_field_and_its_frame)
{
    u32 open = failing_open();
    CHECK(begin_drifting());
    played_advance_unkept(9);
    CHECK_TEXT(played_time.timeline.drift, "");
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK_TEXT(played_time.timeline.drift, DRIFT);
    CHECK(ed_time_back(&played_time, &played, 15, &played_error));
    CHECK_EQ(played.host.tick, 0);      // not 10
    CHECK_TEXT(played_time.timeline.drift, DRIFT);
    played_end();
    CHECK_EQ(failing_open(), open);
}

TEST(a_divergence_is_noticed_even_if_memory_runs_out_while_it_is_explained)
{
    bool refused = true;
    for (u64 at = 1; refused; at += sample_step(5)) {
        u32 open = failing_open();
        CHECK(begin_drifting());
        played_advance_unkept(9);
        failing_begin(at, false);
        bool good = ed_time_back(&played_time, &played, 5, &played_error);
        refused = failing_end();
        const char *drift = played_time.timeline.drift;
        CHECK(!*drift || strcmp(drift, DRIFT) == 0);
        CHECK(!*drift || played_time.timeline.drifts);
        CHECK_EQ(played_time.back, good);
        if (good) CHECK_EQ(played.host.tick, played_time.at);
        else CHECK(*played_error.text && played_time.changed);
        played_end();
        CHECK_EQ(failing_open(), open);
    }
}

static void render(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->whole.f++;
}

TEST(a_render_that_changes_state_is_named)
{
    CHECK(played_begin(8 << 20));
    played_module.render = render;
    played_advance_unkept(20);
    ed_run_render(&played, 0);
    played_advance_unkept(9);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK(played_time.timeline.drifts);
    CHECK_TEXT(played_time.timeline.drift,
               "render() changes Game.whole.f (first seen at frame 29)");
    played_end();
}

// --- other code ----------------------------------------------------------------------------------

TEST(code_that_no_longer_diverges_is_rewound_to_every_moment)
{
    static ed_Module fixed;
    CHECK(begin_drifting());
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK(played_time.timeline.drifts);
    played_drifts = false;
    fixed = played_module;
    played.module = &fixed;
    played_advance_unkept(20);
    CHECK(!played_time.timeline.drifts);
    CHECK_TEXT(played_time.timeline.drift, "");
    u64 tick = played.host.tick;
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK_EQ(played.host.tick, tick - 5);
    CHECK_EQ(played_time.at, played_time.wanted);
    played_end();
}

static void other_update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    played_update(host);
    game->whole.g++;
}

/// Replaces the code with code that has other results.
static void change_code(void)
{
    static ed_Module other;
    other = played_module;
    other.update = other_update;
    played.module = &other;
}

TEST(states_of_previous_code_are_not_recomputed_with_changed_code)
{
    CHECK(played_begin(8 << 20));
    played_keep_at(20);
    CHECK(ed_time_back(&played_time, &played, 11, &played_error));
    CHECK_EQ(played.host.tick, 10);
    change_code();
    CHECK(ed_time_back(&played_time, &played, 0, &played_error));
    CHECK_EQ(played_time.wanted, 10);
    CHECK_EQ(played.host.tick, 0);
    CHECK(!played_time.timeline.drifts);      // the code is the reason
    CHECK_TEXT(played_time.timeline.drift, "");
    played_end();
}

TEST(the_last_updates_before_a_change_of_the_code_are_not_recomputed)
{
    CHECK(played_begin(8 << 20));
    played_keep_at(20);
    played_advance_unkept(4);
    change_code();
    played_advance_unkept(3);
    CHECK(ed_time_back(&played_time, &played, 3, &played_error));
    CHECK_EQ(played.host.tick, 25);      // the first state of the changed code
    CHECK(ed_time_back(&played_time, &played, 2, &played_error));
    CHECK_EQ(played_time.wanted, 23);
    CHECK_EQ(played.host.tick, 20);
    CHECK(!played_time.timeline.drifts);
    played_end();
}

TEST(in_a_game_that_diverges_the_updates_before_a_jump_are_not_recomputed)
{
    CHECK(begin_drifting());
    played_advance_unkept(9);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK(played_time.timeline.drifts);
    played_advance_unkept(5);      // from the stored state at 20
    ed_time_changed(&played_time, false);
    played_advance_unkept(5);
    CHECK(ed_time_back(&played_time, &played, 8, &played_error));
    CHECK_EQ(played_time.wanted, 22);
    CHECK_EQ(played.host.tick, 20);
    played_end();
}
