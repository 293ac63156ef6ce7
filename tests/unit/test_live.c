#include "runtime/live/live_inner.h"
#include "runtime/migrate/snapshot.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "gen/schema.gen.h"

// --- a game that runs under live editing: its loop alone, without a library ----------------------

static ed_Live live;
static ed_Module module;
static char folder[64], path[96];

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
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/game.so", folder);
    live.config =
        (ed_LiveConfig){ .module_path = path, .build_command = "true", .no_checkpoints = true };
    live.build_lock = -1;
    return ed_run_open(&live.run, &module, 5, &error)
        && ed_watch_open(&live.watch, (const char *const[]){ folder, NULL }, &error);
}

static void end(void)
{
    char command[128];
    ed_live_close(&live);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

TEST(a_build_that_cannot_be_started_is_reported_and_may_be_tried_again)
{
    CHECK(begin());
    CHECK(!ed_live_step(&live));
    ed_live_build(&live);
    failing_call("pipe2", EMFILE);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_TEXT(live.event.line, "the build cannot be started: Too many open files; "
                                "still running the previous build");
    CHECK(!ed_live_busy(&live));
    CHECK_EQ(live.build_lock, -1);
    ed_live_build(&live);
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_BUILDING);
    end();
}

TEST(a_build_is_stopped_once)
{
    CHECK(begin());
    CHECK(!ed_live_stop_build(&live));
    live.config.build_command = "sleep 600";
    ed_live_build(&live);
    CHECK(ed_live_step(&live));
    CHECK(ed_live_busy(&live));
    CHECK(ed_live_stop_build(&live));
    CHECK(!ed_live_stop_build(&live));
    for (u32 i = 0; i < 20000 && !ed_live_step(&live); i++) ed_live_wait(&live, 1000);
    CHECK_EQ(live.event.kind, ED_LIVE_BUILD_FAILED);
    CHECK_HAS(live.event.line, "the build was stopped by hand after ");
    CHECK_HAS(live.event.line, "still running the previous build");
    end();
}

TEST(a_wait_ends_with_a_save)
{
    CHECK(begin());
    live.config.watching = true;
    u64 start_ns = ed_now_ns();
    ed_live_wait(&live, 10);
    CHECK(ed_now_ns() - start_ns >= 9000000);
    FILE *file = fopen(path, "w");
    CHECK(file && fclose(file) == 0);
    start_ns = ed_now_ns();
    ed_live_wait(&live, 60000);
    CHECK(ed_now_ns() - start_ns < 30000000000u);
    end();
}

TEST(a_game_that_was_never_replaced_has_no_previous_build)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(!ed_live_back(&live, &error));
    CHECK_TEXT(error.text, "there is no previous build");
    end();
}

TEST(more_sources_than_are_watched_are_reported_once)
{
    CHECK(begin());
    live.config.watching = true;
    live.watch.full = true;
    CHECK(ed_live_step(&live));
    CHECK_EQ(live.event.kind, ED_LIVE_REFUSED);
    CHECK_TEXT(live.event.line,
               "too much to watch (limits: 4096 sources, 256 folders, 255 bytes in a path): "
               "some saves will not be noticed; reload by hand");
    CHECK(!ed_live_step(&live));
    end();
}
