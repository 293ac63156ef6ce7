// Every fault in every phase: a module that fails this way is offered to a running game, which has
// to keep running unchanged. Usage: faults NOW.so NEXT.so. For many reloads one after the other:
// faults --soak COUNT NOW.so NEXT.so. FAULTS_HANG_MS is the time that counts as a hang: an emulator
// needs more than the 150 ms.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/live/guard.h"
#include "runtime/live/trial_main.h"
#include "tests/faults/offer.h"
#include "tests/faults/soak.h"

#define ALL_MEMORY_MS 15000      // to fill all memory takes longer
// More than an emulator of another processor needs for itself in a trial.
#define TRIAL_BYTES ((u64)256 << 20)
#define STATE_BYTES_MAX ((size_t)64 << 20)      // an emulator is slow if much memory is reserved
#define PACKED_MAX ((size_t)64 << 20)

static const char *const faults[FAULT_COUNT] = {
    "none", "segv",           "abort",        "assert",     "fpe",         "ill",
    "bus",  "stack overflow", "endless loop", "sleep",      "double free", "heap smash",
    "exit", "pthread_exit",   "thread left",  "all memory", "scribble",    "deaf"
};
static const char *const phases[PHASE_COUNT] = { "constr", "load", "unpack", "update",
                                                 "render", "pack", "unload", "destr" };

typedef struct Test {
    ed_Live *live;
    Offer offer;
    ed_Arena before, after;      // packed states
    u32 held, failed;
    const char *why;      // why the current case fails
} Test;

static u32 hang_ms = 150;

// --- the running game ----------------------------------------------------------------------------

static ed_LiveKind answer(Test *test)
{
    u64 stall_ns;
    return offer_answer(test->live, &stall_ns);
}

static bool pack(Test *test, ed_Arena *arena, ed_Span *bytes)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_pack_into(&test->live->run, ED_PACK_FILE, arena, bytes, &error);
}

static bool need(Test *test, bool good, const char *why)
{
    if (!good && !test->why) test->why = why;
    return good;
}

static void play(Test *test, u32 frames)
{
    for (u32 i = 0; i < frames && !test->live->run.failed_phase; i++) {
        ed_run_update(&test->live->run, NULL);
        ed_run_render(&test->live->run, 0);
    }
}

static bool open_game(Test *test, bool trial)
{
    ed_Error error = { .code = ED_OK };
    ed_LiveConfig config = { .module_path = test->offer.path,
                             .build_command = "true",
                             .seed = 7,
                             .hang_ms = hang_ms,
                             .trial_bytes = TRIAL_BYTES,
                             .no_trial = !trial };
    if (!offer_put(&test->offer, test->offer.now_bytes, FAULT_NONE, 0, 0)) return false;
    test->live = ed_live_open(&config, &error);
    if (!test->live) {
        fprintf(stderr, "faults: %s\n", error.text);
        return false;
    }
    // Only has to differ from NULL: a trial clears it, and module.c fails in a trial that does not.
    test->live->run.host.renderer = test;
    test->live->run.keep_attic = true;      // packed states are compared, with the attic
    play(test, 10);
    return true;
}

// --- a case --------------------------------------------------------------------------------------

/// The module is refused and reported, no byte of the state differs, and the game keeps running.
static void refuse(Test *test, Fault fault, FaultPhase phase)
{
    ed_Span before, after;
    u64 tick = test->live->run.host.tick;
    test->why = NULL;
    if (!need(test, pack(test, &test->before, &before), "the state does not pack before")) return;
    if (!need(test, offer_put(&test->offer, test->offer.next_bytes, fault, phase, 0),
              "the module cannot be written"))
        return;
    ed_guard_set_hang(fault == FAULT_MEMORY ? ALL_MEMORY_MS : hang_ms);
    ed_LiveKind kind = answer(test);
    ed_guard_set_hang(hang_ms);
    need(test, kind == ED_LIVE_REFUSED, kind == ED_LIVE_RELOADED ? "it was accepted" : "no answer");
    bool memory = strstr(test->live->event.line, "out of memory") != NULL;
    need(test, memory == (fault == FAULT_MEMORY), "it is reported as something else");
    need(test, !test->live->run.failed_phase, "the running code counts as failed");
    need(test, pack(test, &test->after, &after), "the state does not pack after");
    need(test, before.size == after.size && memcmp(before.at, after.at, before.size) == 0,
         "the state differs");
    play(test, 3);
    need(test, test->live->run.host.tick == tick + 3, "the game does not continue");
}

/// The module is accepted and fails later: the game is paused at a checkpoint until a fix.
static void pause_game(Test *test, Fault fault, FaultPhase phase)
{
    ed_Live *live = test->live;
    u64 tick = live->run.host.tick;
    live->checkpoint.due_ns = 0;
    test->why = NULL;
    need(test, offer_put(&test->offer, test->offer.next_bytes, fault, phase, (u8)(tick + 5)),
         "the module cannot be written");
    if (!need(test, answer(test) == ED_LIVE_RELOADED, "it was not accepted")) return;
    const u32 rounds = 2000 * (hang_ms / 150 + 1);      // checkpoints of an emulator are far apart
    for (u32 i = 0; i < rounds && !live->run.failed_phase; i++) {
        ed_live_step(live);
        play(test, 1);
        offer_pause(i > 20);
    }
    need(test, live->run.failed_phase, "nothing failed");
    need(test, live->pause == ED_PAUSE_REPORTED || ed_live_step(live), "it is not reported");
    need(test, live->event.kind == ED_LIVE_PAUSED, "it is reported as something else");
    need(test, live->run.host.tick >= tick && live->run.host.tick <= tick + rounds,
         "it is paused at another frame");
    need(test, offer_put(&test->offer, test->offer.now_bytes, FAULT_NONE, 0, (u8)tick),
         "the module cannot be written");
    need(test, answer(test) == ED_LIVE_RELOADED, "fixed code is not accepted");
    tick = live->run.host.tick;
    play(test, 3);
    need(test, live->run.host.tick == tick + 3, "the game does not continue");
}

/// The module passes its trial, then writes over the state, and fails in load or in its first
/// update or render. The previous build continues with the state from before the swap, at the same
/// frame.
static void give_way(Test *test, Fault fault, FaultPhase phase, ed_Span library)
{
    ed_Live *live = test->live;
    ed_Span before, after;
    live->checkpoint.due_ns = UINT64_MAX;      // the checkpoint stays older
    test->why = NULL;
    play(test, 5);
    u64 tick = live->run.host.tick;
    if (!need(test, pack(test, &test->before, &before), "the state does not pack before")) return;
    if (!need(test, offer_put(&test->offer, library, fault, phase, 0),
              "the module cannot be written"))
        return;
    ed_LiveKind kind = answer(test);
    if (phase != PHASE_LOAD) {
        need(test, kind == ED_LIVE_RELOADED, "it was not accepted");
        play(test, 1);
        need(test, ed_live_step(live), "nothing is reported");
        kind = live->event.kind;
    }
    need(test, kind == ED_LIVE_REFUSED, "it is not reported as refused");
    need(test, !live->run.failed_phase && live->pause != ED_PAUSE_REPORTED, "the game is paused");
    need(test, live->run.host.tick == tick, "it continues from another frame");
    need(test, pack(test, &test->after, &after), "the state does not pack after");
    need(test, before.size == after.size && memcmp(before.at, after.at, before.size) == 0,
         "the state differs");
    play(test, 3);
    need(test, live->run.host.tick == tick + 3, "the game does not continue");
}

static void give_way_same(Test *test, Fault fault, FaultPhase phase)
{
    give_way(test, fault, phase, test->offer.now_bytes);
}

static void give_way_other(Test *test, Fault fault, FaultPhase phase)
{
    give_way(test, fault, phase, test->offer.next_bytes);
}

/// On arm64, an integer division by zero is no fault: the result is 0.
static bool is_no_fault(Fault fault)
{
#ifdef __aarch64__
    return ((u32)fault & ~FAULT_IN_EARNEST) == FAULT_FPE;
#else
    (void)fault;
    return false;
#endif
}

/// The module is accepted, and the game keeps running.
static void accept(Test *test, Fault fault, FaultPhase phase)
{
    u64 tick = test->live->run.host.tick;
    test->why = NULL;
    // In an unload or destructor, the fault comes at the second swap.
    for (u32 i = 0; i < 2; i++) {
        ed_Span library = i == 0 ? test->offer.next_bytes : test->offer.now_bytes;
        need(test, offer_put(&test->offer, library, i == 0 ? fault : FAULT_NONE, phase, (u8)i),
             "the module cannot be written");
        need(test, answer(test) == ED_LIVE_RELOADED, "it was not accepted");
        play(test, 3);
    }
    need(test, test->live->run.host.tick == tick + 6, "the game does not continue");
}

typedef void Case(Test *test, Fault fault, FaultPhase phase);

static void run_case(Test *test, Case *one, Fault fault, FaultPhase phase)
{
    if (is_no_fault(fault)) one = accept;
    one(test, fault, phase);
    if (test->why) test->failed++;
    else test->held++;
    printf(" %-6s", test->why ? "FAILS" : "holds");
    if (test->why)
        fprintf(stderr, "FAIL %s in %s: %s: %s\n", faults[(u32)fault & ~FAULT_IN_EARNEST],
                phases[phase], test->why, test->live->event.line);
    fflush(stdout);
}

// --- all faults in all phases --------------------------------------------------------------------

static void print_head(const char *what)
{
    printf("%-16s", what);
    for (u32 p = 0; p < PHASE_COUNT; p++) printf(" %-6s", phases[p]);
    printf("\n");
}

static void run_trials(Test *test)
{
    if (!open_game(test, true)) {
        test->failed++;
        return;
    }
    print_head("in a trial");
    for (u32 f = 1; f < FAULT_COUNT; f++) {
        printf("%-16s", faults[f]);
        for (u32 p = 0; p < PHASE_COUNT; p++) run_case(test, refuse, (Fault)f, (FaultPhase)p);
        printf("\n");
    }
    ed_live_close(test->live);
}

/// Runs the faults that the guard catches itself: those up to sleep, in calls of the module, but
/// not in the loader.
static void run_guarded(Test *test)
{
    if (!open_game(test, false)) {
        test->failed++;
        return;
    }
    print_head("guarded alone");
    for (u32 f = FAULT_SEGV; f <= FAULT_SLEEP; f++) {
        printf("%-16s", faults[f]);
        for (u32 p = 0; p < PHASE_COUNT; p++) {
            bool later = p == PHASE_UPDATE || p == PHASE_RENDER || p == PHASE_PACK;
            if (later) run_case(test, pause_game, (Fault)f, (FaultPhase)p);
            else if (p == PHASE_LOAD || p == PHASE_UNPACK)
                run_case(test, refuse, (Fault)f, (FaultPhase)p);
            else printf(" %-6s", "-");
        }
        printf("\n");
    }
    ed_live_close(test->live);
}

/// Afterwards the attic retains what only the other layout has.
static void fill_attic(Test *test)
{
    const ed_Span libraries[] = { test->offer.next_bytes, test->offer.now_bytes };
    for (u32 i = 0; i < ED_COUNT(libraries); i++) {
        test->failed += !offer_put(&test->offer, libraries[i], FAULT_NONE, 0, (u8)(i + 1))
                     || answer(test) != ED_LIVE_RELOADED;
        play(test, 3);
    }
}

/// Runs the faults that come only after a good trial.
static void run_earnest(Test *test, const char *what, Case *one)
{
    if (!open_game(test, true)) {
        test->failed++;
        return;
    }
    fill_attic(test);
    print_head(what);
    for (u32 f = FAULT_SEGV; f <= FAULT_SLEEP; f++) {
        printf("%-16s", faults[f]);
        for (u32 p = 0; p < PHASE_COUNT; p++) {
            if (p == PHASE_LOAD || p == PHASE_UPDATE || p == PHASE_RENDER)
                run_case(test, one, (Fault)(f | FAULT_IN_EARNEST), (FaultPhase)p);
            else printf(" %-6s", "-");
        }
        printf("\n");
    }
    ed_live_close(test->live);
}

int main(int argc, char **argv)
{
    static Test test;
    ed_Error error = { .code = ED_OK };
    ed_live_trial_main(argc, argv);
    ed_bytes_max = STATE_BYTES_MAX;
    const char *slow = getenv("FAULTS_HANG_MS");
    if (slow) hang_ms = (u32)strtoul(slow, NULL, 10);
    bool soak = argc == 5 && strcmp(argv[1], "--soak") == 0;
    bool good = (soak || argc == 3) && offer_open(&test.offer, argv[argc - 2], argv[argc - 1])
             && ed_arena_open(&test.before, "before", PACKED_MAX, &error)
             && ed_arena_open(&test.after, "after", PACKED_MAX, &error);
    if (!good) {
        fprintf(stderr, "usage: faults [--soak COUNT] NOW.so NEXT.so\n");
        return 2;
    }
    if (soak) soak_run(&test.offer, argv[2], &test.held, &test.failed);
    else {
        run_trials(&test);
        run_guarded(&test);
        run_earnest(&test, "same layout", give_way_same);
        run_earnest(&test, "other layout", give_way_other);
    }
    offer_close(&test.offer);
    printf("%u passed, %u failed\n", test.held, test.failed);
    return test.failed != 0;
}
