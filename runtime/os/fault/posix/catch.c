#include "runtime/os/fault/catch.h"
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "runtime/os/process/process_info.h"
#include "runtime/os/process/process_state.h"
#include "runtime/os/fault/signal_context.h"
#if defined(__GLIBC__) || defined(__APPLE__)
#    include <execinfo.h>
#else
#    include <unwind.h>
#endif

#define STACK_BYTES ((size_t)256 << 10)      // for signal handlers, which unwind the game's stack
#define STACK_NEAR 65536u      // an access this close to the stack pointer is an overflow
#define FRAMES_MAX 48          // that are read, with the handler's own ones
#if defined(SIGRTMAX)
#    define INTERRUPT (SIGRTMAX - 3)
#else
#    define INTERRUPT SIGUSR2
#endif

// On macOS, only a jump that restores the mask tells the system that the signal stack is free
// again.
#ifdef __APPLE__
#    define RESTORES_MASK 1
#else
#    define RESTORES_MASK 0
#endif

static const int fault_signals[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS };

/// A signal handler gets no user pointer, so what the handlers need is in this variable.
static struct Catch {
    bool open;
    ed_CatchCallbacks callbacks;
    pthread_t thread;              // whose calls are caught
    i64 thread_number;             // the same one
    pid_t process;                 // faults are reported only in this process
    pthread_key_t thread_end;      // its destructor runs when the thread ends
    void *stack;
    stack_t previous_stack;
    sigset_t handled;
    struct sigaction previous[ED_COUNT(fault_signals)], previous_interrupt;
    volatile bool in_call;
    volatile bool reading_stack;
    sigjmp_buf call_exit;       // where a fault in the call continues
    sigjmp_buf stack_exit;      // where a fault during the reading of the stack continues
} catcher;

bool ed_catch_is_own_thread(void) { return pthread_equal(pthread_self(), catcher.thread) != 0; }

// --- the stack -----------------------------------------------------------------------------------

/// The caller of the current function, for addresses that backtrace does not know, such as that of
/// an invalid function pointer.
static u64 caller_of(const ed_SignalContext *at)
{
    u64 caller = at->link;
    if (!caller && at->sp) memcpy(&caller, (const void *)(uintptr_t)at->sp, sizeof caller);
    return caller;
}

#if !defined(__GLIBC__) && !defined(__APPLE__)
typedef struct Trace {
    void **frames;
    int room, count;
} Trace;

static _Unwind_Reason_Code add_to_trace(struct _Unwind_Context *context, void *it)
{
    Trace *trace = (Trace *)it;
    trace->frames[trace->count++] = (void *)_Unwind_GetIP(context);
    return trace->count < trace->room ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/// The function of this name in the other C libraries. Those of musl and others have none.
static int backtrace(void **frames, int room)
{
    Trace trace = { frames, room, 0 };
    _Unwind_Backtrace(add_to_trace, &trace);
    return trace.count;
}
#endif

typedef struct Reading {
    const ed_SignalContext *at;      // where to begin; NULL: at the caller
    bool jumped;                     // there is no code at `at`: begin at its caller
    u64 *frames;
    u32 room;
    volatile u32 count;      // correct at any time, since a fault may end the reading
} Reading;

static void add_frame(Reading *reading, u64 address)
{
    u32 count = reading->count;
    if (count == reading->room) return;
    reading->frames[count] = address;
    reading->count = count + 1;
}

static void read_frames(Reading *reading)
{
    void *found[FRAMES_MAX] = { NULL };
    const ed_SignalContext *at = reading->at;
    u64 caller = 0, pc = at ? at->pc : 0;
    if (reading->jumped) {
        caller = pc = caller_of(at);
        add_frame(reading, caller);
        // As after a return, since backtrace reads the code where it begins.
        ed_signal_context_set(at->context, caller, at->sp + (at->link ? 0 : sizeof caller));
    }
    int size = backtrace(found, FRAMES_MAX), first = 0;
    while (at && first < size && (u64)(uintptr_t)found[first] != pc) first++;
    if (at && !caller && first + 1 >= size) add_frame(reading, caller_of(at));
    for (int i = first + (at != NULL); i < size; i++) add_frame(reading, (u64)(uintptr_t)found[i]);
}

u32 ed_catch_read_stack(const ed_Caught *caught, u64 *frames, u32 room)
{
    Reading reading = { .frames = frames, .room = room };
    if (caught) {
        reading.at = (const ed_SignalContext *)caught->system;
        reading.jumped = caught->by_processor && caught->address == caught->pc;
        add_frame(&reading, caught->pc);
    }
    catcher.reading_stack = true;
    if (sigsetjmp(catcher.stack_exit, RESTORES_MASK) == 0) read_frames(&reading);
    catcher.reading_stack = false;
    if (reading.jumped) ed_signal_context_set(reading.at->context, reading.at->pc, reading.at->sp);
    return reading.count;
}

// --- faults --------------------------------------------------------------------------------------

/// True in a process that the program forked.
static bool is_forked_process(void) { return getpid() != catcher.process; }

static void restore_handler(int signal, bool by_processor)
{
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        if (fault_signals[i] == signal) sigaction(signal, &catcher.previous[i], NULL);
    if (signal == INTERRUPT) sigaction(signal, &catcher.previous_interrupt, NULL);
    // A fault of the processor happens again when the handler returns.
    if (!by_processor) raise(signal);
}

static ed_Caught describe(int signal, const siginfo_t *info, const ed_SignalContext *at)
{
    bool access = signal == SIGSEGV || signal == SIGBUS;
    ed_Caught caught = { .number = signal,
                         .interrupt = signal == INTERRUPT,
                         .on_thread = ed_catch_is_own_thread(),
                         .by_processor = at->by_processor,
                         .pc = at->pc,
                         .system = at };
    caught.in_call = catcher.in_call && caught.on_thread;
    caught.by_this_process = at->by_processor || at->sender == getpid();
    if (!access || !at->by_processor) return caught;      // a sent signal has no address
    caught.address = at->unknown_address ? UINT64_MAX : (u64)(uintptr_t)info->si_addr;
    bool near = caught.address + STACK_NEAR > at->sp && caught.address < at->sp + 4096;
    caught.overflows = near && caught.address != at->pc;      // not a call of an address in it
    return caught;
}

static void on_signal(int signal, siginfo_t *info, void *context)
{
    int error = errno;
    if (catcher.reading_stack && ed_catch_is_own_thread()) {
        if (signal == INTERRUPT) return;      // the call ends anyway
        siglongjmp(catcher.stack_exit, 1);
    }
    const ed_SignalContext at = ed_signal_context(info, context);
    ed_CatchAction action = ED_CATCH_PASS;
    if (!is_forked_process()) {
        const ed_Caught caught = describe(signal, info, &at);
        action = catcher.callbacks.on_fault(&caught);
    }
    if (action == ED_CATCH_LEAVE) {
        catcher.in_call = false;
        ed_catch_unblock();
        siglongjmp(catcher.call_exit, 1);
    }
    if (action == ED_CATCH_PASS) restore_handler(signal, at.by_processor);
    errno = error;
}

bool ed_catch_call(void (*fn)(void *), void *arg)
{
    if (sigsetjmp(catcher.call_exit, RESTORES_MASK)) return false;
    catcher.in_call = true;
    fn(arg);
    catcher.in_call = false;
    return true;
}

void ed_catch_unblock(void) { pthread_sigmask(SIG_UNBLOCK, &catcher.handled, NULL); }

void ed_catch_interrupt(void) { pthread_kill(catcher.thread, INTERRUPT); }

void ed_catch_interrupt_process(i64 process) { kill((pid_t)process, INTERRUPT); }

bool ed_catch_thread_has_ended(void) { return ed_thread_has_ended(catcher.thread_number); }

// --- the end of the process or of the thread -----------------------------------------------------

static void on_exit_called(void)
{
    if (catcher.open && !is_forked_process()) catcher.callbacks.on_exit();
}

static void on_thread_end(void *it)
{
    (void)it;
    if (!catcher.open || is_forked_process()) return;
    if (ed_catch_is_own_thread()) catcher.callbacks.on_thread_end();
}

/// Both handlers stay until the process ends.
static void install_end_handlers(void)
{
    static bool taken;
    if (!taken)
        taken = atexit(on_exit_called) == 0
             && pthread_key_create(&catcher.thread_end, on_thread_end) == 0;
    if (taken) pthread_setspecific(catcher.thread_end, &catcher);
}

// --- opening and closing -------------------------------------------------------------------------

static void take_signals(void)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };
    action.sa_sigaction = on_signal;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, INTERRUPT);      // until a fault or an interrupt has been handled
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        sigaction(fault_signals[i], &action, &catcher.previous[i]);
    action.sa_flags |= SA_RESTART;
    sigaction(INTERRUPT, &action, &catcher.previous_interrupt);
    sigemptyset(&catcher.handled);
    sigaddset(&catcher.handled, INTERRUPT);
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++) sigaddset(&catcher.handled, fault_signals[i]);
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        ed_process_state_keep_handler(fault_signals[i]);
    ed_process_state_keep_handler(INTERRUPT);
}

static int take_stack(void)
{
    void *at = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = { .ss_sp = at, .ss_size = STACK_BYTES };
    if (at == MAP_FAILED) return errno;
    if (sigaltstack(&stack, &catcher.previous_stack) != 0) {
        int failed = errno;
        munmap(at, STACK_BYTES);
        return failed;
    }
    catcher.stack = at;
    return 0;
}

int ed_catch_open(const ed_CatchCallbacks *callbacks)
{
    void *first[1];
    int failed = take_stack();
    if (failed) return failed;
    catcher.callbacks = *callbacks;
    catcher.thread = pthread_self();
    catcher.thread_number = ed_thread_number();
    catcher.process = getpid();
    catcher.in_call = false;
    backtrace(first, 1);      // the first call loads a library
    take_signals();
    install_end_handlers();
    catcher.open = true;
    return 0;
}

void ed_catch_close(void)
{
    for (u32 i = 0; i < ED_COUNT(fault_signals); i++)
        sigaction(fault_signals[i], &catcher.previous[i], NULL);
    sigaction(INTERRUPT, &catcher.previous_interrupt, NULL);
    sigaltstack(&catcher.previous_stack, NULL);
    munmap(catcher.stack, STACK_BYTES);
    catcher.open = false;
}
