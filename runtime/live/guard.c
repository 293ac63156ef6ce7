#include "runtime/live/guard.h"
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "runtime/live/old_code.h"
#include "runtime/live/process.h"
#include "runtime/os/fault/catch.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/process/exit.h"
#include "runtime/os/library/library_image.h"
#include "runtime/os/library/loader.h"
#include "runtime/os/process/process_info.h"
#include "runtime/os/process/thread.h"

#define TICK_MS 50u      // interval of the watchdog
#define NS_PER_MS 1000000ull

/// The handlers of runtime/os/fault/catch.h get no user pointer, so what they need is in this
/// variable.
static struct Guard {
    bool open;
    ed_Thread watch;
    _Atomic bool watching;
    _Atomic u32 phase;      // ED_PHASE_NONE: no guarded call is running
    _Atomic u32 calls;      // incremented by each call
    _Atomic u32 hung;       // number of the call that took too long
    i64 thread;             // number of the guarded thread
    ed_Fault *fault;
    bool ends_at_fault;
    u32 hang_ms;
    _Atomic u32 state_ms;      // extra time for calls that process the whole state
} guard = { .hang_ms = ED_GUARD_HANG_MS };

static bool is_slow(ed_Phase phase)
{
    return phase == ED_PHASE_LOAD || phase == ED_PHASE_START || phase == ED_PHASE_UNPACK
        || phase == ED_PHASE_CONSTRUCTOR;
}

u32 ed_guard_hang_ms(ed_Phase phase)
{
    u32 ms = is_slow(phase) ? guard.hang_ms * ED_GUARD_SLOW_FACTOR : guard.hang_ms;
    bool whole = phase == ED_PHASE_NONE || phase == ED_PHASE_START || phase == ED_PHASE_LOAD
              || phase == ED_PHASE_PACK || phase == ED_PHASE_UNPACK;
    return whole ? ms + guard.state_ms : ms;
}

bool ed_guard_is_hang(ed_Phase phase, const ed_CallTime *time, u32 more)
{
    const u64 limit_ns = ed_guard_hang_ms(phase) * NS_PER_MS;
    return time->used_ns >= limit_ns * (1 + more)
        || time->passed_ns >= limit_ns * (ED_GUARD_WAIT_FACTOR + more);
}

void ed_guard_set_limit(ed_Fault *fault, ed_Phase phase, const ed_CallTime *time)
{
    const u32 limit_ms = ed_guard_hang_ms(phase);
    fault->waited = time->used_ns < limit_ms * NS_PER_MS;
    fault->limit_ms = fault->waited ? limit_ms * ED_GUARD_WAIT_FACTOR : limit_ms;
}

static void measure_state(const ed_Run *run)
{
    if (!run) return;
    size_t bytes = run->document_bytes;
    for (u32 i = 0; i < ED_ROOTS_MAX && run->states[i].arena; i++)
        bytes += run->states[i].arena->used;
    guard.state_ms = (u32)(bytes / ED_GUARD_BYTES_PER_MS);
}

void ed_guard_set_hang(u32 ms) { guard.hang_ms = ms ? ms : ED_GUARD_HANG_MS; }

void ed_guard_set_end_at_fault(bool ends) { guard.ends_at_fault = ends; }

bool ed_guard_traced(i32 process) { return ed_process_is_traced(process); }

// --- faults --------------------------------------------------------------------------------------

static void find_module(ed_Fault *fault)
{
    ed_library_range(fault->module, &fault->base, &fault->end);
}

static void record_fault(ed_Fault *fault, const ed_Caught *caught)
{
    fault->kind = caught->interrupt ? ED_FAULT_HANG
                : caught->overflows ? ED_FAULT_STACK
                                    : ED_FAULT_SIGNAL;
    fault->phase = (ed_Phase)guard.phase;
    fault->signal = caught->number;
    fault->sent = !caught->by_processor;
    fault->number++;
    fault->address = caught->address;
    fault->c_library = ed_loader_c_library();
    fault->frames[0] = caught->pc;
    fault->frame_count = 1;      // in case reading the stack ends the process
    ed_old_code_find(caught->pc, fault);
    fault->frame_count = ed_catch_read_stack(caught, fault->frames, ED_GUARD_FRAMES_MAX);
    find_module(fault);
}

/// True while the loader runs code of the module, which is not guarded.
static bool is_loading(const ed_Caught *caught)
{
    return guard.phase == ED_PHASE_NONE && guard.fault->calling != ED_PHASE_NONE
        && caught->on_thread;
}

/// Handles a fault outside of a guarded call: records it if the module caused it. In any case, the
/// previous handler gets it afterwards.
static void handle_unguarded(const ed_Caught *caught)
{
    ed_Fault *fault = guard.fault;
    bool loads = is_loading(caught);
    ed_Phase phase = loads ? fault->calling : (ed_Phase)guard.phase;
    if (phase == ED_PHASE_NONE) phase = ED_PHASE_LOAD;      // a thread that load probably started
    find_module(fault);
    bool inside = caught->by_processor
               && ((caught->pc >= fault->base && caught->pc < fault->end)
                   || ed_old_code_find(caught->pc, fault));
    bool of_module = (inside || (loads && caught->by_this_process)) && !ed_guard_traced(0);
    if (of_module) record_fault(fault, caught);
    fault->calling = of_module ? phase : ED_PHASE_NONE;
    if (of_module) fault->phase = phase;
}

static bool is_of_module(const ed_Caught *caught)
{
    if (guard.phase == ED_PHASE_NONE || !caught->in_call) return false;
    // The interrupt for a hang is ignored if the next call has begun meanwhile.
    if (caught->interrupt)
        return guard.ends_at_fault || (caught->by_this_process && guard.hung == guard.calls);
    return caught->by_this_process && !ed_guard_traced(0);
}

static ed_CatchAction on_fault(const ed_Caught *caught)
{
    if (!is_of_module(caught)) {
        if (caught->interrupt) return ED_CATCH_CONTINUE;
        handle_unguarded(caught);
        return ED_CATCH_PASS;
    }
    record_fault(guard.fault, caught);
    if (guard.ends_at_fault) ed_exit_now(ED_GUARD_EXIT);
    guard.phase = ED_PHASE_NONE;
    return ED_CATCH_LEAVE;
}

/// Ends the process if a guarded call is running. The remaining exit handlers are skipped, since
/// the game is in an intermediate state.
static void end_here(ed_FaultKind kind)
{
    ed_Fault *fault = guard.fault;
    if (guard.phase == ED_PHASE_NONE) return;
    fault->kind = kind;
    fault->number++;
    fault->phase = (ed_Phase)guard.phase;
    fault->frame_count = 0;
    if (kind == ED_FAULT_EXIT)      // otherwise the stack is gone
        fault->frame_count = ed_catch_read_stack(NULL, fault->frames, ED_GUARD_FRAMES_MAX);
    find_module(fault);
    ed_exit_now(ED_GUARD_EXIT);
}

static void on_exit_called(void) { end_here(ED_FAULT_EXIT); }
static void on_thread_end(void) { end_here(ED_FAULT_THREAD_EXIT); }

// --- hangs ---------------------------------------------------------------------------------------

typedef struct Busy {
    ed_Phase phase;
    u32 call;
    bool guarded;      // the call is guarded: a signal can end it
} Busy;

static Busy busy_now(void)
{
    ed_Phase armed = (ed_Phase)guard.phase;
    return (Busy){ armed ? armed : guard.fault->calling, guard.calls, armed != ED_PHASE_NONE };
}

/// Ends the process: the thread has ended, does not receive interrupts, or is in the loader, which
/// cannot be interrupted.
static void end_for_hang(ed_Phase phase, bool ended)
{
    ed_Fault *fault = guard.fault;
    fault->kind = ended ? ED_FAULT_THREAD_EXIT : ED_FAULT_HANG;
    fault->phase = fault->calling = phase;
    fault->number++;
    fault->frame_count = 0;
    find_module(fault);
    ed_exit_now(ED_GUARD_EXIT);
}

/// Interrupts a call that takes too long, or ends the process if that is not possible. An ended
/// thread uses no more time.
static void end_hang(const Busy *busy, const ed_CallTime *time)
{
    const bool ended =
        time->passed_ns >= ed_guard_hang_ms(busy->phase) * NS_PER_MS && ed_catch_thread_has_ended();
    if (!ended && !ed_guard_is_hang(busy->phase, time, 0)) return;
    if (ed_guard_traced(0)) return;
    ed_guard_set_limit(guard.fault, busy->phase, time);
    if (ended || !busy->guarded || ed_guard_is_hang(busy->phase, time, ED_GUARD_END_FACTOR))
        end_for_hang(busy->phase, ended);
    if (guard.hung == busy->call) return;
    guard.hung = busy->call;
    ed_catch_interrupt();
}

/// The watchdog thread. It counts its own ticks, not clock time: a program that was stopped and
/// continued has not hung.
static void watch_calls(void *it)
{
    Busy before = { .phase = ED_PHASE_NONE };
    u64 start_ns = 0;
    u32 ticks = 0;
    (void)it;
    while (guard.watching) {
        ed_sleep_ms(TICK_MS);
        const Busy busy = busy_now();
        const u64 used_ns = ed_thread_used_ns(guard.thread);
        bool same = busy.phase == before.phase && busy.call == before.call
                 && busy.guarded == before.guarded;
        ticks = same ? ticks + 1 : 0;
        if (!same) start_ns = used_ns;
        before = busy;
        const ed_CallTime time = { used_ns > start_ns ? used_ns - start_ns : 0,
                                   ticks * TICK_MS * NS_PER_MS };
        if (busy.phase != ED_PHASE_NONE) end_hang(&busy, &time);
    }
}

static bool start_watch(ed_Error *error)
{
    guard.watching = true;
    int failed = ed_thread_start(&guard.watch, "eddie-guard", watch_calls, NULL);
    if (!failed) return true;
    guard.watching = false;
    ed_fail(error, ED_ERR_OS, "cannot start the thread that watches for hangs: %s",
            ed_errno_text(failed));
    return false;
}

void ed_guard_report_hang(i64 process) { ed_catch_interrupt_process(process); }

// --- opening and closing -------------------------------------------------------------------------

bool ed_guard_open(ed_Fault *fault, ed_Error *error)
{
    static const ed_CatchCallbacks callbacks = { on_fault, on_exit_called, on_thread_end };
    if (guard.open) {
        ed_fail(error, ED_ERR_OS,
                "another game in this process is already guarded; only one game can be guarded");
        return false;
    }
    *fault = (ed_Fault){ .kind = ED_FAULT_NONE };
    guard.fault = fault;
    guard.phase = ED_PHASE_NONE;
    guard.thread = ed_thread_number();
    int failed = ed_catch_open(&callbacks);
    if (failed) {
        ed_fail(error, ED_ERR_OS, "cannot allocate a stack for the fault handler: %s",
                ed_errno_text(failed));
        return false;
    }
    guard.open = true;
    if (guard.ends_at_fault || start_watch(error)) return true;
    ed_guard_close();
    return false;
}

void ed_guard_close(void)
{
    if (!guard.open) return;
    bool watched = guard.watching;
    guard.watching = false;
    if (watched) ed_thread_join(&guard.watch);
    ed_catch_close();
    guard.open = false;
}

void ed_guard_module(const char *path)
{
    if (guard.open) snprintf(guard.fault->module, sizeof guard.fault->module, "%s", path);
}

void ed_guard_end(ed_FaultKind kind)
{
    guard.fault->kind = kind;
    guard.fault->phase = guard.fault->calling = ED_PHASE_UPDATE;
    guard.fault->number++;
    guard.fault->frame_count = 0;
    ed_exit_now(ED_GUARD_EXIT);
}

// --- calling -------------------------------------------------------------------------------------

typedef struct Call {
    ed_Phase phase;
    void (*fn)(void *);
    void *arg;
} Call;

static void run_call(void *it)
{
    const Call *call = (const Call *)it;
    guard.phase = call->phase;
    call->fn(call->arg);
    guard.phase = ED_PHASE_NONE;
}

bool ed_guard_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    bool guarded = guard.open && guard.phase == ED_PHASE_NONE && ed_catch_is_own_thread();
    if (!guarded) {      // within a guarded call, the guard of that call applies
        fn(arg);
        return true;
    }
    measure_state((const ed_Run *)it);
    guard.fault->calling = phase;
    guard.calls++;
    ed_process_begin(phase);
    bool good = ed_catch_call(run_call, &(Call){ phase, fn, arg });
    ed_process_end(phase);
    if (!good) ed_process_check(phase);
    // A library initialized during the call may have blocked the guard's signals. Not done after
    // each update, since it is a system call.
    if (!good || is_slow(phase)) ed_catch_unblock();
    guard.fault->calling = ED_PHASE_NONE;
    return good;
}
