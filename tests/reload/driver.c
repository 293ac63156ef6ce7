#include "tests/reload/reload.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/live/library.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/invariants.h"

static ed_Run run;
static ed_Error error;
static ed_Library libraries[3];
static const char *step;
static int bad;
bool live;

void fail(const char *what, const char *path, const char *words)
{
    printf("  %s: %s %s: %s\n", step, what, path, words);
    bad++;
}

bool find(const char *path, ed_ValueRef *ref)
{
    ed_State state = ed_run_state(&run);
    error = (ed_Error){ .code = ED_OK };
    if (ed_value_find(&state, path, ref, &error)) return true;
    fail("no", path, error.text);
    return false;
}

const char *text(const char *format, ...)
{
    static char texts[8][128];
    static u32 next;
    char *out = texts[next++ % 8];
    va_list args;
    va_start(args, format);
    vsnprintf(out, sizeof texts[0], format, args);
    va_end(args);
    return out;
}

void set(const char *path, const char *value)
{
    ed_ValueRef ref;
    if (find(path, &ref) && !ed_value_set(&ref, value, &error)) fail("set", path, error.text);
}

void add(const char *path, u32 count)
{
    ed_ValueRef ref;
    if (!find(path, &ref)) return;
    const ed_Field *field = ref.field;
    for (u32 i = 0; i < count; i++) {
        void *it = field->shape == ED_POOL ? ed_pool_add(ref.arena, ref.at, field->size, 8)
                                           : ed_array_add(ref.arena, ref.at, field->size, 8);
        if (it) ed_init_element(field, ref.arena, it);
    }
}

void remove_item(const char *path, u32 index)
{
    ed_ValueRef ref;
    if (!find(path, &ref)) return;
    if (ref.field->shape == ED_POOL)
        ed_pool_remove(ref.at, ed_pool_ref(ref.at, index), ref.field->size);
    else ed_array_remove_swap(ref.at, index, ref.field->size);
}

void is(const char *path, const char *json)
{
    static char found[65536];
    ed_ValueRef ref;
    ed_Text text = ed_text_over(found, sizeof found);
    if (!find(path, &ref)) return;
    ed_value_json(&ref, &text);
    if (strcmp(found, json) != 0) fail("value of", path, found);
}

void either(const char *path, const char *kept, const char *lost) { is(path, live ? kept : lost); }

void reported(const char *part)
{
    static char full[65536];
    ed_Text text = ed_text_over(full, sizeof full);
    ed_report_full(&run.report, &text);
    if (!strstr(full, part)) fail("the report lacks", part, full);
}

void lossless(bool expected)
{
    if (ed_report_lossless(&run.report) != expected)
        fail("the report is", "lossless", expected ? "no" : "yes");
}

static void load_library(const char *path, u32 number)
{
    static ed_Arena arena;
    ed_Span bytes;
    u64 hash;
    if (!arena.base) ed_arena_open(&arena, "libraries", (size_t)1 << 30, NULL);
    const char *slash = strrchr(path, '/');
    char folder[256];
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    if (ed_library_read(path, &arena, &bytes, &hash, &error)
        && ed_library_open(&libraries[number], bytes, hash, path, folder, 1, &error))
        return;
    printf("  %s\n", error.text);
    exit(1);
}

static void need(bool good)
{
    if (good) return;
    printf("  %s: %s\n", step, error.text);
    exit(1);
}

/// If RELOAD_DUMP names a folder, writes the state before and the report after a reload, for the
/// tests of `eddie plan`.
static void leave(const char *name, const void *bytes, size_t size)
{
    char path[512];
    const char *folder = getenv("RELOAD_DUMP");
    if (!folder || !*folder) return;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        fail("cannot write", path, "");
}

static void leave_state(const char *name)
{
    ed_Span bytes;
    need(ed_run_pack(&run, &bytes, &error));
    leave(name, bytes.at, bytes.size);
}

static void leave_report(const char *json_name, const char *text_name)
{
    static char json[1 << 20], text[1 << 20];
    ed_Text out = ed_text_over(json, sizeof json), words = ed_text_over(text, sizeof text);
    ed_report_json(&run.report, &out);
    leave(json_name, out.at, out.size);
    ed_report_full(&run.report, &words);
    leave(text_name, words.at, words.size);
}

/// Starts a run of `module` with the state of the bytes, or a new game.
static void start(const ed_Module *module, ed_Span bytes)
{
    need(ed_run_open(&run, module, 1, &error));
    if (bytes.size) need(ed_run_load(&run, bytes.at, bytes.size, &error));
}

/// Ends the run and keeps its state as a snapshot.
static ed_Span stop(void)
{
    ed_Span bytes;
    need(ed_run_pack(&run, &bytes, &error));
    u8 *copy = malloc(bytes.size);
    memcpy(copy, bytes.at, bytes.size);
    ed_run_close(&run);
    return (ed_Span){ copy, bytes.size };
}

static void through_disk(const ed_Module *old, const ed_Module *new)
{
    step = "from a snapshot";
    start(old, (ed_Span){ NULL, 0 });
    fill();
    leave_state("disk.state");
    ed_Span before = stop();
    start(new, before);
    leave_report("disk.json", "disk.txt");
    check();
    step = "back from a snapshot";
    ed_Span after = stop();
    start(old, after);
    back();
    ed_run_close(&run);
    free((void *)(uintptr_t)before.at);
    free((void *)(uintptr_t)after.at);
}

static u32 random_below(u32 limit)
{
    static u32 seed = 1;
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % limit;
}

/// Changes up to four bytes of a snapshot, which gets a correct hash again.
static void alter(u8 *bytes, size_t size)
{
    static const u8 values[] = { 0, 1, 0x7f, 0x80, 0xc0, 0xcf, 0xff };
    for (u32 i = random_below(4) + 1; i > 0; i--) {
        u8 *at = bytes + random_below((u32)size);
        switch (random_below(3)) {
        case 0: *at = values[random_below(sizeof values)]; break;
        case 1: *at = (u8)(*at + random_below(3) - 1); break;
        default: *at ^= (u8)(1u << random_below(8)); break;
        }
    }
    ed_snapshot_seal(bytes, size);
}

/// Loads altered snapshots of the old module. Each is refused, or gives a valid state.
static void from_altered(const ed_Module *old, const ed_Module *new)
{
    const char *times = getenv("RELOAD_ALTERED");
    step = "from an altered snapshot";
    start(old, (ed_Span){ NULL, 0 });
    fill();
    ed_Span before = stop();
    u8 *copy = malloc(before.size);
    start(new, (ed_Span){ NULL, 0 });
    for (u32 i = times ? (u32)atoi(times) : 200; i > 0 && !bad; i--) {
        ed_Span bytes;
        ed_Error refused = { .code = ED_OK };
        memcpy(copy, before.at, before.size);
        alter(copy, before.size);
        if (!ed_run_load(&run, copy, before.size, &refused)) continue;
        ed_State state = ed_run_state(&run);
        const char *broken = broken_invariant(&state);
        if (broken) fail("a value is not valid:", "", broken);
        need(ed_run_pack(&run, &bytes, &error));
    }
    ed_run_close(&run);
    free(copy);
    free((void *)(uintptr_t)before.at);
}

static void go(u32 number) { need(ed_run_replace(&run, libraries[number].module, &error)); }

/// Reloads live through a third layout: old, new, further, new, old.
static void by_way_of_further(void)
{
    step = "back from further";
    live = true;
    start(libraries[0].module, (ed_Span){ NULL, 0 });
    fill();
    go(1);
    go(2);
    go(1);
    go(0);
    back();
    ed_run_close(&run);
}

/// OLD.so NEW.so [FURTHER.so]: exit 0 if every check of the folder holds, live and from a snapshot,
/// there and back.
int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) return 2;
    load_library(argv[1], 0);
    load_library(argv[2], 1);
    if (argc == 4) load_library(argv[3], 2);
    const ed_Module *old = libraries[0].module, *new = libraries[1].module;

    live = true;
    step = "live";
    start(old, (ed_Span){ NULL, 0 });
    fill();
    leave_state("live.state");
    need(ed_run_replace(&run, new, &error));
    leave_report("live.json", "live.txt");
    check();
    step = "back";
    run.previous_schema = old->schema;
    need(ed_run_replace(&run, old, &error));
    back();
    ed_run_close(&run);

    live = false;
    through_disk(old, new);
    from_altered(old, new);

    if (argc == 4) by_way_of_further();
    for (int i = 0; i < argc - 1; i++) ed_library_close(&libraries[i]);
    return bad != 0;
}
