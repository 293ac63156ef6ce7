#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/swap.h"
#include "tests/lib/test.h"

TEST(the_code_before_an_early_build_is_kept_until_the_compiler_is_done)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    swap_play(3);
    CHECK(swap_offer_early(NOW, SWAP_COPY));
    const ed_Library *early = live->code.library;
    CHECK(live->code.is_new && !ed_live_returns_state(live));
    CHECK_EQ(live->code.early_build, live->latest.number);
    CHECK(live->before_swap.code.library == first);
    CHECK_EQ(live->checkpoint.pinned.frame, 3);
    CHECK(live->code.before == first && !live->code.replaced);
    CHECK(!ed_live_has_pending_save(live) && ed_live_busy(live));
    swap_play(1);
    ed_live_step(live);
    CHECK(!live->code.is_new);
    CHECK(live->before_swap.code.library == first && live->checkpoint.pinned.frame == 3);
    CHECK(swap_put("new.so", NOW) && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_COMPILED);
    CHECK_TEXT(live->event.line, "compiled");
    CHECK(live->code.is_new && !live->code.early_build);
    CHECK(live->code.before == first && live->code.replaced == early);
    CHECK(live->before_swap.code.library == early);
    CHECK_EQ(live->run.host.tick, 4);
    swap_play(1);
    ed_live_step(live);
    CHECK(!live->code.is_new && !live->before_swap.code.library);
    CHECK_EQ(live->checkpoint.pinned.size, 0);
    swap_end();
}

TEST(an_early_module_that_the_compiler_makes_too_is_no_early_build_any_more)
{
    CHECK(swap_begin(false));
    for (u32 i = 0; i < 2; i++) {
        CHECK(swap_offer_early(NOW, "cp early.so new.so; " SWAP_COPY));
        live->checkpoint.due_ns =
            UINT64_MAX;      // otherwise, the code also counts as proved later
        if (i) swap_play(1);
        ed_live_step(live);
        CHECK(swap_let_go());
        CHECK_EQ(swap_next_event(), ED_LIVE_UNCHANGED);
        CHECK(!live->event.early && !live->code.early_build);
        CHECK_EQ(live->code.is_new, i == 0);
        CHECK_EQ(live->checkpoint.pinned.size == 0, i == 1);
        swap_play(1);
        ed_live_step(live);
        CHECK(!live->code.is_new && !live->checkpoint.pinned.size);
    }
    swap_end();
}

TEST(a_compiled_build_with_another_layout_than_its_early_build_is_a_reload)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    CHECK(swap_offer_early(NOW, SWAP_COPY));
    CHECK(swap_put("new.so", NEXT) && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    CHECK(!live->event.early);
    CHECK(live->code.is_new && live->code.before == first);
    swap_end();
}

#define REFUSE "echo 'game/a.c:1:2: error: no'; exit 1"

/// Plays 3 updates, then 4 with an early build whose sources the compiler refuses.
static void play_refused_early_build(void)
{
    swap_play(3);
    CHECK(swap_offer_early(NEXT, REFUSE));
    swap_play(4);
    ed_live_step(live);
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
}

TEST(a_game_continues_with_the_early_build_whose_code_the_compiler_refuses)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    play_refused_early_build();
    CHECK_TEXT(live->event.line, "game/a.c:1:2: no; the game continues; F8 returns to the build "
                                 "and the state before this save");
    CHECK_TEXT(live->event.location, "game/a.c:1:2");
    CHECK(live->code.library != first && live->code.before == first);
    CHECK_EQ(live->run.host.tick, 7);
    CHECK(ed_live_returns_state(live));
    CHECK_EQ(swap_loaded(), 2);
    swap_end();
}

TEST(going_back_from_a_refused_early_build_returns_to_the_state_before_it_and_again_to_what_ran)
{
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    play_refused_early_build();
    const ed_Library *early = live->code.library;
    CHECK(ed_live_back(live, &error));
    CHECK_EQ(live->event.kind, ED_LIVE_RELOADED);
    CHECK_HAS(live->event.line, "back to the previous build and its state (frame 3, swap ");
    CHECK(live->code.library == first);
    CHECK_EQ(live->run.host.tick, 3);
    swap_play(1);
    CHECK(ed_live_back(live, &error));
    CHECK(live->code.library == early);
    CHECK_EQ(live->run.host.tick, 7);
    CHECK(ed_live_back(live, &error));
    CHECK_EQ(live->run.host.tick, 4);
    CHECK_EQ(swap_loaded(), 2);
    swap_end();
}

TEST(a_newer_save_with_an_error_takes_nothing_back)
{
    CHECK(swap_begin(false));
    CHECK(swap_offer_early(NEXT, SWAP_COPY));      // its compiler is still working
    const ed_Library *early = live->code.library;
    swap_play(600);
    ed_live_step(live);
    CHECK(swap_script(REFUSE));
    CHECK_EQ(swap_reload(), ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live->event.line, "game/a.c:1:2: no; still running the previous build");
    CHECK(live->code.library == early && !ed_live_returns_state(live));
    CHECK_EQ(live->run.host.tick, 600);
    swap_end();
}

TEST(each_early_build_in_a_row_can_be_taken_back_alone)
{
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin(false));
    swap_play(2);
    CHECK(swap_offer_early(NEXT, "exit 1"));
    const ed_Library *early = live->code.library;
    swap_play(2);
    ed_live_step(live);
    CHECK(swap_offer_early(NOW, REFUSE));
    CHECK(live->before_swap.code.library == early && live->code.before == early);
    CHECK_EQ(live->checkpoint.pinned.frame, 4);
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK(ed_live_back(live, &error));
    CHECK(live->code.library == early);
    CHECK_EQ(live->run.host.tick, 4);
    swap_end();
}

TEST(an_early_build_that_fails_at_once_gives_way_to_the_code_before_it)
{
    CHECK(swap_begin(true));
    CHECK(swap_offer_early(NOW, "exit 1"));
    const ed_Library *early = live->code.library;
    swap_play(2);
    ed_live_step(live);
    CHECK(swap_script(SWAP_OFFER "exit 1")
          && swap_put_failing("early.so", NEXT, FAULT_SEGV, PHASE_RENDER, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_play(1);
    CHECK_EQ(swap_next_event(), ED_LIVE_REFUSED);
    CHECK(live->code.library == early && !live->code.is_new);
    CHECK_EQ(live->run.host.tick, 2);
    swap_end();
}

TEST(a_crash_of_a_refused_early_build_keeps_the_state_when_going_back)
{
    ed_Error error = { .code = ED_OK };
    CHECK(swap_begin(true));
    const ed_Library *first = live->code.library;
    swap_play(1);
    CHECK(swap_script(SWAP_OFFER REFUSE)
          && swap_put_failing("early.so", NOW, FAULT_SEGV, PHASE_UPDATE, 5));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_play(3);
    live->checkpoint.due_ns = 0;
    ed_live_step(live);
    live->checkpoint.due_ns = 0;
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    swap_play(3);
    CHECK_EQ(swap_next_event(), ED_LIVE_PAUSED);
    u64 tick = live->run.host.tick;
    CHECK(tick > 1 && !ed_live_returns_state(live));
    CHECK(ed_live_back(live, &error));
    CHECK(live->code.library == first);
    CHECK_EQ(live->run.host.tick, tick);
    swap_end();
}

TEST(an_early_module_that_cannot_be_used_is_not_reported)
{
    CHECK(swap_begin(false));
    CHECK(swap_script(SWAP_OFFER SWAP_COPY));
    for (u32 i = 0; i < 2; i++) {      // it does not exist, then it is not a module
        const ed_Library *before = live->code.library;
        CHECK(swap_put("new.so", NOW));
        ed_live_build(live);
        CHECK(ed_live_step(live) && swap_is_offered());
        CHECK(!ed_live_step(live));
        CHECK(live->code.library == before && !live->candidate.library);
        CHECK(swap_let_go());
        CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
        CHECK(!live->event.early);
        CHECK(live->code.before == before);
        CHECK(live->code.is_new);
        CHECK(swap_write("early.so", "text", 4));
    }
    swap_end();
}

TEST(an_early_module_that_equals_the_running_code_counts_for_the_build_that_offers_it)
{
    CHECK(swap_begin(false));
    CHECK(swap_offer_early(NOW, "exit 1") && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_EQ(live->code.early_build, 1);
    CHECK(swap_script(SWAP_OFFER SWAP_COPY));
    CHECK_EQ(swap_reload(), ED_LIVE_UNCHANGED);
    CHECK(live->event.early);
    CHECK_EQ(live->code.early_build, 2);
    CHECK(swap_put("new.so", NOW) && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_COMPILED);
    swap_end();
}

TEST(the_build_command_is_not_asked_for_an_early_module_if_early_builds_are_off)
{
    CHECK(swap_begin_folder());
    ed_LiveConfig config = swap_config(false);
    for (u32 i = 0; i < 2; i++) {
        config.no_early_builds = i == 0;
        CHECK(swap_open(&config));
        CHECK(swap_script("[ -n \"$EDDIE_EARLY\" ] || exit 3; exit 4"));
        CHECK_EQ(swap_reload(), ED_LIVE_BUILD_FAILED);
        CHECK_HAS(live->event.line, i == 0 ? "with exit code 3" : "with exit code 4");
        ed_live_close(live);
    }
    swap_end_folder();
}

TEST(an_early_module_is_not_used_if_builds_may_start_each_other)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    CHECK(swap_script(SWAP_OFFER SWAP_COPY) && swap_put("early.so", NOW)
          && swap_put("new.so", NOW));
    ed_live_build(live);
    CHECK(ed_live_step(live) && swap_is_offered());
    live->self_writes.count = 3;
    for (u32 i = 0; i < 3; i++) CHECK(!ed_live_step(live));
    CHECK(live->code.library == first && *live->build.early_module);
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    CHECK(!live->event.early && live->code.before == first);
    swap_end();
}
