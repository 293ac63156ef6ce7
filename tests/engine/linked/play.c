// Plays updates with each of several builds of the game, one after the other: PLAY UPDATES LIBRARY…
// After each reload, the library before is closed and its memory gets no access, so that a pointer
// into it would be a fault. Prints what the state has in common in all builds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/live/library.h"
#include "runtime/run/run.h"
#include "runtime/value/value.h"
#include "tests/lib/invariants.h"

static ed_Run run;
static ed_Arena library_bytes;
static ed_Library libraries[2];
static ed_Error error;

static void need(bool good)
{
    if (good) return;
    printf("%s\n", error.text);
    exit(1);
}

static const ed_Module *load_library(const char *path, u32 i)
{
    char folder[256];
    ed_Span bytes;
    u64 hash;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    ed_arena_reset(&library_bytes);
    need(ed_library_read(path, &library_bytes, &bytes, &hash, &error)
         && ed_library_open(&libraries[i], bytes, hash, path, folder, i + 1, &error));
    return libraries[i].module;
}

static void play(u32 updates)
{
    const ed_Input input = { .mouse_x = 0 };
    for (u32 i = 0; i < updates; i++)
        if (!ed_run_update(&run, &input)) {
            error = run.frame_error;
            need(false);
        }
    ed_State state = ed_run_state(&run);
    const char *broken = broken_invariant(&state);
    if (broken) printf("%s\n", broken);
}

static void print(const char *path, const char *otherwise)
{
    char text[4096];
    ed_ValueRef ref;
    ed_State state = ed_run_state(&run);
    ed_Text out = ed_text_over(text, sizeof text);
    need(ed_value_find(&state, path, &ref, NULL) || ed_value_find(&state, otherwise, &ref, &error));
    ed_value_json(&ref, &out);
    printf("%s %s\n", path, text);
}

static void print_state(void)
{
    static const char *const paths[][2] = {
        { "World.players[0].x", "World.players[0].pos.x" },
        { "World.players[1].y", "World.players[1].pos.y" },
        { "World.players[0].score", "" },
        { "World.players[0].held", "" },
        { "World.players[1].held", "" },
        { "World.dice", "" },
        { "World.spawned", "" },
        { "World.removed", "" },
        { "World.first", "List.first" },
        { "World.last_hit", "" },
        { "World.squad", "" },
        { "World.news", "" },
        { "World.things[18].deed", "World.things[18].does" },
    };
    for (u32 i = 0; i < ED_COUNT(paths); i++) print(paths[i][0], paths[i][1]);
}

int main(int argc, char **argv)
{
    u32 updates = argc > 2 ? (u32)atoi(argv[1]) : 0, now = 0;
    need(ed_arena_open(&library_bytes, "libraries", (size_t)1 << 30, &error));
    need(ed_run_open(&run, load_library(argv[2], now), 1, &error));
    play(updates);
    for (int i = 3; i < argc; i++) {
        need(ed_run_replace(&run, load_library(argv[i], !now), &error));
        run.previous_schema = NULL;
        ed_library_close(&libraries[now]);
        now = !now;
        play(updates);
    }
    print_state();
    ed_run_close(&run);
    ed_library_close(&libraries[now]);
    return 0;
}
