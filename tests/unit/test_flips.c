#include "runtime/attic/snapshot.h"
#include "tests/lib/flips.h"
#include "tests/lib/rows.h"
#include "tests/lib/sample.h"

static ed_Run run;
static Flips flips;

static void nothing(ed_Host *host) { (void)host; }

static ed_Module module_of(const ed_Schema *schema)
{
    return (ed_Module){ .abi = (u32)ED_ABI,
                        .game = "rows",
                        .title = "rows",
                        .view_width = 16,
                        .view_height = 9,
                        .schema = schema,
                        .update = nothing,
                        .render = nothing,
                        .pack = ed_snapshot_write,
                        .unpack = ed_snapshot_read };
}

static ed_Span document_of(bool open)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    rows_fill(&state, 1);
    state.open_form = open;
    ed_snapshot_write(&w, &state);
    return (ed_Span){ w.bytes, w.size };
}

typedef bool Change(ed_Run *run, ed_Span document, u32 step, Flips *flips);

/// Both forms, loaded into their own layout and into another.
static bool change(Change *change_one, u32 usual_step)
{
    static const ed_Schema *const schemas[] = { &rows_schema, &later_schema };
    for (u32 way = 0; way < 4; way++) {
        ed_Module module = module_of(schemas[way / 2]);
        ed_Error error = { .code = ED_OK };
        if (!ed_run_open(&run, &module, 1, &error)) return false;
        bool good = change_one(&run, document_of(way & 1), sample_step(usual_step), &flips);
        ed_run_close(&run);
        if (!good) test_fail(__FILE__, __LINE__, "way %u, %s", way, flips.wrong);
        if (!good) return false;
    }
    return flips.tried > 100;
}

TEST(every_cut_leaves_a_running_game_as_it_was) { CHECK(change(flips_cut, 5)); }
TEST(every_flipped_bit_under_a_hash_is_refused) { CHECK(change(flips_with_old_hash, 15)); }

TEST(every_flipped_bit_under_a_new_hash_is_refused_or_leaves_the_invariants)
{
    CHECK(change(flips_with_new_hash, 31));
}
