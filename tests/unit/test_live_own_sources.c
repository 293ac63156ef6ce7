#include "tests/lib/bare_live.h"
#include "runtime/os/system/clock.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <unistd.h>

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
        CHECK(bare_begin());
        bare.request = ED_REQUEST_DUE;
        bare.self_writes.count = cases[i].rebuilds;
        bare.build.ms = cases[i].build_ms;
        bare.latest.ended_ns = ed_now_ns() - cases[i].ended_ms * ms;
        bool started = ed_live_step(&bare);
        // unless this machine is very slow
        CHECK(started == !cases[i].waits || ed_now_ns() - bare.latest.ended_ns > 1000 * ms);
        bare_end();
    }
}

TEST(a_build_that_may_write_a_source_is_not_stopped_because_that_source_changed)
{
    static const struct {
        u32 rebuilds;
        bool loops, stops;
    } cases[] = { { 0, false, true }, { 2, false, true }, { 3, false, false }, { 0, true, false } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(bare_begin());
        bare.config.build_command = "exec sleep 600";
        ed_live_build(&bare);
        CHECK(ed_live_step(&bare));
        bare.request = ED_REQUEST_DUE;
        bare.self_writes.count = cases[i].rebuilds;
        bare.self_writes.is_loop = cases[i].loops;
        bool event = ed_live_step(&bare);
        CHECK_EQ(bare.build.stopping, cases[i].stops);
        CHECK(!event || cases[i].stops);      // the stopped program may have ended at once
        bare_end();
    }
}

/// Steps until the next event of this kind, and skips the delay before the next build.
static bool comes_to(ed_LiveKind kind)
{
    for (u32 i = 0; i < 20000; i++) {
        if (ed_live_step(&bare) && bare.event.kind == kind) return true;
        bare.latest.ended_ns = 1;
        ed_live_wait(&bare, 1);
    }
    return false;
}

/// Steps until there is nothing left to do.
static bool comes_to_rest(void)
{
    u32 idle = 0;
    for (u32 i = 0; i < 20000 && idle < 5; i++) {
        ed_live_step(&bare);
        idle = ed_live_busy(&bare) ? 0 : idle + 1;
        ed_live_wait(&bare, 1);
    }
    return idle == 5;
}

TEST(seven_builds_that_write_the_same_source_are_a_loop)
{
    char command[512];
    CHECK(bare_begin() && bare_make_module());
    bare.config.watching = true;
    snprintf(command, sizeof command, "date +%%s%%N$$ >%s.new && mv %s.new %s.h", bare_module_path,
             bare_module_path, bare_module_path);
    bare.config.build_command = command;
    CHECK(bare_write("a.c", "one"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK_HAS(bare.event.line, "each build writes ");
    CHECK_HAS(bare.event.line, "/game.so.h, which would start the next build");
    CHECK_EQ(bare.latest.number, 7);
    CHECK(bare.self_writes.is_loop && bare.request == ED_REQUEST_NONE);
    // with the next save of another file, it is reported at once
    CHECK(bare_write("a.c", "two"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK_EQ(bare.latest.number, 8);
    CHECK(comes_to_rest());
    // a build that does not write it ends the loop
    bare.config.build_command = "true";
    CHECK(bare_write("a.c", "three"));
    CHECK(comes_to(ED_LIVE_BUILDING));
    while (bare.build.runs) CHECK(!ed_live_step(&bare) || bare.event.kind != ED_LIVE_STALLED);
    CHECK(bare_write("a.c", "four"));
    CHECK(comes_to(ED_LIVE_BUILDING));
    CHECK(!bare.self_writes.is_loop);
    bare_end();
}

TEST(a_loop_ends_also_if_builds_write_the_source_long_before_they_end)
{
    char command[512];
    CHECK(bare_begin() && bare_make_module());
    bare.config.watching = true;
    snprintf(command, sizeof command,
             "for i in 1 2; do date +%%s%%N$$ >%s.new; mv %s.new %s.h; sleep 0.2; done; echo >>%s",
             bare_module_path, bare_module_path, bare_module_path, bare_module_path);
    bare.config.build_command = command;
    CHECK(bare_write("a.c", "one"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK(bare.build.runs && bare.request == ED_REQUEST_NONE);
    u32 builds = bare.latest.number;
    for (u32 i = 0; i < 20000 && bare.build.runs; i++) {
        CHECK(!ed_live_step(&bare) || bare.event.kind != ED_LIVE_STALLED);
        ed_live_wait(&bare, 1);
    }
    CHECK(bare.self_writes.is_loop && bare.request == ED_REQUEST_NONE);
    CHECK_EQ(bare.latest.number, builds);
    // a save during a build is still built
    CHECK(bare_write("a.c", "two"));
    CHECK(comes_to(ED_LIVE_STALLED));
    CHECK(bare_write("b.c", "one"));
    for (u32 i = 0; i < 20000 && bare.build.runs; i++) {
        ed_live_step(&bare);
        ed_live_wait(&bare, 1);
    }
    CHECK(bare.request == ED_REQUEST_DUE);
    bare_end();
}

TEST(saves_between_builds_are_no_loop)
{
    char text[16];
    CHECK(bare_begin() && bare_make_module());
    bare.config.watching = true;
    for (u32 i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "%u", i);
        usleep(10000);      // a tick of the file system's clock
        CHECK(bare_write("a.c", text));
        CHECK(comes_to(ED_LIVE_BUILDING));
        CHECK(comes_to(ED_LIVE_BUILD_FAILED));      // nothing was built
        CHECK_EQ(bare.self_writes.count, 0);
    }
    bare_end();
}

TEST(a_save_after_an_error_was_reported_comes_from_the_user)
{
    CHECK(bare_begin() && bare_make_module());
    bare.config.watching = true;
    bare.config.build_command = "echo 'a.c:1:1: error: one'; exec sleep 600";
    CHECK(bare_write("a.c", "one"));
    CHECK(comes_to(ED_LIVE_BUILD_FAILED) && bare.build.runs);
    CHECK(bare_write("a.c", "two"));
    CHECK(comes_to(ED_LIVE_BUILDING));
    CHECK_EQ(bare.latest.number, 2);
    CHECK_EQ(bare.self_writes.count, 0);
    bare_end();
}
