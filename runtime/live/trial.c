#include "runtime/live/trial.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/live/trial_program.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/files.h"
#include "runtime/os/process/helper.h"
#include "runtime/os/process/process_info.h"
#include "runtime/os/memory/memory_use.h"
#include "runtime/os/files/output_file.h"

_Static_assert(sizeof(ed_TrialMemory) <= ED_SHARED_MEMORY_READY, "too large for shared memory");

#define BEGIN_MS 60000u           // time for a process to start, on a machine that is busy
#define REPORT_HANG_MS 2500u      // a process that hangs has this time to report where it hangs
#define SPARE_PART 4u             // a trial leaves this part of the free memory: 1/4
// A poll adds at most this time to the time that passed: if the whole program was stopped in
// between, the process of the trial did not hang.
#define NS_PER_MS 1000000ull
#define TICK_NS (50 * NS_PER_MS)
#define OUTPUT_MAX 65536u      // bytes kept of the output

static ed_TrialOrder *order_of(const ed_Trial *trial)
{
    return &((ed_TrialMemory *)(void *)trial->memory.at)->order;
}

// --- the process ---------------------------------------------------------------------------------

/// Forgets a process that has ended.
static void drop_process(ed_Trial *trial)
{
    ed_child_close_pipes(&trial->child);
    if (trial->child.process) ed_output_file_close(&trial->output);
    trial->child = (ed_Child){ .process = 0 };
    trial->runs = false;
}

static void end_process(ed_Trial *trial)
{
    ed_child_kill(&trial->child);
    ed_child_wait(&trial->child);
    drop_process(trial);
}

/// Allocates the memory for the order and the report, and the file for the output. A process of an
/// earlier trial may still have the earlier memory, so each gets its own.
static bool open_memory(ed_Trial *trial, const ed_Checkpoint *checkpoint, ed_Error *error)
{
    ed_SharedMemory memory;
    if (!ed_shared_memory_open(&memory, "a trial", sizeof(ed_TrialMemory), error)) return false;
    int failed = ed_output_file_open(&trial->output, OUTPUT_MAX);
    if (failed) {
        ed_shared_memory_close(&memory);
        ed_fail(error, ED_ERR_OS, "cannot allocate memory for a trial: %s", ed_errno_text(failed));
        return false;
    }
    ed_shared_memory_close(&trial->memory);
    trial->memory = memory;
    trial->report = &((ed_TrialMemory *)(void *)memory.at)->report;
    ed_TrialOrder *order = order_of(trial);
    *order = (ed_TrialOrder){ .abi = ED_ABI,
                              .bytes = sizeof(ed_TrialMemory),
                              .bytes_max = ed_bytes_max };
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        order->buffers[i] = checkpoint->buffers[i].handle;
    return true;
}

/// Returns 0 or an errno value.
static int start_program(ed_Trial *trial, const ed_Checkpoint *checkpoint, const char *path)
{
    char handle[24];
    i64 handles[1 + ED_CHECKPOINT_BUFFERS];
    const char *const arguments[] = { path, ED_TRIAL_ARGUMENT, handle, NULL };
    u32 count = ed_shared_memory_inherit(&trial->memory, handles, 0);
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++)
        count = ed_shared_memory_inherit(&checkpoint->buffers[i], handles, count);
    snprintf(handle, sizeof handle, "%lld", (long long)trial->memory.handle);
    return ed_child_start(&trial->child, &(ed_ChildStart){ .program = path,
                                                           .arguments = arguments,
                                                           .input = ED_CHILD_PIPE,
                                                           .errors = ED_CHILD_FILE,
                                                           .error_file = trial->output,
                                                           .inherit = handles,
                                                           .inherit_count = count,
                                                           .only_these = true,
                                                           .default_signals = true });
}

/// Starts the first program that can be started. Returns 0 or the errno value of the last one.
static int start_candidates(ed_Trial *trial, const ed_Checkpoint *checkpoint)
{
    char path[ED_PATH_MAX];
    int failed = ENOENT;
    if (trial->program) return start_program(trial, checkpoint, trial->program);
    u32 i = trial->found ? trial->found - 1 : 0;
    for (; failed && ed_trial_program(i, path, sizeof path); i++)
        if (*path) failed = start_program(trial, checkpoint, path);
    trial->found = failed ? 0 : i;
    return failed;
}

static bool start_process(ed_Trial *trial, const ed_Checkpoint *checkpoint, ed_Error *error)
{
    if (!open_memory(trial, checkpoint, error)) return false;
    int failed = start_candidates(trial, checkpoint);
    if (!failed) return true;
    ed_output_file_close(&trial->output);
    if (failed == ENOENT && !trial->program)
        ed_fail(error, ED_ERR_OS,
                "the program eddie-trial is missing: build it beside this program, install eddie, "
                "or call ed_live_trial_main first in main");
    else ed_fail(error, ED_ERR_OS, "cannot start a process for a trial: %s", ed_errno_text(failed));
    return false;
}

/// True if a process waits for the next trial.
static bool is_waiting(ed_Trial *trial)
{
    if (!trial->child.process) return false;
    if (ed_child_poll(&trial->child) == ED_CHILD_RUNS) return true;
    drop_process(trial);
    return false;
}

// --- starting ------------------------------------------------------------------------------------

void ed_trial_prepare(ed_Trial *trial, const ed_Checkpoint *checkpoint)
{
    ed_Error unused = { .code = ED_OK };
    if (!trial->runs && !is_waiting(trial)) start_process(trial, checkpoint, &unused);
}

/// `used`: what the process uses without the module and the state.
static void set_memory(ed_Trial *trial, u64 used)
{
    u64 spare = ed_memory_available(), now = used + trial->state_bytes;
    u64 most = trial->bytes_max    ? trial->bytes_max
             : spare == UINT64_MAX ? UINT64_MAX
                                   : spare - spare / SPARE_PART;
    trial->bytes_end = now > UINT64_MAX - most ? UINT64_MAX : now + most;
    trial->over_memory = false;
}

static void write_order(ed_TrialOrder *order, const ed_Run *run, const ed_Library *library,
                        const ed_CheckpointState *state)
{
    order->buffer = state->buffer;
    order->size = state->size;
    order->seed = run->host.seed;
    order->input = run->input;
    order->keep_attic = run->keep_attic;
    order->open_form = run->open_form;
    snprintf(order->game, sizeof order->game, "%s", run->module->game);
    memcpy(order->copy, library->copy, sizeof order->copy);
    memcpy(order->link, library->link, sizeof order->link);
}

bool ed_trial_start(ed_Trial *trial, const ed_Run *run, const ed_Library *library,
                    const ed_Checkpoint *checkpoint, ed_Error *error)
{
    if (!is_waiting(trial) && !start_process(trial, checkpoint, error)) return false;
    write_order(order_of(trial), run, library, &checkpoint->held);
    trial->started_ns = trial->polled_ns = ed_now_ns();
    trial->phase_time = (ed_CallTime){ .passed_ns = 0 };
    trial->phase = ED_PHASE_NONE;
    trial->asked_ns = 0;
    trial->ended_while_held = false;
    trial->last_line[0] = 0;
    trial->state_bytes = checkpoint->held.size;
    trial->begun = false;
    set_memory(trial, ed_memory_used(trial->child.process));
    trial->runs = true;
    ed_helper_release(&trial->child);
    return true;
}

// --- the end -------------------------------------------------------------------------------------

/// Returns what to quote of the output of a failed process: the summary of a sanitizer, or else the
/// last line. The last line of a sanitizer says only that it ends the process.
static const char *find_cause(const char *text)
{
    static const char summary[] = "SUMMARY: ";
    const char *found = strstr(text, summary), *line = strrchr(text, '\n');
    if (found) return found + sizeof summary - 1;
    return line ? line + 1 : text;
}

static void read_output(ed_Trial *trial)
{
    char text[OUTPUT_MAX + 1];
    u32 size = ed_output_file_read(trial->output, text, sizeof text);
    while (size && (text[size - 1] == '\n' || text[size - 1] == ' ')) size--;
    text[size] = 0;
    const char *cause = find_cause(text);
    snprintf(trial->last_line, sizeof trial->last_line, "%.*s", (int)strcspn(cause, "\n"), cause);
}

/// Removes invalid values: the module may have written anything to the shared memory.
static void sanitize_report(ed_TrialReport *report)
{
    ed_fault_sanitize(&report->fault);
    if ((u32)report->error.code > ED_ERR_CRASH) report->error.code = ED_OK;
    report->error.text[sizeof report->error.text - 1] = 0;
}

static ed_TrialEnd judge_trial(ed_Trial *trial)
{
    ed_TrialReport *report = trial->report;
    ed_Fault *fault = &report->fault;
    const ed_Child child = trial->child;
    sanitize_report(report);
    trial->ms = (f64)(ed_now_ns() - trial->started_ns) / 1e6;
    read_output(trial);
    drop_process(trial);
    // If the game waited for the process, nobody knows how it ended, but there is its report.
    bool tidy = child.end == ED_CHILD_LOST || (child.end == ED_CHILD_EXITED && child.code == 0);
    if (tidy && report->good == ED_TRIAL_GOOD_MARK && fault->kind == ED_FAULT_NONE)
        return ED_TRIAL_GOOD;
    if (trial->asked_ns) ed_guard_set_limit(fault, trial->phase, &trial->phase_time);
    if (!report->begun) return ED_TRIAL_IMPOSSIBLE;
    if (report->error.code != ED_OK) return ED_TRIAL_REFUSED;
    // A process that exceeds its memory gets the same signal as one that hangs.
    if (trial->over_memory && fault->kind == ED_FAULT_HANG) fault->kind = ED_FAULT_MEMORY;
    if (fault->kind != ED_FAULT_NONE) return ED_TRIAL_FAILED;
    ed_fault_set_end(fault, child.end == ED_CHILD_KILLED, child.code);
    if (trial->asked_ns) fault->kind = ED_FAULT_HANG;
    if (trial->over_memory) fault->kind = ED_FAULT_MEMORY;
    return ED_TRIAL_FAILED;
}

/// Measures how long the current phase has taken. Of the processor time of the process, at most the
/// time that passed counts, since the game's thread may be one of several.
static void measure_phase(ed_Trial *trial, u64 now_ns)
{
    const u64 all_ns = ed_process_used_ns(trial->child.process);
    const u64 passed_ns = now_ns - trial->polled_ns;
    const u64 used_ns = all_ns > trial->used_ns ? all_ns - trial->used_ns : 0;
    const ed_Phase phase = trial->report->fault.calling;
    trial->polled_ns = now_ns;
    trial->used_ns = all_ns;
    if (phase != trial->phase) trial->phase_time = (ed_CallTime){ .passed_ns = 0 };
    trial->phase_time.passed_ns += passed_ns < TICK_NS ? passed_ns : TICK_NS;
    trial->phase_time.used_ns += used_ns < passed_ns ? used_ns : passed_ns;
    trial->phase = phase;
}

/// If the process exceeds its time or memory, asks it where it hangs, and kills it later. The time
/// of the start of the program does not count.
static void limit_process(ed_Trial *trial, u64 now_ns)
{
    if (!__atomic_load_n(&trial->report->begun, __ATOMIC_ACQUIRE)) {
        trial->polled_ns = now_ns;
        if (now_ns - trial->started_ns > BEGIN_MS * NS_PER_MS) ed_child_kill(&trial->child);
        return;
    }
    if (!trial->begun) {
        set_memory(trial, trial->report->memory);
        trial->used_ns = ed_process_used_ns(trial->child.process);
    }
    trial->begun = true;
    if (trial->asked_ns) {
        if (now_ns - trial->asked_ns > REPORT_HANG_MS * NS_PER_MS) ed_child_kill(&trial->child);
        return;
    }
    measure_phase(trial, now_ns);
    trial->over_memory = ed_memory_used(trial->child.process) > trial->bytes_end;
    if (!trial->over_memory && !ed_guard_is_hang(trial->phase, &trial->phase_time, 0)) return;
    trial->asked_ns = now_ns;
    ed_guard_report_hang(trial->child.process);
}

ed_TrialEnd ed_trial_poll(ed_Trial *trial)
{
    if (!trial->runs) return ED_TRIAL_RUNS;
    trial->ended_while_held = trial->held && ed_child_has_ended(&trial->child);
    if (trial->ended_while_held) return ED_TRIAL_RUNS;
    if (ed_child_poll(&trial->child) != ED_CHILD_RUNS) return judge_trial(trial);
    limit_process(trial, ed_now_ns());
    return ED_TRIAL_RUNS;
}

void ed_trial_stop(ed_Trial *trial)
{
    if (trial->runs) end_process(trial);
}

void ed_trial_close(ed_Trial *trial)
{
    if (trial->child.process) end_process(trial);
    ed_shared_memory_close(&trial->memory);
    *trial = (ed_Trial){ .runs = false };
}
