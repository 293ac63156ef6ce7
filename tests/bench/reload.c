// How long a reload stops the frame, in parts, without the build.
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/live_inner.h"
#include "runtime/run/run.h"
#include "tests/bench/result.h"
#include "tests/bench/world.h"

#define ALLOWED_S 8.0      // of one world; one round is run in any case
#define OPENS 32u
#define COPIES 7u

typedef struct Parts {
    f64 whole, pack, unpack, rest;
} Parts;

typedef struct Times {
    f64 whole[BN_SAMPLES_MAX], pack[BN_SAMPLES_MAX], unpack[BN_SAMPLES_MAX], rest[BN_SAMPLES_MAX];
} Times;

static const bn_Modules *real;
static f64 pack_s, unpack_s;      // of the current reload
static bool no_attic;             // do not retain dropped values

// Both modules hold the same runtime, so one pack and one unpack function serve for both.
static bool timed_pack(ed_Writer *w, const ed_State *state)
{
    f64 start = bn_now_s();
    bool good = real->now->pack(w, state);
    pack_s = bn_now_s() - start;
    return good;
}

static bool timed_unpack(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                         ed_Report *report, ed_Error *error)
{
    if (no_attic) state->attic = NULL;
    f64 start = bn_now_s();
    bool good = real->next->unpack(bytes, size, state, scratch, report, error);
    unpack_s = bn_now_s() - start;
    return good;
}

static ed_Module timed(const ed_Module *module)
{
    ed_Module it = *module;
    it.pack = timed_pack;
    it.unpack = timed_unpack;
    return it;
}

static bool replace(ed_Run *run, const ed_Module *module, Parts *parts)
{
    ed_Error error = { .code = ED_OK };
    pack_s = unpack_s = 0;
    f64 start = bn_now_s();
    bool good = ed_run_replace(run, module, &error);
    f64 whole = bn_now_s() - start;
    *parts = (Parts){ whole, pack_s, unpack_s, whole - pack_s - unpack_s };
    if (!good) fprintf(stderr, "bench: reload: %s: %s\n", error.path, error.text);
    return good;
}

static void note(Times *times, u32 round, const Parts *parts)
{
    times->whole[round] = parts->whole;
    times->pack[round] = parts->pack;
    times->unpack[round] = parts->unpack;
    times->rest[round] = parts->rest;
}

// --- proof ---------------------------------------------------------------------------------------

static void open_blocks(ed_Arena *arenas, ed_RootMemory *blocks)
{
    for (u32 i = 0; i < BN_KINDS; i++) {
        bn_memory_open(&arenas[i]);
        blocks[i] = (ed_RootMemory){ NULL, &arenas[i] };
    }
}

static bool equal(const ed_Run *run, const ed_RootMemory *source, bool migrated)
{
    for (u32 i = 0; i < BN_KINDS; i++) {
        i64 at = migrated ? bn_next_differs((bn_Kind)i, source[i].at, run->states[i].at)
                          : bn_now_differs((bn_Kind)i, source[i].at, run->states[i].at);
        if (at < 0) continue;
        fprintf(stderr, "bench: reload: %s, record %lld, is not as it was\n", bn_kind_names[i],
                (long long)at);
        return false;
    }
    return true;
}

// --- one world -----------------------------------------------------------------------------------

typedef struct Series {
    Times same, first, again, first_bare, again_bare;
} Series;

static ed_RunSizes tried;      // the sizes that a trial in this world would report

/// The live loop commits the spare memory while a trial runs. It packs into the memory of a
/// checkpoint, which earlier checkpoints have used. Here, the buffer stands for that memory.
static void commit_ahead(ed_Run *run)
{
    size_t all = 0;
    for (u32 i = 0; i < run->module->schema->state_count; i++) {
        const ed_Arena *spare = ed_run_spare(run, i);
        if (spare) ed_arena_commit(spare, 0, tried.states[i]);
        all += run->states[i].arena->used;
    }
    const ed_Arena *attic = ed_attics_spare(&run->attics);
    if (attic) ed_arena_commit(attic, 0, tried.attic);
    ed_arena_commit(&run->buffer, 0, all + all / 8);
}

static bool try_sizes(const bn_World *world)
{
    static ed_Run run;
    ed_Error error = { .code = ED_OK };
    if (!ed_run_open(&run, real->now, 1, &error)) return false;
    bool good = bn_world_fill(world, run.states) && ed_run_replace(&run, real->next, &error);
    if (good) tried = ed_run_sizes(&run);
    ed_run_close(&run);
    return good;
}

/// Starts a game of that world and reloads it into the same layout. The next reload into another
/// layout finds memory that was committed but never written.
static bool begin(const bn_World *world, const ed_Module *now, const ed_Module *twin, ed_Run *run,
                  Parts *parts)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_run_open(run, now, 1, &error)) {
        fprintf(stderr, "bench: %s\n", error.text);
        return false;
    }
    bool good = bn_world_fill(world, run->states) && replace(run, twin, parts);
    commit_ahead(run);
    return good;
}

/// Reloads a game into the same layout, then into the new layout, back, and into the new one again.
/// Another game is reloaded into the new layout, back, and into the new one again without an attic.
static bool round_trip(const bn_World *world, const ed_RootMemory *source, u32 round,
                       Series *series)
{
    static ed_Run run;
    ed_Module now = timed(real->now), next = timed(real->next), twin = timed(real->now);
    Parts parts = { 0 };
    bool good = begin(world, &now, &twin, &run, &parts);
    note(&series->same, round, &parts);
    good = good && equal(&run, source, false) && replace(&run, &next, &parts);
    note(&series->first, round, &parts);
    good = good && equal(&run, source, true) && replace(&run, &now, &parts)
        && replace(&run, &next, &parts);
    note(&series->again, round, &parts);
    good = good && equal(&run, source, true);
    ed_run_close(&run);
    no_attic = true;
    good = good && begin(world, &now, &twin, &run, &parts) && equal(&run, source, false)
        && replace(&run, &next, &parts);
    note(&series->first_bare, round, &parts);
    good = good && replace(&run, &now, &parts) && replace(&run, &next, &parts);
    note(&series->again_bare, round, &parts);
    no_attic = false;
    ed_run_close(&run);
    return good;
}

static void tell(const char *world, const char *what, const Times *times, u32 rounds)
{
    bn_figure_tell("reload", "ms", bn_median(times->whole, rounds) * 1e3, "%s state, %s: the whole",
                   world, what);
    bn_figure_tell("reload", "ms", bn_median(times->pack, rounds) * 1e3, "%s state, %s: pack",
                   world, what);
    bn_figure_tell("reload", "ms", bn_median(times->unpack, rounds) * 1e3, "%s state, %s: unpack",
                   world, what);
    bn_figure_tell("reload", "ms", bn_median(times->rest, rounds) * 1e3, "%s state, %s: the rest",
                   world, what);
}

/// The size, and the time of a memcpy without fresh pages.
static void tell_memory(const char *world, const ed_Arena *arenas)
{
    f64 s[COPIES];
    size_t bytes = 0;
    ed_Arena copy = { .base = NULL };
    bn_memory_open(&copy);
    for (u32 i = 0; i < BN_KINDS; i++) bytes += arenas[i].used;
    bn_figure_tell("reload", "MB", (f64)bytes / 1e6, "%s state: in memory", world);
    for (u32 n = 0; n <= COPIES; n++) {
        f64 start = bn_now_s();
        size_t at = 0;
        for (u32 i = 0; i < BN_KINDS; at += arenas[i++].used)
            memcpy(copy.base + at, arenas[i].base, arenas[i].used);
        if (n) s[n - 1] = bn_now_s() - start;      // the first one touches fresh pages
    }
    bn_figure_tell("reload", "ms", bn_median(s, COPIES) * 1e3, "%s state: a memcpy of it", world);
    ed_arena_close(&copy);
}

static bool measure(const bn_Options *options, const bn_World *world)
{
    static Series series;
    ed_Arena arenas[BN_KINDS] = { { .base = NULL } };
    ed_RootMemory source[BN_KINDS];
    u32 rounds = 0;
    open_blocks(arenas, source);
    bool good = bn_world_fill(world, source) && try_sizes(world);
    f64 start = bn_now_s();
    for (; good && rounds < options->rounds && (!rounds || bn_now_s() - start < ALLOWED_S);
         rounds++)
        good = round_trip(world, source, rounds, &series);
    if (good) tell_memory(world->name, arenas);
    for (u32 i = 0; i < BN_KINDS; i++) ed_arena_close(&arenas[i]);
    if (!good) return false;
    bn_figure_tell("reload", "ms", bn_median(series.same.whole, rounds) * 1e3,
                   "%s state, same layout: the whole", world->name);
    tell(world->name, "new layout", &series.first, rounds);
    tell(world->name, "back and there again", &series.again, rounds);
    tell(world->name, "new layout, no attic", &series.first_bare, rounds);
    tell(world->name, "back and there again, no attic", &series.again_bare, rounds);
    bn_figure_tell("reload", "times",
                   bn_median(series.first.whole, rounds)
                       / bn_median(series.first_bare.whole, rounds),
                   "%s state, new layout: with an attic, the whole takes", world->name);
    return true;
}

// --- the trial -----------------------------------------------------------------------------------

/// As live editing does: a small state is packed for the trial, a large one is in the last
/// checkpoint. The frame waits only for this; the trial runs in a process that waits already.
static bool try_once(ed_Run *run, const ed_Library *library, ed_Checkpoint *checkpoint,
                     f64 *frame_s, f64 *whole_s)
{
    static ed_Trial trial;
    ed_Error error = { .code = ED_OK };
    ed_TrialEnd end = ED_TRIAL_RUNS;
    u64 bytes = run->states[0].arena->used;
    bool good = ed_checkpoint_take(checkpoint, run, 1);
    ed_trial_prepare(&trial, checkpoint);
    usleep(20000);
    f64 start = bn_now_s();
    if (bytes > ED_LIVE_TRIAL_PACK_MAX) ed_checkpoint_hold(checkpoint);
    else good = good && ed_checkpoint_hold_state(checkpoint, run, 1);
    good = good && ed_trial_start(&trial, run, library, checkpoint, &error);
    *frame_s = bn_now_s() - start;
    while (good && (end = ed_trial_poll(&trial)) == ED_TRIAL_RUNS) usleep(50);
    *whole_s = bn_now_s() - start;
    if (good && end != ED_TRIAL_GOOD)
        fprintf(stderr, "bench: trial: %s\n", trial.report->error.text);
    if (!good) fprintf(stderr, "bench: trial: %s\n", error.text);
    ed_checkpoint_release(checkpoint);
    ed_trial_close(&trial);
    return end == ED_TRIAL_GOOD;
}

static bool measure_trial(const bn_Options *options, const bn_World *world)
{
    static ed_Run run;
    static ed_Checkpoint checkpoint;
    f64 frame_s[BN_SAMPLES_MAX], whole_s[BN_SAMPLES_MAX];
    ed_Library library = { .handle = NULL };
    ed_Error error = { .code = ED_OK };
    ed_Fault fault;
    snprintf(library.copy, sizeof library.copy, "%.200s/measure/next.so", options->build);
    bool good = ed_run_open(&run, real->now, 1, &error) && bn_world_fill(world, run.states)
             && ed_guard_open(&fault, &error);
    run.caller.call = ed_guard_call;
    for (u32 i = 0; good && i < options->rounds; i++)
        good = try_once(&run, &library, &checkpoint, &frame_s[i], &whole_s[i]);
    ed_checkpoint_close(&checkpoint);
    ed_guard_close();
    ed_run_close(&run);
    if (!good) {
        fprintf(stderr, "bench: %s\n", error.text);
        return false;
    }
    bn_figure_tell("reload", "ms", bn_median(frame_s, options->rounds) * 1e3,
                   "%s state, trial: on the frame", world->name);
    bn_figure_tell("reload", "ms", bn_median(whole_s, options->rounds) * 1e3,
                   "%s state, trial: beside it", world->name);
    return true;
}

// --- the module's file ---------------------------------------------------------------------------

static bool open_library(const bn_Options *options, const char *folder, ed_Arena *arena, u32 number,
                         f64 *s)
{
    char path[512];
    ed_Library library = { .handle = NULL };
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    snprintf(path, sizeof path, "%s/measure/next.so", options->build);
    ed_arena_reset(arena);
    f64 start = bn_now_s();
    bool good = ed_library_read(path, arena, &bytes, &hash, &error)
             && ed_library_open(&library, bytes, hash, path, folder, number, &error);
    *s = bn_now_s() - start;
    if (good) ed_library_close(&library);
    else fprintf(stderr, "bench: %s\n", error.text);
    return good;
}

static bool measure_library(const bn_Options *options)
{
    char folder[300];
    f64 s[OPENS];
    ed_Arena arena = { .base = NULL };
    snprintf(folder, sizeof folder, "%s/measure/loaded", options->build);
    if (mkdir(folder, 0700) != 0 && access(folder, W_OK) != 0) {
        perror(folder);
        return false;
    }
    bool good = true;
    bn_memory_open(&arena);
    for (u32 i = 0; good && i < OPENS; i++) good = open_library(options, folder, &arena, i, &s[i]);
    ed_arena_close(&arena);
    rmdir(folder);
    if (good)
        bn_figure_tell("reload", "ms", bn_median(s, OPENS) * 1e3,
                       "the module's file: read, checked, copied, opened");
    return good;
}

bool bn_reload(const bn_Options *options, const bn_Modules *modules)
{
    bn_World small = bn_world_small(options->max), large = bn_world_large(options->max);
    real = modules;
    bn_part_tell("reload", "how long a frame stands still, without the build");
    return measure(options, &small) && measure(options, &large) && measure_trial(options, &small)
        && measure_trial(options, &large) && measure_library(options);
}
