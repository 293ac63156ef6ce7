#include "runtime/build/jobs.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/process/stop_request.h"

#define OUTPUT_BYTES_MAX ((size_t)64 << 20)      // kept of what one program prints
#define READ_BYTES ((size_t)16 << 10)
#define WAIT_ALONE_MS 20u             // until the next look for a request to end, with one program
#define WAIT_MS 1u                    // with several
#define LOOKS_MAX 1000u               // for the end of a program that has closed its output
#define PATIENCE_NS 200000000ull      // from asking programs to end until they are killed
#define GONE_NS 200000000ull          // for killed programs to disappear

/// With this variable, the C library of Linux takes memory from the system in large pieces. That
/// saves tcc a sixth of its time.
static const char *const large_pieces = "MALLOC_TOP_PAD_=16777216";

typedef struct Slot {       // a program that runs
    bool used, closed;      // `closed`: it has closed its output
    u32 job;
    ed_Child child;
    ed_Arena output;
    char *text;
    size_t size, room;
} Slot;

typedef struct Runner {
    ed_Job *jobs;
    u32 count, next, running;
    u32 slot_count;
    Slot slots[ED_JOBS_MAX];
    const ed_JobsUser *user;
    bool more;      // programs may be started
} Runner;

// --- one program ---------------------------------------------------------------------------------

static bool start_job(Runner *runner, Slot *slot, u32 job)
{
    ed_Job *to = &runner->jobs[job];
    const ed_ChildStart how = { .program = to->program,
                                .arguments = to->arguments,
                                .variables = ed_start_environment(&large_pieces, 1),
                                .output = ED_CHILD_PIPE,
                                .errors = ED_CHILD_PIPE,
                                .group = true };
    runner->user->begin(runner->user->it, job);
    to->failed = ed_child_start(&slot->child, &how);
    if (to->failed) return false;
    if (!slot->output.base
        && !ed_arena_open(&slot->output, "output of a program", OUTPUT_BYTES_MAX, NULL))
        slot->output = (ed_Arena){ .base = NULL };
    if (slot->output.base) ed_arena_reset(&slot->output);
    slot->text = slot->output.base ? (char *)ed_arena_push_raw(&slot->output, 0, 1) : NULL;
    slot->size = slot->room = 0;
    slot->used = true;
    slot->closed = false;
    slot->job = job;
    runner->running++;
    return true;
}

/// Keeps what a program printed. Beyond the limit, output is dropped.
static void keep_output(Slot *slot, const char *bytes, size_t size)
{
    if (!slot->text) return;
    if (slot->size + size > slot->room) {
        size_t room = slot->room * 2 + READ_BYTES;
        if (!ed_arena_extend_raw(&slot->output, slot->text, slot->room, room)) return;
        slot->room = room;
    }
    memcpy(slot->text + slot->size, bytes, size);
    slot->size += size;
}

/// Reads what is there; waits for it if `wait_ms` is not 0.
static bool take_output(Slot *slot, u32 wait_ms)
{
    char bytes[READ_BYTES];
    size_t size = 0;
    bool any = false;
    while (!slot->closed) {
        int failed = ed_child_read(&slot->child, bytes, sizeof bytes, wait_ms, &size);
        if (failed == EAGAIN) break;
        slot->closed = failed || size == 0;
        if (!slot->closed) keep_output(slot, bytes, size);
        wait_ms = 0;
        any = true;
    }
    return any;
}

static bool has_ended(Slot *slot)
{
    u32 looks = slot->closed ? LOOKS_MAX : 1;
    while (looks-- && ed_child_poll(&slot->child) == ED_CHILD_RUNS) {}
    return slot->child.end != ED_CHILD_RUNS;
}

static void finish_job(Runner *runner, Slot *slot)
{
    ed_Job *job = &runner->jobs[slot->job];
    take_output(slot, 0);
    ed_child_kill(&slot->child);      // what it left running
    ed_child_close_pipes(&slot->child);
    job->end = slot->child.end;
    job->code = slot->child.code;
    job->output = (ed_Span){ (const u8 *)slot->text, slot->size };
    bool failed = job->end != ED_CHILD_EXITED || job->code;
    bool prints = job->prints == ED_JOB_PRINTS || (job->prints == ED_JOB_PRINTS_FAILURE && failed);
    if (slot->size && prints) ed_print_output(stderr, slot->text, slot->size);
    slot->used = false;
    runner->running--;
    if (!runner->user->end(runner->user->it, slot->job)) runner->more = false;
}

// --- all programs --------------------------------------------------------------------------------

static void start_next(Runner *runner)
{
    for (u32 i = 0; i < runner->slot_count; i++) {
        while (!runner->slots[i].used && runner->more && runner->next < runner->count) {
            u32 job = runner->next++;
            if (start_job(runner, &runner->slots[i], job)) break;
            if (!runner->user->end(runner->user->it, job)) runner->more = false;
        }
    }
}

/// Reads the output of all programs, and finishes those that have ended. Returns false if nothing
/// happened.
static bool poll_jobs(Runner *runner)
{
    bool any = false;
    for (u32 i = 0; i < runner->slot_count; i++) {
        Slot *slot = &runner->slots[i];
        if (!slot->used) continue;
        any |= take_output(slot, 0);
        if (!has_ended(slot)) continue;
        finish_job(runner, slot);
        any = true;
    }
    return any;
}

/// Waits for output or an end. If several programs run, this waits for only one of them, so it
/// waits only briefly.
static void wait_for_output(Runner *runner)
{
    for (u32 i = 0; i < runner->slot_count; i++) {
        Slot *slot = &runner->slots[i];
        if (!slot->used || slot->closed) continue;
        take_output(slot, runner->running == 1 ? WAIT_ALONE_MS : WAIT_MS);
        return;
    }
    ed_sleep_ms(WAIT_MS);
}

/// True while a program runs, or one that it started. Also reaps programs that have ended. What
/// these started has ended when the output is closed. The process group may exist longer: in a
/// container, often nothing reaps processes whose parent has ended.
static bool is_any_running(Runner *runner)
{
    bool left = false;
    for (u32 i = 0; i < runner->slot_count; i++) {
        Slot *slot = &runner->slots[i];
        if (!slot->used) continue;
        bool ended = ed_child_poll(&slot->child) != ED_CHILD_RUNS;
        take_output(slot, 0);
        left |= !ended || (!slot->closed && ed_child_group_exists(&slot->child));
    }
    return left;
}

static void end_all(Runner *runner)
{
    u64 start_ns = ed_now_ns();
    bool killed = false;
    for (u32 i = 0; i < runner->slot_count; i++)
        if (runner->slots[i].used) ed_child_ask(&runner->slots[i].child);
    while (is_any_running(runner)) {
        u64 passed_ns = ed_now_ns() - start_ns;
        if (passed_ns > PATIENCE_NS + GONE_NS) break;
        for (u32 i = 0; i < runner->slot_count && passed_ns > PATIENCE_NS && !killed; i++)
            if (runner->slots[i].used) ed_child_kill(&runner->slots[i].child);
        killed = passed_ns > PATIENCE_NS;
        ed_sleep_ms(1);
    }
    for (u32 i = 0; i < runner->slot_count; i++) {
        if (!runner->slots[i].used) continue;
        ed_child_kill(&runner->slots[i].child);      // what has closed its output and still runs
        ed_child_close_pipes(&runner->slots[i].child);
    }
}

bool ed_jobs_run(ed_Job *jobs, u32 count, u32 at_once, const ed_JobsUser *user)
{
    static Runner the_runner;      // large; there is one build at a time
    Runner *runner = &the_runner;
    u32 slots = at_once < ED_JOBS_MAX ? at_once : ED_JOBS_MAX;
    memset(runner, 0, sizeof *runner);
    runner->jobs = jobs;
    runner->count = count;
    runner->slot_count = slots ? slots : 1;
    runner->user = user;
    runner->more = true;
    for (start_next(runner); runner->running && !ed_stop_requested(); start_next(runner))
        if (!poll_jobs(runner)) wait_for_output(runner);
    bool stopped = ed_stop_requested();
    if (stopped) end_all(runner);
    for (u32 i = 0; i < runner->slot_count; i++)
        if (runner->slots[i].output.base) ed_arena_close(&runner->slots[i].output);
    return !stopped;
}
