#include "tests/lib/test.h"
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/fault.h"
#include "tests/lib/guarded.h"

static ed_Fault fault;

// --- faults that the guard leaves to the default action: the child must not reach its end -------

static volatile bool in_call;

static void fault_here(void *it)
{
    (void)it;
    raise(SIGSEGV);
}

static void *fault_on_thread(void *it)
{
    while (!in_call) usleep(1000);
    fault_here(it);
    return it;
}

static void stay_in_call(void *it)
{
    in_call = true;
    guarded_wait_ms(it);
}

static void outside_a_call(void) { fault_here(NULL); }

static void on_another_thread(void)
{
    pthread_t thread;
    int long_ms = 20000;      // a sanitizer writes its report first
    ed_guard_set_hang(2 * (u32)long_ms);
    pthread_create(&thread, NULL, fault_on_thread, NULL);
    ed_guard_call(NULL, ED_PHASE_UPDATE, stay_in_call, &long_ms);
}

static void sent_by_somebody(void)
{
    pid_t other = fork();
    int long_ms = 1000;
    if (other == 0) {
        usleep(50000);
        kill(getppid(), SIGSEGV);
        _exit(0);
    }
    ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_wait_ms, &long_ms);
}

/// The parent is the tracer.
static void under_a_debugger(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    ed_guard_call(NULL, ED_PHASE_UPDATE, fault_here, NULL);
}

static bool ended_badly(void (*child)(void))
{
    int status = guarded_child(&fault, child);
    return WIFSIGNALED(status) || WEXITSTATUS(status) != GUARDED_END;
}

TEST(a_fault_outside_a_call_ends_the_process) { CHECK(ended_badly(outside_a_call)); }
TEST(a_fault_of_another_thread_ends_the_process) { CHECK(ended_badly(on_another_thread)); }
TEST(a_signal_that_somebody_sends_ends_the_process) { CHECK(ended_badly(sent_by_somebody)); }
TEST(under_a_debugger_a_fault_is_left_to_the_debugger) { CHECK(ended_badly(under_a_debugger)); }

static void held_in_a_call(void) { ed_guard_call(NULL, ED_PHASE_UPDATE, fault_here, NULL); }

TEST(a_fault_in_a_call_does_not_end_the_process) { CHECK(!ended_badly(held_in_a_call)); }

// --- the handlers that the program had before ---------------------------------------------------

static volatile int heard;

static void hear(int number)
{
    (void)number;
    heard++;
}

static bool begin_with_a_handler(void)
{
    ed_guard_close();
    return signal(SIGSEGV, hear) != SIG_ERR && guarded_begin(&fault);
}

static void outside_with_a_handler(void)
{
    if (!begin_with_a_handler()) _exit(1);
    raise(SIGSEGV);
    if (heard != 1 || fault.kind != ED_FAULT_NONE) _exit(1);
}

/// The loader runs constructors outside of guarded calls.
static void loading_with_a_handler(void)
{
    if (!begin_with_a_handler()) _exit(1);
    fault.calling = ED_PHASE_CONSTRUCTOR;
    raise(SIGSEGV);
    if (heard != 1 || fault.kind != ED_FAULT_SIGNAL || fault.phase != ED_PHASE_CONSTRUCTOR)
        _exit(1);
}

static void fork_one_that_faults(void *it)
{
    int status = 0;
    pid_t helper = fork();
    if (helper == 0) {
        raise(SIGSEGV);
        _exit(heard == 1 && fault.kind == ED_FAULT_NONE ? 5 : 1);
    }
    waitpid(helper, &status, 0);
    *(int *)it = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void forking_with_a_handler(void)
{
    int code = 0;
    if (!begin_with_a_handler()) _exit(1);
    if (!ed_guard_call(NULL, ED_PHASE_UPDATE, fork_one_that_faults, &code) || code != 5) _exit(1);
}

TEST(a_fault_outside_a_call_is_left_to_the_programs_own_handler)
{
    CHECK(guarded_child_returns(&fault, outside_with_a_handler));
}

TEST(a_fault_in_a_constructor_is_recorded_and_then_left_to_the_programs_own_handler)
{
    CHECK(guarded_child_returns(&fault, loading_with_a_handler));
}

TEST(a_fault_of_a_process_that_the_game_forked_is_left_to_the_programs_own_handler)
{
    CHECK(guarded_child_returns(&fault, forking_with_a_handler));
}

static void close_with_handlers(void)
{
    ed_guard_close();
    for (u32 i = 0; i < GUARDED_SIGNALS; i++) signal(guarded_signals[i], hear);
    signal(SIGRTMAX - 3, hear);
    if (!guarded_begin(&fault) || guarded_has_handler(SIGSYS, hear)) _exit(1);
    ed_guard_close();
    for (u32 i = 0; i < GUARDED_SIGNALS; i++)
        if (!guarded_has_handler(guarded_signals[i], hear)) _exit(1);
    if (!guarded_has_handler(SIGRTMAX - 3, hear)) _exit(1);
}

TEST(after_closing_each_signal_has_the_programs_own_handler)
{
    CHECK(guarded_child_returns(&fault, close_with_handlers));
}

/// The module is the C library, whose code sends the signal.
static bool begin_in_the_c_library(void)
{
    Dl_info info;
    char path[PATH_MAX];      // the file that the system maps
    const void *at = dlsym(RTLD_DEFAULT, "syscall");
    if (!begin_with_a_handler() || !at || !dladdr(at, &info) || !realpath(info.dli_fname, path))
        return false;
    ed_guard_module(path);
    return true;
}

static void fault_in_a_thread_of_the_module(void)
{
    if (!begin_in_the_c_library()) _exit(1);
    guarded_send_fault(SIGSEGV, SEGV_MAPERR, 0x1234);
    bool recorded = fault.kind == ED_FAULT_SIGNAL && fault.phase == ED_PHASE_LOAD
                 && fault.calling == ED_PHASE_LOAD && fault.address == 0x1234 && fault.number == 1;
    // the fault occurs again, and is then not the guard's
    if (!recorded || heard != 0) _exit(1);
    raise(SIGSEGV);
    if (heard != 1 || fault.number != 1) _exit(1);
    if (ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_divide, NULL) || fault.signal != SIGFPE)
        _exit(1);
}

TEST(a_fault_of_the_modules_code_outside_a_call_is_recorded)
{
    CHECK(guarded_child_returns(&fault, fault_in_a_thread_of_the_module));
}

static void fault_of_other_code(void)
{
    if (!begin_in_the_c_library()) _exit(1);
    ed_guard_module("/tmp/not-loaded.so");
    guarded_send_fault(SIGSEGV, SEGV_MAPERR, 0x1234);
    if (fault.kind != ED_FAULT_NONE || fault.number != 0) _exit(1);
    raise(SIGSEGV);
    if (heard != 1) _exit(1);
}

/// By another process, while code of the module runs.
static void sent_while_loading(void)
{
    if (!begin_in_the_c_library()) _exit(1);
    fault.calling = ED_PHASE_CONSTRUCTOR;
    pid_t other = fork();
    if (other == 0) _exit(kill(getppid(), SIGSEGV));
    while (waitpid(other, NULL, 0) < 0 && errno == EINTR) {}
    for (u32 i = 0; i < 20000 && !heard; i++) usleep(1000);
    if (heard != 1 || fault.kind != ED_FAULT_NONE || fault.calling != ED_PHASE_NONE) _exit(1);
}

static void *raise_on_thread(void *it)
{
    raise(SIGSEGV);
    return it;
}

static void on_another_thread_while_loading(void)
{
    pthread_t thread;
    if (!begin_with_a_handler()) _exit(1);
    fault.calling = ED_PHASE_CONSTRUCTOR;
    if (pthread_create(&thread, NULL, raise_on_thread, NULL) != 0) _exit(1);
    pthread_join(thread, NULL);
    if (heard != 1 || fault.kind != ED_FAULT_NONE) _exit(1);
}

TEST(faults_of_other_code_outside_a_call_are_not_recorded)
{
    CHECK(guarded_child_returns(&fault, fault_of_other_code));
    CHECK(guarded_child_returns(&fault, sent_while_loading));
    CHECK(guarded_child_returns(&fault, on_another_thread_while_loading));
}
