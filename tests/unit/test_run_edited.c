#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "tests/lib/rows.h"
#include "tests/lib/version_walk.h"

static ed_Run run;
static ed_Error error;

static void nothing(ed_Host *host) { (void)host; }

/// Packs the game as for a reload, and loads it into a game of `next`, as another process does.
static bool load_edited(ed_Run *from, const ed_Module *next, bool edited)
{
    ed_Span bytes;
    error.code = ED_OK;
    return ed_run_pack_into(from, ED_PACK_LIVE, &from->buffer, &bytes, &error)
        && ed_run_prepare(&run, next, &error)
        && (edited ? ed_run_load_edited : ed_run_load)(&run, bytes.at, bytes.size, &error);
}

/// The value of the state's second field after it was renamed from `speed` to `pace`.
static f32 pace_after(bool edited)
{
    f32 pace = -1;
    const ed_Module *next = walk_version("id:u32 pace:f32", walk_items);
    if (load_edited(&walk_run, next, edited))
        memcpy(&pace, (u8 *)run.states[0].at + 4, sizeof pace);
    ed_run_close(&run);
    return pace;
}

TEST(a_rename_is_assumed_in_the_state_of_another_process_as_in_a_reload)
{
    CHECK(walk_begin("id:u32 speed:f32"));
    walk_set("Z.speed", "3");
    CHECK_EQ(pace_after(true), 3);
    CHECK_EQ(pace_after(false), 0);
    ed_run_close(&walk_run);
}

TEST(pointers_in_the_state_of_another_process_become_null)
{
    static ed_Run game;
    const ed_Module module = { .abi = ED_ABI,
                               .game = "rows",
                               .title = "Rows",
                               .view_width = 1,
                               .view_height = 1,
                               .schema = &rows_schema,
                               .update = nothing,
                               .render = nothing,
                               .pack = ed_snapshot_write,
                               .unpack = ed_snapshot_read };
    CHECK(ed_run_open(&game, &module, 1, &error));
    Sheet *sheet = game.states[Sheet_root].at;
    sheet->pair[1].sprite = &game;
    sheet->count = 7;
    CHECK(load_edited(&game, &module, true));
    sheet = run.states[Sheet_root].at;
    CHECK_EQ(sheet->count, 7);
    CHECK(!sheet->pair[1].sprite);
    ed_run_close(&run);
    ed_run_close(&game);
}
