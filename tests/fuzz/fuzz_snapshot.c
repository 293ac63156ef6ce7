/// Whatever the bytes, a snapshot is refused, or its state is valid (tests/lib/invariants.h) and
/// the same after it was packed, in either form, and read. For libFuzzer: `make fuzz`. With --seeds
/// DIR it writes initial inputs and exits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/target.h"

// --- one input -----------------------------------------------------------------------------------

static ed_Writer written(RowsRead *read, bool open)
{
    ed_Writer w = test_writer();
    read->state.open_form = open;
    bool good = ed_snapshot_write(&w, &read->state);
    bool limit = w.err.code == ED_ERR_DEPTH || w.err.code == ED_ERR_LIMIT;
    if (!good && !limit) fuzz_fail("what was read is not written", w.err.text);
    return w;
}

/// Fails unless the document has the same state as `packed`.
static void expect(RowsRead *read, const ed_Schema *schema, const ed_Writer *document,
                   const ed_Writer *packed)
{
    if (!ed_write_ok(document) || !ed_write_ok(packed)) return;
    if (!rows_read(read, schema, document->bytes, document->size))
        fuzz_fail("what was written is not read", read->error.text);
    if (broken_invariant(&read->state)) fuzz_fail("read again", broken_invariant(&read->state));
    ed_Writer again = written(read, false);
    size_t at = 0;
    while (at < again.size && at < packed->size && again.bytes[at] == packed->bytes[at]) at++;
    if (at == again.size && at == packed->size) return;
    char words[120];
    snprintf(words, sizeof words, "%zu bytes, then %zu; they differ from byte %zu on", packed->size,
             again.size, at);
    fuzz_fail(document == packed ? "written again, packed" : "written again, open", words);
}

static void try_into(const ed_Schema *schema, const u8 *data, size_t size)
{
    static RowsRead read;
    fuzz_begin();
    if (!rows_read(&read, schema, data, size)) {
        if (!*read.error.text) fuzz_fail("refused", "without a message");
        return;
    }
    if (broken_invariant(&read.state)) fuzz_fail("read", broken_invariant(&read.state));
    ed_Writer packed = written(&read, false), open = written(&read, true);
    expect(&read, schema, &packed, &packed);
    expect(&read, schema, &open, &packed);
}

/// The bytes of the input decide which of the two schemas reads it.
int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    try_into(ed_tag((const char *)data, size) & 1 ? &rows_schema : &later_schema, data, size);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    if (!fuzz_seeds_asked(*argc, *argv)) return 0;
    documents_put((*argv)[2]);
    exit(0);
}
