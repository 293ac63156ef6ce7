#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/swap.h"
#include "tests/lib/test.h"

TEST(an_early_build_is_trusted_when_the_compiler_is_done)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    swap_play(3);
    CHECK(swap_offer_early(NOW, SWAP_COPY));
    const ed_Library *early = live->code.library;
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY_NEW);
    CHECK_EQ(live->code.early_build, live->builds);
    CHECK(live->before_early.code.library == first && live->before_swap.code.library == first);
    CHECK_EQ(live->checkpoint.pinned.frame, 3);
    CHECK(live->code.before == first && !live->code.replaced);
    CHECK(!ed_live_has_pending_save(live) && ed_live_busy(live));
    swap_play(1);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);
    CHECK(!live->before_swap.code.library && live->before_early.code.library == first);
    CHECK(live->checkpoint.pinned.size > 0);
    CHECK(swap_put("new.so", NOW) && swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_COMPILED);
    CHECK_TEXT(live->event.line, "compiled");
    CHECK_EQ(live->code.trust, ED_TRUST_NEW);
    CHECK_EQ(live->code.early_build, 0);
    CHECK(live->code.before == first && live->code.replaced == early);
    CHECK(!live->before_early.code.library && live->checkpoint.pinned.size == 0);
    CHECK_EQ(live->run.host.tick, 4);
    swap_play(1);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    swap_end();
}

TEST(a_compiler_that_makes_the_same_module_accepts_the_early_build)
{
    CHECK(swap_begin(false));
    for (u32 i = 0; i < 2; i++) {
        CHECK(swap_offer_early(NOW, "cp early.so new.so; " SWAP_COPY));
        live->checkpoint.due_ns = UINT64_MAX;      // otherwise, time alone raises the trust
        if (i) swap_play(1);
        ed_live_step(live);
        CHECK_EQ(live->code.trust, i ? ED_TRUST_EARLY : ED_TRUST_EARLY_NEW);
        CHECK(swap_let_go());
        CHECK_EQ(swap_next_event(), ED_LIVE_UNCHANGED);
        CHECK(!live->event.early);
        CHECK_EQ(live->code.trust, i ? ED_TRUST_FULL : ED_TRUST_NEW);
        CHECK(!live->before_early.code.library && live->checkpoint.pinned.size == 0);
        swap_play(1);
        ed_live_step(live);
        CHECK_EQ(live->code.trust, ED_TRUST_FULL);
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
    CHECK_EQ(live->code.trust, ED_TRUST_NEW);
    CHECK(live->code.before == first);
    swap_end();
}

TEST(an_early_build_whose_code_the_compiler_refuses_is_undone)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    swap_play(3);
    CHECK(swap_offer_early(NEXT, "echo 'game/a.c:1:2: error: no'; exit 1"));
    swap_play(4);
    ed_live_step(live);
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live->event.line, "game/a.c:1:2: no; went back to the previous build and the state "
                                 "before the early build (frame 3)");
    CHECK_TEXT(live->event.location, "game/a.c:1:2");
    CHECK(live->code.library == first);
    CHECK_EQ(live->code.trust, ED_TRUST_FULL);
    CHECK_EQ(live->run.host.tick, 3);
    CHECK(!live->before_early.code.library && live->checkpoint.pinned.size == 0);
    CHECK_EQ(swap_loaded(), 1);
    CHECK_EQ(live->checkpoint.last.frame, 3);
    swap_end();
}

TEST(a_build_that_fails_for_another_reason_leaves_its_early_build)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    CHECK(swap_offer_early(NOW, "echo the disk is full; exit 1"));
    const ed_Library *early = live->code.library;
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live->event.line, "the disk is full; still running the early build of this save");
    CHECK(live->code.library == early);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY_NEW);
    CHECK(!ed_live_busy(live));
    // the next build decides
    CHECK(swap_script("echo 'game/a.c:1:2: error: no'; exit 1"));
    CHECK_EQ(swap_reload(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live->event.line, "; went back to the previous build");
    CHECK(live->code.library == first);
    swap_end();
}

TEST(early_builds_in_a_row_are_undone_together)
{
    CHECK(swap_begin(false));
    const ed_Library *first = live->code.library;
    swap_play(2);
    CHECK(swap_offer_early(NEXT, "exit 1"));
    swap_play(2);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);
    const ed_Library *early = live->code.library;
    CHECK(swap_offer_early(NOW, "echo 'a.c:1: undefined reference to f'; exit 1"));
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY_NEW);
    CHECK(live->before_swap.code.library == early && live->before_early.code.library == first);
    CHECK(live->code.before == first && live->code.replaced == early);
    CHECK_EQ(live->before_swap.code.trust, ED_TRUST_EARLY);
    CHECK_EQ(live->checkpoint.pinned.frame, 2);
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live->event.line,
              "went back to the previous build and the state before the early build "
              "(frame 2)");
    CHECK(live->code.library == first);
    CHECK_EQ(swap_loaded(), 1);
    swap_end();
}

TEST(an_early_build_that_fails_at_once_gives_way_to_the_code_before_it)
{
    CHECK(swap_begin(true));
    const ed_Library *first = live->code.library;
    CHECK(swap_offer_early(NOW, "exit 1"));
    const ed_Library *early = live->code.library;
    swap_play(2);
    ed_live_step(live);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);
    CHECK(swap_script(SWAP_OFFER "exit 1")
          && swap_put_failing("early.so", NEXT, FAULT_SEGV, PHASE_RENDER, 0));
    CHECK_EQ(swap_reload(), ED_LIVE_RELOADED);
    swap_play(1);
    CHECK_EQ(swap_next_event(), ED_LIVE_REFUSED);
    CHECK(live->code.library == early);
    CHECK_EQ(live->code.trust, ED_TRUST_EARLY);      // which the compiler has not judged
    CHECK(live->before_early.code.library == first);
    CHECK_EQ(live->run.host.tick, 2);
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
        CHECK(live->code.library == before && !live->tried);
        CHECK(swap_let_go());
        CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
        CHECK(!live->event.early);
        CHECK(live->code.before == before);
        CHECK_EQ(live->code.trust, ED_TRUST_NEW);
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
    live->rebuilds = 3;
    for (u32 i = 0; i < 3; i++) CHECK(!ed_live_step(live));
    CHECK(live->code.library == first && *live->build.early_module);
    CHECK(swap_let_go());
    CHECK_EQ(swap_next_event(), ED_LIVE_RELOADED);
    CHECK(!live->event.early && live->code.before == first);
    swap_end();
}
