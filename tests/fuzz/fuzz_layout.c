/// A snapshot is read without the game that wrote it, as tools do. It is refused, or laid out, read
/// and printed as JSON. Then it is either written, read and written again, with the same bytes, or
/// a dry run to its own types is tried. No output has control characters. For libFuzzer:
/// `make fuzz`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/attic/dry_run.h"
#include "runtime/attic/snapshot.h"
#include "runtime/value/value.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/standalone.h"
#include "tests/fuzz/target.h"

/// Names and texts come from the document: a terminal must not interpret them.
static void expect_plain(const char *what, const char *text)
{
    for (const char *at = text; *at; at++)
        if ((u8)*at < ' ' || *at == 127 || ((u8)at[0] == 0xc2 && (u8)at[1] < 0xa0))
            fuzz_fail(what, "has a control character");
}

static void print_json(const Standalone *read)
{
    static char text[16384];
    for (u32 i = 0; i < read->schema.state_count; i++) {
        ed_Text out = ed_text_over(text, sizeof text);
        ed_value_json(&(ed_ValueRef){ .type = read->schema.states[i], .at = read->blocks[i].at },
                      &out);
        expect_plain("a value as JSON", text);
    }
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_json(&read->report, &out);
    expect_plain("the report as JSON", text);
}

/// Writes the state with its own types, reads that, and writes it again: the bytes are the same.
static void go_round(Standalone *read)
{
    static Standalone again;
    ed_Writer one = test_writer(), two;
    if (!ed_snapshot_write(&one, &read->state)) {
        if (!is_limit(&one.err)) fuzz_fail("what was read is not written", one.err.text);
        return;
    }
    if (!standalone_read(&again, one.bytes, one.size)) {
        if (!is_limit(&again.error)) fuzz_fail("what was written is not read", again.error.text);
        return;
    }
    if (broken_invariant(&again.state)) fuzz_fail("read again", broken_invariant(&again.state));
    two = test_writer();
    if (!ed_snapshot_write(&two, &again.state)) fuzz_fail("not written again", two.err.text);
    if (one.size != two.size || memcmp(one.bytes, two.bytes, one.size) != 0)
        fuzz_fail("written again", "the bytes differ");
}

static void dry_run(const u8 *data, size_t size, bool bare)
{
    static char text[16384];
    bool at_next;
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    ed_DryRun both = { .now = { data, size }, .next = { data, size }, .bare = bare };
    if (!ed_dry_run(&both, test_arena(), &report, &at_next, &error)) {
        if (!is_limit(&error)) fuzz_fail("the dry run of what was read", error.text);
        return;
    }
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_json(&report, &out);
    expect_plain("the report of a dry run", text);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Standalone read;
    fuzz_begin();
    bool good = standalone_read(&read, data, size);
    if (!good && !*read.error.text) fuzz_fail("refused", "without a message");
    if (!good) expect_plain("a refusal", read.error.text);
    if (!good) return 0;
    if (broken_invariant(&read.state)) fuzz_fail("read", broken_invariant(&read.state));
    print_json(&read);
    u32 turn = ed_tag((const char *)data, size) % 32;
    if (turn < 2 && read.schema.state_count) {      // a dry run needs a state
        fuzz_begin();
        dry_run(data, size, turn);
    } else go_round(&read);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    if (!fuzz_seeds_asked(*argc, *argv)) return 0;
    documents_put((*argv)[2]);
    exit(0);
}
