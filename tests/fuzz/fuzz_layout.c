/// A snapshot is read without the game that wrote it, as tools do. It is refused, or laid out, read
/// and printed as JSON. Then it is either written, read and written again, with the same bytes, or
/// a dry run to its own types is tried. No output has control characters. For libFuzzer:
/// `make fuzz`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/migrate/dry_run.h"
#include "runtime/migrate/snapshot.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/layout.h"
#include "runtime/value/value.h"
#include "tests/fuzz/documents.h"
#include "tests/fuzz/target.h"

#define ROOTS_MAX 6u

typedef struct Read {
    ed_Document document;
    ed_Schema schema;
    ed_RootMemory blocks[ROOTS_MAX];
    ed_State state;
    ed_Report report;
    ed_Error error;
} Read;

static bool reads(Read *read, const void *bytes, size_t size)
{
    ed_Arena *arena = test_arena(), *scratch = test_arena();
    *read = (Read){ .error = { .code = ED_OK } };
    if (!ed_document_read(bytes, size, arena, &read->document, &read->error)
        || !ed_layout(&read->document, arena, &read->schema, &read->error))
        return false;
    if (read->schema.state_count > ROOTS_MAX) {
        ed_fail(&read->error, ED_ERR_LIMIT, "too many roots for this test");
        return false;
    }
    for (u32 i = 0; i < read->schema.state_count; i++)
        read->blocks[i] = (ed_RootMemory){ NULL, test_arena() };
    read->state =
        (ed_State){ .game = read->document.game, .schema = &read->schema, .roots = read->blocks };
    return ed_snapshot_read(bytes, size, &read->state, scratch, &read->report, &read->error);
}

/// Names and texts come from the document: a terminal must not interpret them.
static void expect_plain(const char *what, const char *text)
{
    for (const char *at = text; *at; at++)
        if ((u8)*at < ' ' || *at == 127 || ((u8)at[0] == 0xc2 && (u8)at[1] < 0xa0))
            fuzz_fail(what, "has a control character");
}

static void tell(const Read *read)
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

static bool is_limit(ed_Err code) { return code == ED_ERR_DEPTH || code == ED_ERR_LIMIT; }

/// Writes the state with its own types, reads that, and writes it again: the bytes are the same.
static void go_round(Read *read)
{
    static Read again;
    ed_Writer one = test_writer(), two;
    if (!ed_snapshot_write(&one, &read->state)) {
        if (!is_limit(one.err.code)) fuzz_fail("what was read is not written", one.err.text);
        return;
    }
    if (!reads(&again, one.bytes, one.size)) {
        if (!is_limit(again.error.code))
            fuzz_fail("what was written is not read", again.error.text);
        return;
    }
    if (broken_invariant(&again.state)) fuzz_fail("read again", broken_invariant(&again.state));
    two = test_writer();
    if (!ed_snapshot_write(&two, &again.state)) fuzz_fail("not written again", two.err.text);
    if (one.size != two.size || memcmp(one.bytes, two.bytes, one.size) != 0)
        fuzz_fail("written again", "it is another document");
}

static void forecast(const u8 *data, size_t size, bool bare)
{
    static char text[16384];
    bool at_next;
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    ed_DryRun both = { .now = { data, size }, .next = { data, size }, .bare = bare };
    if (!ed_dry_run(&both, test_arena(), &report, &at_next, &error)) return;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_json(&report, &out);
    expect_plain("the forecast", text);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Read read;
    fuzz_begin();
    bool good = reads(&read, data, size);
    if (!good && !*read.error.text) fuzz_fail("refused", "without a message");
    if (!good) expect_plain("a refusal", read.error.text);
    if (!good) return 0;
    if (broken_invariant(&read.state)) fuzz_fail("read", broken_invariant(&read.state));
    tell(&read);
    u32 turn = ed_tag((const char *)data, size) % 32;
    if (turn < 2) {
        fuzz_begin();
        forecast(data, size, turn);
    } else go_round(&read);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    if (!fuzz_seeds_asked(*argc, *argv)) return 0;
    documents_put((*argv)[2]);
    exit(0);
}
