/// Whatever its text, a schema is refused with an error message, or compiled to C twice with the
/// same result, and to a snapshot of its defaults, which can be read. Messages contain no control
/// character of the text. A line of %% begins another file: they are a.def, b.def, c.def. For
/// libFuzzer: `make fuzz`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "codegen/check/check.h"
#include "codegen/emit/default_snapshot.h"
#include "codegen/emit/emit.h"
#include "codegen/emit/packed_default.h"
#include "codegen/syntax/parse.h"
#include "tests/fuzz/standalone.h"
#include "tests/fuzz/target.h"
#include "tests/lib/invariants.h"

#define FILES_MAX 3u
#define TEXT_MAX 65536u

// --- standard error ------------------------------------------------------------------------------

static u64 printed;      // bytes

static ssize_t check_message(void *it, const char *bytes, size_t size)
{
    (void)it;
    for (size_t i = 0; i < size; i++) {
        u8 c = (u8)bytes[i];
        bool plain = (c >= ' ' && c != 127) || c == '\n' || c == '\t';
        bool c1 = c == 0xc2 && i + 1 < size && (u8)bytes[i + 1] < 0xa0;
        if (!plain || c1) fuzz_fail("a message", "has a control character of the schema in it");
    }
    printed += size;
    return (ssize_t)size;
}

static void listen_to_stderr(void)
{
    static char buffer[1 << 17];
    FILE *file = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = check_message });
    if (!file) abort();
    setvbuf(file, buffer, _IOFBF, sizeof buffer);
    stderr = file;
}

// --- one schema ----------------------------------------------------------------------------------

/// The data of one run of eddiec, with the files in memory. Large and mostly empty, so only the
/// used part is cleared.
typedef struct Run {
    cg_Schema schema;
    cg_Diag diag;
    cg_Outputs outputs;
    cg_Source sources[FILES_MAX];
    char texts[FILES_MAX][TEXT_MAX];
} Run;

static void empty(Run *run)
{
    u32 sources = run->schema.source_count;
    memset(run->schema.files, 0, sources * sizeof run->schema.files[0]);
    memset(run->schema.sources, 0, sources * sizeof run->schema.sources[0]);
    memset((u8 *)&run->schema + offsetof(cg_Schema, source_count), 0,
           sizeof run->schema - offsetof(cg_Schema, source_count));
    memset(&run->diag, 0, sizeof run->diag);
    run->outputs.count = 0;
    run->schema.arena = run->outputs.arena = test_arena();
    run->schema.diag = run->outputs.diag = &run->diag;
    run->outputs.dir = "gen";
}

static void add_file(Run *run, const char *text, size_t size)
{
    static const char *const names[FILES_MAX][2] = { { "a.def", "a" },
                                                     { "b.def", "b" },
                                                     { "c.def", "c" } };
    u32 index = run->schema.source_count++;
    memcpy(run->texts[index], text, size);
    run->texts[index][size] = 0;
    run->sources[index] = (cg_Source){ .path = names[index][0],
                                       .stem = names[index][1],
                                       .text = run->texts[index],
                                       .size = (u32)size,
                                       .index = index };
    run->schema.sources[index] = &run->sources[index];
    cg_map_add(run->schema.arena, &run->schema.guards, cg_guard(run->schema.arena, names[index][1]),
               &run->sources[index], (cg_Location){ 0 }, "");
}

static void add_files(Run *run, const char *text, size_t size)
{
    const char *end = text + size;
    while (run->schema.source_count < FILES_MAX - 1) {
        const char *mark = memmem(text, (size_t)(end - text), "%%\n", 3);
        if (!mark) break;
        add_file(run, text, (size_t)(mark - text));
        text = mark + 3;
    }
    add_file(run, text, (size_t)(end - text));
}

static void read_all(Run *run)
{
    for (u32 i = 0; i < run->schema.source_count; i++) {
        for (cg_Include *it = cg_parse(&run->schema, &run->sources[i]); it; it = it->next) {
            u32 to = strlen(it->path) == 5 && strcmp(it->path + 1, ".def") == 0
                       ? (u32)(it->path[0] - 'a')
                       : FILES_MAX;
            if (to < run->schema.source_count)
                cg_link(&run->schema, &run->sources[i], &run->sources[to])->included = true;
            else cg_error(&run->diag, CG_E_UNREADABLE_FILE, it->location, "cannot read it");
        }
    }
}

/// False if the schema is refused.
static bool compile(Run *run, const char *text, size_t size)
{
    empty(run);
    add_files(run, text, size);
    read_all(run);
    cg_check(&run->schema);
    if (!run->diag.count) cg_pack_defaults(&run->schema);
    if (!run->diag.count) cg_emit(&run->schema, test_arena(), &run->outputs);
    cg_diag_use_json(size & 1);
    u64 before = printed;
    if (run->diag.count) cg_diag_print(&run->diag, "nothing written");
    fflush(stderr);
    if (run->diag.count && printed == before) fuzz_fail("refused", "without a message");
    return !run->diag.count;
}

static void compare(const Run *one, const Run *other)
{
    if (one->outputs.count != other->outputs.count) fuzz_fail("compiled twice", "the files differ");
    for (u32 i = 0; i < one->outputs.count; i++) {
        const cg_Output *a = &one->outputs.files[i], *b = &other->outputs.files[i];
        bool same = a->size == b->size && strcmp(a->path, b->path) == 0
                 && memcmp(a->text, b->text, a->size) == 0;
        if (!same) fuzz_fail("compiled twice: the text differs", a->path);
    }
}

/// The snapshot of the defaults is refused, or read without its schema.
static void check_snapshot(Run *run)
{
    static Standalone read;
    static const char what[] = "the snapshot of the defaults";
    char *bytes = NULL;
    size_t size = 0;
    FILE *before = stdout;
    stdout = open_memstream(&bytes, &size);
    if (!stdout) abort();
    bool good = cg_snapshot(&run->schema, &run->outputs, "-");
    fclose(stdout);
    stdout = before;
    if (!good && !run->diag.count) fuzz_fail(what, "is refused without a message");
    if (good && standalone_read(&read, bytes, size)) {
        if (broken_invariant(&read.state)) fuzz_fail(what, broken_invariant(&read.state));
        if (!ed_report_lossless(&read.report)) fuzz_fail(what, "does not have the defaults");
    } else if (good && !is_limit(&read.error)) fuzz_fail(what, read.error.text);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    static Run one, other;
    if (size >= TEXT_MAX) return 0;
    fuzz_begin();
    bool good = compile(&one, (const char *)data, size);
    if (!good) return 0;
    if (!compile(&other, (const char *)data, size))
        fuzz_fail("compiled twice", "the second time it is refused");
    compare(&one, &other);
    check_snapshot(&one);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    fuzz_seeds_asked(*argc, *argv);
    listen_to_stderr();
    return 0;
}
