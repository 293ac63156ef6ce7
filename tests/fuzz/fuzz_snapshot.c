/// Whatever the bytes are, a snapshot is refused or its state holds (tests/invariants.h), and packed, in either form, it is
/// the same state again. For libFuzzer: `make fuzz`. With --seeds DIR it writes documents to begin with and ends.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include "tests/fuzz/mutate.h"
#include "tests/rows.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

// --- memory, used again from input to input --------------------------------------------------------------------------------

#define ARENAS_MAX 16

static ed_Arena arenas[ARENAS_MAX];
static u32 arena_count;

ed_Arena *test_arena(void)
{
    if (arena_count == ARENAS_MAX) abort();
    ed_Arena *arena = &arenas[arena_count++];
    if (!arena->base) ed_arena_open(arena, "fuzz", (size_t)256 << 20, NULL);
    ed_arena_reset(arena);
    return arena;
}

ed_Writer test_writer(void)
{
    ed_Writer w;
    ed_write_init(&w, test_arena());
    return w;
}

// --- one input ---------------------------------------------------------------------------------------------------------

static void fail(const char *what, const char *more)
{
    fprintf(stderr, "FAIL %s: %s\n", what, more);
    abort();
}

static ed_Writer written(RowsRead *read, bool open)
{
    ed_Writer w = test_writer();
    read->state.open = open;
    bool good = ed_snapshot_write(&w, &read->state);
    bool limit = w.err.code == ED_ERR_DEPTH || w.err.code == ED_ERR_LIMIT;
    if (!good && !limit) fail("what was read is not written", w.err.text);
    return w;
}

/// The document holds the state that `packed` is.
static void expect(RowsRead *read, const ed_Schema *schema, const ed_Writer *document, const ed_Writer *packed)
{
    if (!ed_write_ok(document) || !ed_write_ok(packed)) return;
    if (!rows_read(read, schema, document->bytes, document->size)) fail("what was written is not read", read->error.text);
    if (broken_invariant(&read->state)) fail("read again", broken_invariant(&read->state));
    ed_Writer again = written(read, false);
    size_t at = 0;
    while (at < again.size && at < packed->size && again.bytes[at] == packed->bytes[at]) at++;
    if (at == again.size && at == packed->size) return;
    char words[80];
    snprintf(words, sizeof words, "%zu bytes, then %zu; other ones from byte %zu", packed->size, again.size, at);
    fail(document == packed ? "written again, packed" : "written again, open", words);
}

static void try_into(const ed_Schema *schema, const u8 *data, size_t size)
{
    static RowsRead read;
    arena_count = 0;
    if (!rows_read(&read, schema, data, size)) {
        if (!*read.error.text) fail("refused", "without a word");
        return;
    }
    if (broken_invariant(&read.state)) fail("read", broken_invariant(&read.state));
    ed_Writer packed = written(&read, false), open = written(&read, true);
    expect(&read, schema, &packed, &packed);
    expect(&read, schema, &open, &packed);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    try_into(&rows_schema, data, size);
    try_into(&later_schema, data, size);
    return 0;
}

// --- what to begin with ------------------------------------------------------------------------------------------------

static void put_seed(const char *folder, const char *name, u32 count, ed_Writer *w)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s_%u", folder, name, count);
    rows_unseal(w);      // nobody would guess a hash
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(w->bytes, 1, w->size, file) != w->size || fclose(file) != 0) { perror(path); exit(1); }
}

static void put_seeds(const char *folder, u32 count)
{
    static RowsRead read;
    static ed_Block blocks[2];
    arena_count = 0;
    ed_State state = rows_state(blocks);
    rows_fill(&state, count);
    ed_Writer packed = test_writer(), open = test_writer();
    ed_snapshot_write(&packed, &state);
    state.open = true;
    ed_snapshot_write(&open, &state);
    if (!rows_read(&read, &later_schema, packed.bytes, packed.size)) fail("a seed", read.error.text);
    ed_Writer later = written(&read, false);
    put_seed(folder, "packed", count, &packed);
    put_seed(folder, "open", count, &open);
    put_seed(folder, "later", count, &later);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);       // to clear 2 MiB takes longer than to read a small document
    if (*argc != 3 || strcmp((*argv)[1], "--seeds") != 0) return 0;
    static const u32 counts[] = { 0, 1, 2, 5 };
    for (u32 i = 0; i < ED_COUNT(counts); i++) put_seeds((*argv)[2], counts[i]);
    exit(0);
}
