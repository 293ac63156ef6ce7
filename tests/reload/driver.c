#include "tests/reload/reload.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/live/library.h"
#include "runtime/value.h"

static ed_Run run;
static ed_Error error;
static ed_Library libraries[2];
static const char *step;
static int bad;

static void fail(const char *what, const char *path, const char *words)
{
    printf("  %s: %s %s: %s\n", step, what, path, words);
    bad++;
}

static bool find(const char *path, ed_Place *place)
{
    ed_State state = ed_run_state(&run);
    error = (ed_Error){ .code = ED_OK };
    if (ed_value_find(&state, path, place, &error)) return true;
    fail("no", path, error.text);
    return false;
}

void set(const char *path, const char *value)
{
    ed_Place place;
    if (find(path, &place) && !ed_value_set(&place, value, &error)) fail("set", path, error.text);
}

void add(const char *path, u32 count)
{
    ed_Place place;
    if (!find(path, &place)) return;
    const ed_Field *field = place.field;
    for (u32 i = 0; i < count; i++) {
        void *it = ed_array_add(place.arena, place.at, field->size, 8);
        if (it && field->kind == ED_STRUCT) field->type->init(place.arena, it);
    }
}

void is(const char *path, const char *json)
{
    static char found[65536];
    ed_Place place;
    ed_Text text = ed_text_over(found, sizeof found);
    if (!find(path, &place)) return;
    ed_value_json(&place, &text);
    if (strcmp(found, json) != 0) fail("value of", path, found);
}

void reported(const char *part)
{
    static char full[65536];
    ed_Text text = ed_text_over(full, sizeof full);
    ed_report_full(&run.report, &text);
    if (!strstr(full, part)) fail("the report lacks", part, full);
}

void lossless(bool expected)
{
    if (ed_report_lossless(&run.report) != expected) fail("the report is", "lossless", expected ? "no" : "yes");
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
        && ed_library_open(&libraries[number], bytes, hash, path, folder, 1, &error)) return;
    printf("  %s\n", error.text);
    exit(1);
}

static void need(bool good)
{
    if (good) return;
    printf("  %s: %s\n", step, error.text);
    exit(1);
}

/// OLD.so NEW.so: exit 0 if every check of the folder holds, live, from a snapshot, and back.
int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    load_library(argv[1], 0);
    load_library(argv[2], 1);
    const ed_Module *old = libraries[0].module, *new = libraries[1].module;
    ed_Span bytes;

    step = "live";
    need(ed_run_open(&run, old, 1, &error));
    fill();
    need(ed_run_replace(&run, new, &error));
    check();
    step = "back";
    need(ed_run_replace(&run, old, &error));
    back();
    ed_run_close(&run);

    step = "from a snapshot";
    need(ed_run_open(&run, old, 1, &error));
    fill();
    need(ed_run_pack(&run, &bytes, &error));
    u8 *copy = malloc(bytes.size);
    memcpy(copy, bytes.at, bytes.size);
    ed_run_close(&run);
    need(ed_run_open(&run, new, 1, &error));
    need(ed_run_load(&run, copy, bytes.size, &error));
    check();
    free(copy);
    ed_run_close(&run);
    ed_library_close(&libraries[0]);
    ed_library_close(&libraries[1]);
    return bad != 0;
}
