#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/run/run.h"
#include "runtime/snapshot/document.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"

/// Loads the snapshots of every case and compares the results with the files of the case, see
/// tests/suites/corpus.sh. The schemas are linked into this program, each under its own symbol.

#define BYTES_MAX ((size_t)8 << 20)

typedef struct Result {      // of a load, as the text of the files
    ed_Text json;            // expected.json, as `eddie cat --compact` prints it
    ed_Text report;          // report.txt
    ed_Text details;         // details.txt: what JSON does not show; no file if empty
} Result;

static const char *folder;      // of the current case
static const char *name;        // of the current snapshot in it
static bool writes;             // --write: writes the files instead of comparing them
static bool good;               // of the current case

static void fail(const char *what, const char *words)
{
    printf("  %s/%s: %s: %s\n", folder, name, what, words);
    good = false;
}

// --- files ---------------------------------------------------------------------------------------

static const char *path_of(const char *file)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return path;
}

/// Reads a file of at most BYTES_MAX. A missing file counts as empty.
static ed_Span read_file(const char *called, char *bytes)
{
    FILE *file = fopen(path_of(called), "rb");
    size_t size = file ? fread(bytes, 1, BYTES_MAX, file) : 0;
    if (file) fclose(file);
    return (ed_Span){ (const u8 *)bytes, size };
}

static void write_file(const char *called, const ed_Text *text)
{
    if (text->size == 0) {
        remove(path_of(called));
        return;
    }
    FILE *file = fopen(path_of(called), "wb");
    if (!file || fwrite(text->at, 1, text->size, file) != text->size || fclose(file) != 0)
        fail("cannot be written", called);
}

static void compare(const char *what, const char *at, size_t size, const ed_Text *found)
{
    char words[400];
    size_t same = 0;
    if (size == found->size && memcmp(at, found->at, size) == 0) return;
    while (same < size && same < found->size && at[same] == found->at[same]) same++;
    size_t from = same < 60 ? 0 : same - 60;
    snprintf(words, sizeof words, "differs at byte %zu\n    expected …%.*s\n    found    …%.*s",
             same, (int)(size - from < 120 ? size - from : 120), at + from,
             (int)(found->size - from < 120 ? found->size - from : 120), found->at + from);
    fail(what, words);
}

/// `left_out`: the file to use instead, if it exists, because the attic of the snapshot was
/// ignored.
static void check_file(const char *called, const char *left_out, const ed_Text *found)
{
    static char bytes[BYTES_MAX];
    ed_Span file = read_file(called, bytes);
    bool same = file.size == found->size && memcmp(file.at, found->at, found->size) == 0;
    if (writes && left_out) {
        write_file(left_out, same ? &(ed_Text){ .size = 0 } : found);
        return;
    }
    if (writes) {
        write_file(called, found);
        return;
    }
    ed_Span other = left_out ? read_file(left_out, bytes) : (ed_Span){ NULL, 0 };
    if (other.size) {
        called = left_out;
        file = other;
    } else if (left_out) file = read_file(called, bytes);
    compare(called, (const char *)file.at, file.size, found);
}

// --- what a state holds --------------------------------------------------------------------------

static void put_number(const ed_ValueRef *ref, const char *path, ed_Text *out)
{
    double number;
    f32 narrow;
    if (ref->field->kind == ED_F32) {
        memcpy(&narrow, ref->at, sizeof narrow);
        number = narrow;
    } else {
        memcpy(&number, ref->at, sizeof number);
    }
    if (!isfinite(number))
        ed_text_add(out, "%s is %s\n", path, isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

/// In JSON, bytes that are not UTF-8 are escapes.
static void put_text(const ed_ValueRef *ref, const char *path, ed_Text *out)
{
    bool chars = ref->field->kind == ED_CHARS;
    const char *text = chars ? ref->at : ed_str_text(ref->at);
    size_t size = chars ? strlen(text) : ((const ed_Str *)ref->at)->count, at = 0;
    while (at < size && ed_utf8_size(text + at, size - at))
        at += ed_utf8_size(text + at, size - at);
    if (at == size) return;
    ed_text_add(out, "%s has the bytes", path);
    for (at = 0; at < size; at++) ed_text_add(out, " %02x", (u8)text[at]);
    ed_text_add(out, "\n");
}

static void put_pool(const ed_Pool *pool, const char *path, ed_Text *out)
{
    ed_text_add(out, "%s has the handles", path);
    for (u32 i = 0; i < pool->count; i++) {
        ed_Ref ref = ed_pool_ref(pool, i);
        ed_text_add(out, " [%u,%u]", ref.index, ref.generation);
    }
    ed_text_add(out, ", free");
    for (u32 i = pool->free_slot; i; i = pool->slots[i - 1].at)
        ed_text_add(out, " [%u,%u]", i - 1, pool->slots[i - 1].generation);
    ed_text_add(out, "\n");
}

static void put_value(const ed_ValueRef *ref, const char *path, ed_Text *out)
{
    ed_Kind kind = ref->field->kind;
    if (kind == ED_F32 || kind == ED_F64) put_number(ref, path, out);
    if (kind == ED_CHARS || kind == ED_STR) put_text(ref, path, out);
}

/// Adds the values that JSON does not show, or only as a string.
static void put_details(const ed_ValueRef *ref, const char *path, ed_Text *out)
{
    char inner[512];
    const ed_Type *type = ed_value_record(ref);
    bool list = ed_value_is_list(ref);
    if (ed_value_is_absent(ref)) return;
    if (list && ref->field->shape == ED_POOL) put_pool(ref->at, path, out);
    for (u32 i = 0; list && i < ed_value_count(ref); i++) {
        ed_ValueRef item = ed_value_item(ref, i);
        snprintf(inner, sizeof inner, "%s[%u]", path, i);
        put_details(&item, inner, out);
    }
    for (u32 i = 0; type && i < type->field_count; i++) {
        if (type->kind == ED_UNION && &type->fields[i] != ed_union_alternative(type, ref->at))
            continue;
        ed_ValueRef field = ed_value_field(ref, &type->fields[i]);
        snprintf(inner, sizeof inner, "%s.%s", path, type->fields[i].name);
        put_details(&field, inner, out);
    }
    if (!list && !type) put_value(ref, path, out);
}

static void put_state(const ed_Run *run, Result *result)
{
    ed_State state = ed_run_state(run);
    result->json.size = result->details.size = 0;
    if (state.frame) ed_text_add(&result->details, "frame %llu\n", (unsigned long long)state.frame);
    for (u32 i = 0; i < state.schema->state_count; i++) {
        ed_ValueRef root = { .type = state.schema->states[i], .at = state.roots[i].at };
        ed_text_add(&result->json, "%s\"%s\":", i ? "," : "{", root.type->name);
        ed_value_json(&root, &result->json);
        put_details(&root, root.type->name, &result->details);
    }
    ed_text_add(&result->json, "%s", state.schema->state_count ? "}\n" : "{}\n");
}

// --- a snapshot ----------------------------------------------------------------------------------

static void nothing(ed_Host *host) { (void)host; }

/// A module with this schema and no behavior, of the game that wrote the snapshot.
static ed_Module module_of(const ed_Schema *schema, ed_Span snapshot)
{
    static char game[64];
    static ed_Arena arena;
    ed_Document document;
    ed_Error error = { .code = ED_OK };
    if (!arena.base) ed_arena_open(&arena, "document", (size_t)1 << 28, &error);
    ed_arena_reset(&arena);
    bool known = ed_document_read(snapshot.at, snapshot.size, &arena, &document, &error);
    snprintf(game, sizeof game, "%s", known && document.game[0] ? document.game : "corpus");
    return (ed_Module){ .abi = ED_ABI,
                        .game = game,
                        .title = "corpus",
                        .view_width = 16,
                        .view_height = 9,
                        .schema = schema,
                        .update = nothing,
                        .render = nothing,
                        .pack = ed_snapshot_write,
                        .unpack = ed_snapshot_read };
}

/// Packs the state and loads it again: the state stays the same, and no value is lost.
static void check_again(ed_Run *run, const Result *first, bool open)
{
    static char buffers[2][BYTES_MAX];
    const char *what = open ? "packed in open form and loaded again" : "packed and loaded again";
    Result again = { .json = ed_text_over(buffers[0], BYTES_MAX),
                     .details = ed_text_over(buffers[1], BYTES_MAX) };
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    run->open_form = open;
    if (!ed_run_pack(run, &bytes, &error) || !ed_run_load(run, bytes.at, bytes.size, &error)) {
        fail(what, error.text);
        return;
    }
    put_state(run, &again);
    compare(what, first->json.at, first->json.size, &again.json);
    compare(what, first->details.at, first->details.size, &again.details);
    if (!ed_report_lossless(&run->report)) fail(what, "the report says that values were lost");
}

/// A load that is refused leaves the state as it was, which is a new game here.
static void check_snapshot(const ed_Schema *schema)
{
    static char buffers[4][BYTES_MAX];
    static ed_Run run;
    Result result = { .json = ed_text_over(buffers[0], BYTES_MAX),
                      .report = ed_text_over(buffers[1], BYTES_MAX),
                      .details = ed_text_over(buffers[2], BYTES_MAX) };
    ed_Error error = { .code = ED_OK };
    ed_Span snapshot = read_file(name, buffers[3]);
    const ed_Module module = module_of(schema, snapshot);
    if (!ed_run_open(&run, &module, 1, &error)) {
        fail("the module", error.text);
        return;
    }
    if (ed_run_load(&run, snapshot.at, snapshot.size, &error))
        ed_report_full(&run.report, &result.report);
    else ed_text_add(&result.report, "refused: %s", error.text);
    if (result.report.at[result.report.size - 1] != '\n') ed_text_add(&result.report, "\n");
    put_state(&run, &result);
    bool left_out = run.report.remark_count != 0;
    check_file("expected.json", left_out ? "left_out.json" : NULL, &result.json);
    check_file("report.txt", left_out ? "left_out.txt" : NULL, &result.report);
    check_file("details.txt", left_out ? "left_out_details.txt" : NULL, &result.details);
    check_again(&run, &result, false);
    check_again(&run, &result, true);
    ed_run_close(&run);
}

static int is_snapshot(const struct dirent *file)
{
    const char *dot = strrchr(file->d_name, '.');
    return dot && strcmp(dot, ".state") == 0;
}

/// Loads every snapshot of the case. All load to the same state; with --write the first one writes
/// the files and the others are compared with them.
static bool check_case(const ed_Schema *schema)
{
    struct dirent **files;
    bool all = true, asked = writes;
    int count = scandir(folder, &files, is_snapshot, alphasort);
    for (int i = 0; i < count; i++) {
        name = files[i]->d_name;
        good = true;
        check_snapshot(schema);
        printf("%s %s/%s\n", good ? "ok" : "FAIL", folder, name);
        all &= good;
        writes = false;
        free(files[i]);
    }
    if (count >= 0) free(files);
    writes = asked;
    return all && count > 0;
}

/// [--write] FOLDER SCHEMA …: prints a line for each snapshot; exits with 0 if all cases hold.
/// SCHEMA is the symbol of a schema.
int main(int argc, char **argv)
{
    bool all = true;
    writes = argc > 1 && strcmp(argv[1], "--write") == 0;
    for (int i = writes ? 2 : 1; i + 1 < argc; i += 2) {
        const ed_Schema *schema = dlsym(RTLD_DEFAULT, argv[i + 1]);
        folder = argv[i];
        if (schema && check_case(schema)) continue;
        if (!schema) printf("FAIL %s has no schema\n", folder);
        all = false;
    }
    return !all;
}
