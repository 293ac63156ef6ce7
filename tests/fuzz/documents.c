#include "tests/fuzz/documents.h"
#include "runtime/attic/snapshot.h"
#include "tests/fuzz/target.h"

static void put(const char *folder, const char *name, u32 count, ed_Writer *w)
{
    rows_unseal(w);
    fuzz_put_seed(folder, name, count, w->bytes, w->size);
}

static ed_Writer written(ed_State *state, bool open)
{
    ed_Writer w = test_writer();
    state->open_form = open;
    if (!ed_snapshot_write(&w, state)) fuzz_fail("a seed", w.err.text);
    return w;
}

/// Only the last root, with the types it needs: small documents run faster.
static void put_small(const char *folder, ed_State *state, u32 count)
{
    const ed_Type *small = rows_schema.states[1];
    const ed_Type *types[] = { small->fields[1].type, small->fields[0].type, small };
    ed_Schema schema = {
        .types = types, .type_count = ED_COUNT(types), .states = &types[2], .state_count = 1
    };
    ed_State only = *state;
    only.schema = &schema;
    only.roots = &state->roots[1];
    ed_Writer packed = written(&only, false), open = written(&only, true);
    put(folder, "small", count, &packed);
    put(folder, "small_open", count, &open);
}

void documents_put(const char *folder)
{
    static const u32 counts[] = { 0, 1, 2 };
    static RowsRead read;
    static ed_RootMemory blocks[2];
    for (u32 i = 0; i < ED_COUNT(counts); i++) {
        fuzz_begin();
        ed_State state = rows_state(blocks);
        rows_fill(&state, counts[i]);
        put_small(folder, &state, counts[i]);
        ed_Writer packed = written(&state, false), open = written(&state, true);
        if (!rows_read(&read, &later_schema, packed.bytes, packed.size))
            fuzz_fail("a seed", read.error.text);
        ed_Writer later = written(&read.state, false);
        put(folder, "packed", counts[i], &packed);
        put(folder, "open", counts[i], &open);
        put(folder, "later", counts[i], &later);
    }
}
