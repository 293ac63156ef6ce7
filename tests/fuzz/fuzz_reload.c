/// A running game loads the bytes. If they are refused, its memory is unchanged. Otherwise its
/// state is valid, also after a reload into another layout and back. Snapshots may contain an
/// attic. For libFuzzer: `make fuzz`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/target.h"

static ed_Run run;

static void nothing(ed_Host *host) { (void)host; }

static const ed_Module *module_of(const ed_Schema *schema)
{
    static ed_Module modules[2];
    ed_Module *module = &modules[schema == &later_schema];
    *module = (ed_Module){ .abi = (u32)ED_ABI,
                           .game = "rows",
                           .title = "rows",
                           .view_width = 1,
                           .view_height = 1,
                           .schema = schema,
                           .update = nothing,
                           .render = nothing,
                           .pack = ed_snapshot_write,
                           .unpack = ed_snapshot_read };
    return module;
}

// --- what must not change ------------------------------------------------------------------------

static u64 sum_of_state(void)
{
    u64 sum = run.host.tick;
    for (u32 i = 0; i < run.module->schema->state_count; i++) {
        const ed_Arena *arena = run.states[i].arena;
        sum = sum * 31 + ed_tag((const char *)arena->base, arena->used) + arena->used;
    }
    return sum;
}

static void look(const char *when)
{
    ed_State state = ed_run_state(&run);
    const char *broken = broken_invariant(&state);
    if (broken) fuzz_fail(when, broken);
}

static void go_to(const ed_Schema *schema, const char *when)
{
    ed_Error error = { .code = ED_OK };
    u64 before = sum_of_state();
    if (ed_run_replace(&run, module_of(schema), &error)) {
        look(when);
        return;
    }
    bool limit = error.code == ED_ERR_DEPTH || error.code == ED_ERR_LIMIT;
    if (!limit) fuzz_fail(when, error.text);
    if (sum_of_state() != before) fuzz_fail(when, "a refused reload changed the state");
}

// --- one input -----------------------------------------------------------------------------------

static void begin(void)
{
    ed_Error error = { .code = ED_OK };
    fuzz_begin();
    if (run.module) return;
    if (!ed_run_open(&run, module_of(&rows_schema), 1, &error)) fuzz_fail("open", error.text);
    ed_State state = ed_run_state(&run);
    rows_fill(&state, 2);
}

/// The game keeps running over all inputs, so that refusals are tried on a state with values.
int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    ed_Error error = { .code = ED_OK };
    begin();
    u64 before = sum_of_state();
    if (!ed_run_load(&run, data, size, &error)) {
        if (!*error.text) fuzz_fail("refused", "without a message");
        if (sum_of_state() != before) fuzz_fail("refused", "but the state changed");
        return 0;
    }
    look("loaded");
    go_to(&later_schema, "reloaded");
    go_to(&rows_schema, "and back");
    if (run.module->schema == &rows_schema) return 0;
    ed_run_close(&run);      // it cannot go back: start again
    return 0;
}

// --- initial inputs ------------------------------------------------------------------------------

/// States after a reload into another layout, two of them after a reload back as well, with the
/// attic of these reloads.
static void put_attics(const char *folder)
{
    for (u32 i = 0; i < 3; i++) {
        ed_Span bytes;
        ed_Error error = { .code = ED_OK };
        if (run.module) ed_run_close(&run);
        fuzz_begin();
        if (!ed_run_open(&run, module_of(&rows_schema), 1, &error)) fuzz_fail("a seed", error.text);
        ed_State state = ed_run_state(&run);
        rows_fill(&state, i);
        go_to(&later_schema, "a seed");
        if (i) go_to(&rows_schema, "a seed");
        run.keep_attic = true;
        if (!ed_run_pack(&run, &bytes, &error)) fuzz_fail("a seed", error.text);
        ed_Writer w = test_writer();
        ed_write_packed(&w, bytes.at, bytes.size);
        rows_unseal(&w);
        fuzz_put_seed(folder, "attic", i, w.bytes, w.size);
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    if (!fuzz_seeds_asked(*argc, *argv)) return 0;
    documents_put((*argv)[2]);
    put_attics((*argv)[2]);
    exit(0);
}
