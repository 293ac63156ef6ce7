#include "runtime/live/guard.h"
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include "runtime/live/process.h"
#include "runtime/os/start_folder.h"

#define STACK_BYTES ((size_t)256 << 10)      // for signal handlers, which unwind the game's stack
#define STACK_NEAR 65536u               // a fault this close to the stack pointer is an overflow
#define TICK_MS 50u                     // interval of the watchdog
#define HANG_SIGNAL (SIGRTMAX - 3)      // sent by the watchdog to the game's thread

static const int fault_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };

/// A signal handler gets no user pointer, so what the handlers need is in this variable.
static struct Guard {
    bool open;
    pthread_t thread;              // the guarded thread
    pid_t process, task;           // task: kernel ID of the guarded thread
    pthread_key_t thread_end;      // its destructor runs when the thread ends
    u8 *stack;
    stack_t previous_stack;
    sigset_t handled;      // the signals that the guard handles
    struct sigaction previous[ED_COUNT(fault_signals)], previous_hang;
    pthread_t watch;
    _Atomic bool watching;
    _Atomic u32 phase;      // ED_PHASE_NONE: no guarded call is running
    _Atomic u32 calls;      // incremented by each call
    _Atomic u32 hung;       // number of the call that took too long
    volatile bool reading_stack;
    sigjmp_buf call_exit;       // where a fault in the guarded call continues
    sigjmp_buf stack_exit;      // where a fault during the reading of the stack continues
    ed_Fault *fault;
    bool ends_at_fault;      // in the child of a trial, which ends at its first fault
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

static void measure_state(const ed_Run *run)
{
    size_t bytes = 0;
    if (!run) return;
    for (u32 i = 0; i < ED_ROOTS_MAX && run->states[i].arena; i++)
        bytes += run->states[i].arena->used;
    guard.state_ms = (u32)(bytes / ED_GUARD_BYTES_PER_MS);
}

void ed_guard_set_hang(u32 ms) { guard.hang_ms = ms ? ms : ED_GUARD_HANG_MS; }

// --- files in /proc, read without allocating -----------------------------------------------------

typedef struct Lines {
    int file;
    char bytes[4096];
    u32 size, at;
} Lines;

/// Reads the next line, truncated to fit; false at the end.
static bool next_line(Lines *lines, char *line, u32 room)
{
    u32 size = 0;
    for (;;) {
        if (lines->at == lines->size) {
            ssize_t got = read(lines->file, lines->bytes, sizeof lines->bytes);
            lines->at = 0;
            lines->size = got > 0 ? (u32)got : 0;
            if (lines->size == 0) break;
        }
        char c = lines->bytes[lines->at++];
        if (c == '\n') {
            line[size] = 0;
            return true;
        }
        if (size + 1 < room) line[size++] = c;
    }
    line[size] = 0;
    return size > 0;
}

static u64 read_hex(const char **at)
{
    u64 value = 0;
    for (;; (*at)++) {
        char c = **at;
        if (c >= '0' && c <= '9') value = value * 16 + (u64)(c - '0');
        else if (c >= 'a' && c <= 'f') value = value * 16 + (u64)(c - 'a' + 10);
        else return value;
    }
}

bool ed_guard_traced(i32 process)
{
    static const char key[] = "TracerPid:\t";
    char line[128], path[32] = "/proc/self/status";
    // Signal handlers pass 0: they may not call snprintf.
    if (process) snprintf(path, sizeof path, "/proc/%d/status", process);
    Lines lines = { .file = open(path, O_RDONLY | O_CLOEXEC) };
    bool traced = false;
    while (lines.file >= 0 && next_line(&lines, line, sizeof line))
        if (strncmp(line, key, sizeof key - 1) == 0) traced = line[sizeof key - 1] != '0';
    if (lines.file >= 0) close(lines.file);
    return traced;
}

/// The file and its folder, such as "eddie-code-ab12cd/game.so-1.so". The system may name the
/// parent folder differently.
static const char *tail_of(const char *path)
{
    const char *file = strrchr(path, '/'), *folder = file;
    while (folder && folder > path && folder[-1] != '/') folder--;
    return folder ? folder : path;
}

static bool names(const char *line, const char *tail)
{
    static const char gone[] = " (deleted)";
    size_t size = strlen(line), wanted = strlen(tail);
    if (size > sizeof gone - 1 && strcmp(line + size - (sizeof gone - 1), gone) == 0)
        size -= sizeof gone - 1;
    return size > wanted && memcmp(line + size - wanted, tail, wanted) == 0
        && line[size - wanted - 1] == '/';
}

/// Finds the address range of the module, from the first to the last of its lines in
/// /proc/self/maps:
/// 7f00-7f10 r-xp 00000000 08:01 42   /tmp/eddie-code-ab12cd/game.so-1.so
static void find_module(ed_Fault *fault)
{
    char line[1280];
    const char *tail = tail_of(fault->module);
    size_t wanted = strlen(tail);
    Lines lines = { .file = wanted ? open("/proc/self/maps", O_RDONLY | O_CLOEXEC) : -1 };
    fault->base = fault->end = 0;
    while (lines.file >= 0 && next_line(&lines, line, sizeof line)) {
        const char *at = line;
        if (!names(line, tail)) continue;
        u64 start = read_hex(&at);
        if (!fault->base) fault->base = start;
        if (*at++ == '-') fault->end = read_hex(&at);
    }
    if (lines.file >= 0) close(lines.file);
}

// --- what happened -------------------------------------------------------------------------------

// link: the return address if it is in a register, otherwise 0.
typedef struct Registers {
    u64 pc, sp, link;
} Registers;

static Registers registers_of(const void *context)
{
    const ucontext_t *it = (const ucontext_t *)context;
#if defined(__x86_64__)
    return (Registers){ (u64)it->uc_mcontext.gregs[REG_RIP], (u64)it->uc_mcontext.gregs[REG_RSP],
                        0 };
#elif defined(__aarch64__)
    return (Registers){ it->uc_mcontext.pc, it->uc_mcontext.sp, it->uc_mcontext.regs[30] };
#else
    (void)it;
    return (Registers){ 0, 0, 0 };
#endif
}

/// The caller of the current function, for addresses that backtrace does not know, such as that of
/// an invalid function pointer.
static u64 caller_of(const Registers *at)
{
    u64 caller = at->link;
    if (!caller && at->sp) memcpy(&caller, (const void *)(uintptr_t)at->sp, sizeof caller);
    return caller;
}

/// Records the return addresses on the stack. The stack may be damaged: a fault while reading it
/// only ends the reading.
static void record_stack(ed_Fault *fault, const Registers *at)
{
    void *frames[ED_GUARD_FRAMES_MAX + 8] = { NULL };
    fault->frames[0] = at->pc;
    fault->frame_count = 1;
    guard.reading_stack = true;
    if (sigsetjmp(guard.stack_exit, 0) == 0) {
        int count = backtrace(frames, ED_COUNT(frames)), first = 0;
        while (first < count && (u64)(uintptr_t)frames[first] != at->pc) first++;
        if (first + 1 >= count) fault->frames[fault->frame_count++] = caller_of(at);
        for (int i = first + 1; i < count && fault->frame_count < ED_GUARD_FRAMES_MAX; i++)
            fault->frames[fault->frame_count++] = (u64)(uintptr_t)frames[i];
    }
    guard.reading_stack = false;
}

/// Records the return addresses on the current stack. An exit handler has no signal context.
static void record_own_stack(ed_Fault *fault)
{
    void *frames[ED_GUARD_FRAMES_MAX] = { NULL };
    guard.reading_stack = true;
    if (sigsetjmp(guard.stack_exit, 0) == 0) {
        int count = backtrace(frames, ED_COUNT(frames));
        for (int i = 0; i < count; i++) fault->frames[i] = (u64)(uintptr_t)frames[i];
        fault->frame_count = (u32)count;
    }
    guard.reading_stack = false;
}

static void record_fault(ed_Fault *fault, int signal, const siginfo_t *info, const void *context)
{
    Registers at = registers_of(context);
    bool address = signal == SIGSEGV || signal == SIGBUS;
    fault->kind = signal == HANG_SIGNAL ? ED_FAULT_HANG : ED_FAULT_SIGNAL;
    fault->phase = (ed_Phase)guard.phase;
    fault->signal = signal;
    fault->number++;
    fault->address = address ? (u64)(uintptr_t)info->si_addr : 0;
    // The processor does not report a non-canonical address.
    if (address && info->si_code == SI_KERNEL) fault->address = UINT64_MAX;
    if (address && fault->address + STACK_NEAR > at.sp && fault->address < at.sp + 4096)
        fault->kind = ED_FAULT_STACK;
    record_stack(fault, &at);
    find_module(fault);
}

// --- signals -------------------------------------------------------------------------------------

/// True in a process that the game's code forked: it is not guarded, and its faults are not
/// recorded.
static bool is_forked_process(void) { return getpid() != guard.process; }

static void restore_handler(int signal, const siginfo_t *info)
{
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        if (fault_signals[i] == signal) sigaction(signal, &guard.previous[i], NULL);
    if (info->si_code <= 0) raise(signal);
}

/// True if the processor or this process itself sent the signal, as abort does.
static bool is_own(const siginfo_t *info) { return info->si_code > 0 || info->si_pid == getpid(); }

/// True while the loader runs code of the module, which is not guarded.
static bool is_loading(void)
{
    return guard.phase == ED_PHASE_NONE && guard.fault->calling != ED_PHASE_NONE
        && pthread_equal(pthread_self(), guard.thread);
}

/// Handles a fault outside of a guarded call: records it if the module caused it, then restores the
/// previous handler. The fault occurs again, or the signal is sent again.
static void handle_unguarded(int signal, const siginfo_t *info, const void *context)
{
    ed_Fault *fault = guard.fault;
    Registers at = registers_of(context);
    bool loads = is_loading();
    ed_Phase phase = loads ? fault->calling : (ed_Phase)guard.phase;
    if (phase == ED_PHASE_NONE) phase = ED_PHASE_LOAD;      // a thread that load probably started
    find_module(fault);
    bool inside = info->si_code > 0 && at.pc >= fault->base && at.pc < fault->end;
    bool of_module = (inside || (loads && is_own(info))) && !ed_guard_traced(0);
    if (of_module) record_fault(fault, signal, info, context);
    fault->calling = of_module ? phase : ED_PHASE_NONE;
    if (of_module) fault->phase = phase;
    restore_handler(signal, info);
}

static bool is_of_module(int signal, const siginfo_t *info)
{
    if (guard.phase == ED_PHASE_NONE || !pthread_equal(pthread_self(), guard.thread)) return false;
    // The signal for a hang is ignored if the next call has begun meanwhile.
    bool hangs = guard.ends_at_fault || (info->si_pid == getpid() && guard.hung == guard.calls);
    return signal == HANG_SIGNAL ? hangs : is_own(info) && !ed_guard_traced(0);
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    if (guard.reading_stack && pthread_equal(pthread_self(), guard.thread))
        siglongjmp(guard.stack_exit, 1);
    if (is_forked_process()) {
        restore_handler(signal, info);
        return;
    }
    if (!is_of_module(signal, info)) {
        if (signal != HANG_SIGNAL) handle_unguarded(signal, info, context);
        errno = error;
        return;
    }
    record_fault(guard.fault, signal, info, context);
    if (guard.ends_at_fault) _exit(ED_GUARD_EXIT);
    guard.phase = ED_PHASE_NONE;
    siglongjmp(guard.call_exit, 1);
}

/// Ends the process if a guarded call is running. The remaining exit handlers are skipped, since
/// the game is in an intermediate state.
static void end_here(ed_FaultKind kind)
{
    ed_Fault *fault = guard.fault;
    if (guard.phase == ED_PHASE_NONE || is_forked_process()) return;
    fault->kind = kind;
    fault->number++;
    fault->phase = (ed_Phase)guard.phase;
    fault->frame_count = 0;
    if (kind == ED_FAULT_EXIT) record_own_stack(fault);      // otherwise the stack is gone
    find_module(fault);
    _exit(ED_GUARD_EXIT);
}

static void on_exit_called(void) { end_here(ED_FAULT_EXIT); }

static void on_thread_end(void *it)
{
    (void)it;
    end_here(ED_FAULT_THREAD_EXIT);
}

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

/// Reads the state of the guarded thread from /proc: the C library does not notice if a system call
/// ended it. An ended main thread stays listed until the last thread ends.
static bool thread_has_ended(void)
{
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", guard.task);
    Lines lines = { .file = open(path, O_RDONLY | O_CLOEXEC) };
    bool there = lines.file >= 0 && next_line(&lines, line, sizeof line);
    bool gone = lines.file < 0 && errno == ENOENT;
    if (lines.file >= 0) close(lines.file);
    const char *state = there ? strrchr(line, ')') : NULL;
    return gone || (state && state[1] == ' ' && (state[2] == 'Z' || state[2] == 'X'));
}

/// Ends the process: the thread has ended, does not receive signals, or is in the loader, which
/// cannot be interrupted.
static void end_for_hang(ed_Phase phase, bool ended)
{
    ed_Fault *fault = guard.fault;
    fault->kind = ended ? ED_FAULT_THREAD_EXIT : ED_FAULT_HANG;
    fault->phase = fault->calling = phase;
    fault->number++;
    fault->frame_count = 0;
    find_module(fault);
    _exit(ED_GUARD_EXIT);
}

/// Interrupts a call that takes too long, or ends the process if that is not possible.
static void end_hang(const Busy *busy, u32 ms)
{
    u32 limit = ed_guard_hang_ms(busy->phase);
    if (ms < limit || ed_guard_traced(0)) return;
    bool ended = thread_has_ended();
    if (ended || !busy->guarded || ms >= limit * (1 + ED_GUARD_END_FACTOR))
        end_for_hang(busy->phase, ended);
    if (guard.hung == busy->call) return;
    guard.hung = busy->call;
    pthread_kill(guard.thread, HANG_SIGNAL);
}

/// The watchdog thread. It counts its own ticks, not clock time: a program that was stopped and
/// continued has not hung.
static void *watch(void *it)
{
    const struct timespec tick = { .tv_nsec = TICK_MS * 1000000l };
    Busy before = { .phase = ED_PHASE_NONE };
    u32 ticks = 0;
    (void)it;
    while (guard.watching) {
        nanosleep(&tick, NULL);
        Busy busy = busy_now();
        bool same = busy.phase == before.phase && busy.call == before.call
                 && busy.guarded == before.guarded;
        ticks = same ? ticks + 1 : 0;
        before = busy;
        if (busy.phase != ED_PHASE_NONE) end_hang(&busy, ticks * TICK_MS);
    }
    return NULL;
}

static bool start_watch(ed_Error *error)
{
    sigset_t all, before;
    guard.watching = true;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);      // the game's thread handles signals
    int failed = pthread_create(&guard.watch, NULL, watch, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed) return true;
    guard.watching = false;
    ed_fail(error, ED_ERR_OS, "cannot start the thread that watches for hangs: %s",
            strerror(failed));
    return false;
}

void ed_guard_report_hang(i32 child) { kill(child, HANG_SIGNAL); }

// --- opening and closing -------------------------------------------------------------------------

static void take_signals(void)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
    action.sa_sigaction = on_signal;
    sigemptyset(&action.sa_mask);
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        sigaction(fault_signals[i], &action, &guard.previous[i]);
    action.sa_flags |= SA_RESTART;
    sigaction(HANG_SIGNAL, &action, &guard.previous_hang);
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++) ed_process_keep_handler(fault_signals[i]);
    ed_process_keep_handler(HANG_SIGNAL);
    sigemptyset(&guard.handled);
    sigaddset(&guard.handled, HANG_SIGNAL);
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++) sigaddset(&guard.handled, fault_signals[i]);
}

static bool take_stack(ed_Error *error)
{
    void *at = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = { .ss_sp = at, .ss_size = STACK_BYTES };
    if (at == MAP_FAILED || sigaltstack(&stack, &guard.previous_stack) != 0) {
        ed_fail(error, ED_ERR_OS, "cannot allocate a stack for the fault handler: %s",
                strerror(errno));
        if (at != MAP_FAILED) munmap(at, STACK_BYTES);
        return false;
    }
    guard.stack = (u8 *)at;
    return true;
}

bool ed_guard_open(ed_Fault *fault, ed_Error *error)
{
    static bool registered;
    void *first[1];
    if (guard.open) {
        ed_fail(error, ED_ERR_OS,
                "another game in this process is already guarded; only one game can be guarded");
        return false;
    }
    if (!take_stack(error)) return false;
    guard.fault = fault;
    guard.thread = pthread_self();
    guard.process = getpid();
    guard.task = gettid();
    guard.phase = ED_PHASE_NONE;
    *fault = (ed_Fault){ .kind = ED_FAULT_NONE };
    backtrace(first, 1);      // the first call loads a library
    take_signals();
    guard.open = true;
    if (!registered && atexit(on_exit_called) == 0
        && pthread_key_create(&guard.thread_end, on_thread_end) == 0)
        registered = true;
    if (registered) pthread_setspecific(guard.thread_end, &guard);
    if (start_watch(error)) return true;
    ed_guard_close();
    return false;
}

void ed_guard_close(void)
{
    if (!guard.open) return;
    bool watched = guard.watching;
    guard.watching = false;
    if (watched) pthread_join(guard.watch, NULL);
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        sigaction(fault_signals[i], &guard.previous[i], NULL);
    sigaction(HANG_SIGNAL, &guard.previous_hang, NULL);
    sigaltstack(&guard.previous_stack, NULL);
    munmap(guard.stack, STACK_BYTES);
    guard.open = false;
}

void ed_guard_module(const char *path)
{
    if (guard.open) snprintf(guard.fault->module, sizeof guard.fault->module, "%s", path);
}

void ed_guard_enter_child(ed_Fault *fault)
{
    *fault = (ed_Fault){ .kind = ED_FAULT_NONE };
    guard.fault = fault;
    guard.ends_at_fault = true;
    guard.process = getpid();
    guard.watching = false;           // the watchdog thread runs in the parent only
    ed_process_stop_restoring();      // the parent's process state is not affected
    ed_start_folder_enter();
}

void ed_guard_end(ed_FaultKind kind)
{
    guard.fault->kind = kind;
    guard.fault->phase = guard.fault->calling = ED_PHASE_UPDATE;
    guard.fault->number++;
    guard.fault->frame_count = 0;
    _exit(ED_GUARD_EXIT);
}

// --- calling -------------------------------------------------------------------------------------

/// Unblocks the guard's signals: a library initialized during the call may have blocked them. Not
/// called after each update, since it is a system call.
static void unblock_signals(void) { pthread_sigmask(SIG_UNBLOCK, &guard.handled, NULL); }

bool ed_guard_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    bool guarded =
        guard.open && guard.phase == ED_PHASE_NONE && pthread_equal(pthread_self(), guard.thread);
    if (!guarded) {      // within a guarded call, the guard of that call applies
        fn(arg);
        return true;
    }
    measure_state((const ed_Run *)it);
    guard.fault->calling = phase;
    guard.calls++;
    ed_process_begin(phase);
    if (sigsetjmp(guard.call_exit, 0)) {
        ed_process_end(phase);
        ed_process_check(phase);
        unblock_signals();
        guard.fault->calling = ED_PHASE_NONE;
        return false;
    }
    guard.phase = phase;
    fn(arg);
    guard.phase = ED_PHASE_NONE;
    ed_process_end(phase);
    if (is_slow(phase)) unblock_signals();
    guard.fault->calling = ED_PHASE_NONE;
    return true;
}
