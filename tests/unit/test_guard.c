#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/fault.h"
#include "tests/lib/failing_calls.h"

#define DONE 7      // exit code of a child that came to its end

static ed_Fault fault;

static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    fault = (ed_Fault){ .kind = ED_FAULT_NONE };
    return ed_guard_open(&fault, &error);
}

static void divide(void *it)
{
    (void)it;
    __asm__ volatile("" ::: "memory");
    raise(SIGFPE);      // like a division by zero, but not reported by a sanitizer first
}

static void give_up(void *it)
{
    (void)it;
    abort();
}
static void nothing(void *it) { *(int *)it += 1; }

static void wait_ms(void *it)
{
    for (int i = 0; i < *(int *)it; i++) usleep(1000);
}

static void fail_inside(void *it)
{
    ed_guard_call(NULL, ED_PHASE_PACK, give_up, NULL);
    *(int *)it = 1;      // leaves the inner call, and the outer one with it
}

static void call_inside(void *it)
{
    bool held = ed_guard_call(NULL, ED_PHASE_PACK, nothing, it);
    *(int *)it += held ? 10 : 100;
    give_up(it);
}

TEST(a_call_that_returns_succeeds)
{
    int count = 0;
    CHECK(begin());
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, nothing, &count));
    CHECK_EQ(count, 1);
    CHECK_EQ(fault.kind, ED_FAULT_NONE);
    CHECK_EQ(fault.calling, ED_PHASE_NONE);
    ed_guard_close();
}

TEST(a_call_that_faults_is_ended_and_recorded)
{
    CHECK(begin());
    CHECK(!ed_guard_call(NULL, ED_PHASE_RENDER, give_up, NULL));
    CHECK_EQ(fault.kind, ED_FAULT_SIGNAL);
    CHECK_EQ(fault.signal, SIGABRT);
    CHECK_EQ(fault.phase, ED_PHASE_RENDER);
    CHECK_EQ(fault.calling, ED_PHASE_NONE);
    CHECK(fault.frame_count > 1);
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, divide, NULL));
    CHECK_EQ(fault.signal, SIGFPE);
    CHECK_EQ(fault.number, 2);
    ed_guard_close();
}

TEST(a_thousand_faults_are_caught)
{
    u32 held = 0;
    CHECK(begin());
    for (u32 i = 0; i < 1000; i++) held += !ed_guard_call(NULL, ED_PHASE_UPDATE, give_up, NULL);
    CHECK_EQ(held, 1000);
    ed_guard_close();
}

TEST(a_call_within_a_call_is_guarded_by_the_outer_one)
{
    int reached = 0;
    CHECK(begin());
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, fail_inside, &reached));
    CHECK_EQ(reached, 0);
    CHECK_EQ(fault.phase, ED_PHASE_UPDATE);
    ed_guard_close();
}

TEST(after_an_inner_call_the_outer_one_is_still_guarded)
{
    int count = 0;
    CHECK(begin());
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, call_inside, &count));
    CHECK_EQ(count, 11);
    CHECK_EQ(fault.phase, ED_PHASE_UPDATE);
    ed_guard_close();
}

TEST(only_one_game_of_a_process_is_guarded)
{
    ed_Fault other;
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(!ed_guard_open(&other, &error));
    CHECK_HAS(error.text, "another game in this process is already guarded");
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, give_up, NULL));      // the first still is
    ed_guard_close();
}

TEST(a_guard_without_a_stack_or_a_watchdog_is_refused_and_opens_later)
{
    ed_Error error = { .code = ED_OK };
    failing_call("sigaltstack", ENOMEM);
    CHECK(!ed_guard_open(&fault, &error));
    CHECK_HAS(error.text, "cannot allocate a stack for the fault handler: Cannot allocate memory");
    error = (ed_Error){ .code = ED_OK };
    failing_call("pthread_create", EAGAIN);
    CHECK(!ed_guard_open(&fault, &error));
    CHECK_HAS(error.text, "cannot start the thread that watches for hangs: Resource temporarily");
    CHECK(begin());
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, give_up, NULL));
    ed_guard_close();
}

TEST(a_call_that_hangs_is_ended_and_a_slow_one_is_not)
{
    int slow = 100, hangs = 5000;
    CHECK(begin());
    ed_guard_set_hang(400);
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, wait_ms, &slow));
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, wait_ms, &slow));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, wait_ms, &hangs));
    CHECK_EQ(fault.kind, ED_FAULT_HANG);
    ed_guard_set_hang(0);
    ed_guard_close();
}

static void hear_nothing(void *it)
{
    sigset_t all;
    (void)it;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

TEST(a_game_that_blocks_signals_in_its_load_is_guarded)
{
    int hangs = 2000;
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    CHECK(begin());
    ed_guard_set_hang(200);
    CHECK(ed_guard_call(NULL, ED_PHASE_LOAD, hear_nothing, NULL));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, wait_ms, &hangs));
    CHECK_EQ(fault.kind, ED_FAULT_HANG);
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, give_up, NULL));
    ed_guard_set_hang(0);
    ed_guard_close();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

TEST(the_programs_signal_handlers_and_stack_are_restored)
{
    static char bytes[65536];
    stack_t mine = { .ss_sp = bytes, .ss_size = sizeof bytes }, first, now;
    struct sigaction before, after;
    sigaltstack(NULL, &first);
    CHECK(sigaltstack(&mine, NULL) == 0 && sigaction(SIGSEGV, NULL, &before) == 0);
    CHECK(begin());
    ed_guard_close();
    CHECK(sigaltstack(NULL, &now) == 0 && now.ss_sp == (void *)bytes && now.ss_size == sizeof bytes
          && !(now.ss_flags & SS_DISABLE));
    CHECK(sigaction(SIGSEGV, NULL, &after) == 0 && after.sa_handler == before.sa_handler);
    sigaltstack(&first, NULL);
}

// --- what is not the game's has the default action: in a child, which must not reach its end -----

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
    wait_ms(it);
}

static void outside_a_call(void) { fault_here(NULL); }

static void on_another_thread(void)
{
    pthread_t thread;
    int long_ms = 1000;
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
    ed_guard_call(NULL, ED_PHASE_UPDATE, wait_ms, &long_ms);
}

/// The parent is the tracer; it lets every signal through, as a debugger does after `continue`.
static void under_a_debugger(void)
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    ed_guard_call(NULL, ED_PHASE_UPDATE, fault_here, NULL);
}

static int end_of(void (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        int null_file = open("/dev/null", O_WRONLY);
        dup2(null_file, STDERR_FILENO);      // hides the report of the sanitizer
        if (begin()) child();
        _exit(DONE);
    }
    while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status))
        ptrace(PTRACE_CONT, pid, NULL, WSTOPSIG(status));
    return status;
}

static bool ended_badly(void (*child)(void))
{
    int status = end_of(child);
    return WIFSIGNALED(status) || WEXITSTATUS(status) != DONE;
}

TEST(a_fault_outside_a_call_ends_the_process) { CHECK(ended_badly(outside_a_call)); }
TEST(a_fault_of_another_thread_ends_the_process) { CHECK(ended_badly(on_another_thread)); }
TEST(a_signal_that_somebody_sends_ends_the_process) { CHECK(ended_badly(sent_by_somebody)); }
TEST(under_a_debugger_a_fault_is_the_debuggers) { CHECK(ended_badly(under_a_debugger)); }

static void held_in_a_call(void) { ed_guard_call(NULL, ED_PHASE_UPDATE, fault_here, NULL); }

TEST(a_fault_in_a_call_does_not_end_the_process) { CHECK(!ended_badly(held_in_a_call)); }

// --- the handlers that the program had before ----------------------------------------------------

static volatile int heard;

static void hear(int number)
{
    (void)number;
    heard++;
}

static bool begin_with_a_handler(void)
{
    ed_guard_close();
    return signal(SIGSEGV, hear) != SIG_ERR && begin();
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

static bool comes_to_its_end(void (*child)(void))
{
    int status = end_of(child);
    return WIFEXITED(status) && WEXITSTATUS(status) == DONE;
}

TEST(a_fault_outside_a_call_is_left_to_the_programs_own_handler)
{
    CHECK(comes_to_its_end(outside_with_a_handler));
}

TEST(a_fault_in_a_constructor_is_recorded_and_then_left_to_the_programs_own_handler)
{
    CHECK(comes_to_its_end(loading_with_a_handler));
}

TEST(a_fault_of_a_process_that_the_game_forked_is_left_to_the_programs_own_handler)
{
    CHECK(comes_to_its_end(forking_with_a_handler));
}

static ed_Fault *shared_fault(void)
{
    void *at =
        mmap(NULL, sizeof(ed_Fault), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : (ed_Fault *)at;
}

static ed_Fault *shared;

static void lowers_a_limit(void)
{
    ed_guard_enter_child(shared);
    ed_guard_end(ED_FAULT_LIMIT);
}

TEST(a_process_that_is_ended_because_of_the_game_records_the_reason)
{
    CHECK((shared = shared_fault()) != NULL);
    int status = end_of(lowers_a_limit);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    CHECK_EQ(shared->kind, ED_FAULT_LIMIT);
    CHECK_EQ(shared->calling, ED_PHASE_UPDATE);
    CHECK_EQ(shared->number, 1);
    munmap(shared, sizeof *shared);
}

static void exit_in_call(void *it)
{
    (void)it;
    exit(0);
}
static void exits(void) { ed_guard_call(NULL, ED_PHASE_UPDATE, exit_in_call, NULL); }
static void end_thread_in_call(void *it) { pthread_exit(it); }

static void ends_its_thread(void)
{
    ed_guard_call(NULL, ED_PHASE_UPDATE, end_thread_in_call, NULL);
}

TEST(exit_in_a_call_is_reported_to_the_parent)
{
    int status = end_of(exits);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    status = end_of(ends_its_thread);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
}

static bool leaves;

/// Exits after the guard's handler and before the sanitizer searches for leaks, which would hang in
/// a process that was forked while another thread held the lock of the allocator.
static void leave(void)
{
    if (leaves) _exit(0);
}

__attribute__((constructor)) static void leave_last(void) { atexit(leave); }

static void fork_a_helper(void *it)
{
    pid_t helper = fork();
    (void)it;
    leaves = helper == 0;
    if (helper == 0) exit(0);
    waitpid(helper, NULL, 0);
}

static void helps_itself(void)
{
    ed_Fault *own = (ed_Fault *)mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE,
                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ed_guard_enter_child(own);
    ed_guard_call(NULL, ED_PHASE_LOAD, fork_a_helper, NULL);
    if (own->kind != ED_FAULT_NONE) _exit(1);
}

TEST(a_process_that_the_game_forks_in_a_trial_may_exit)
{
    int status = end_of(helps_itself);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == DONE);
}

// --- messages ------------------------------------------------------------------------------------

TEST(the_message_of_a_fault_names_it)
{
    char words[256];
    ed_Text out = ed_text_over(words, sizeof words);
    ed_fault_describe(&(ed_Fault){ .kind = ED_FAULT_SIGNAL,
                                   .signal = SIGSEGV,
                                   .address = 8,
                                   .phase = ED_PHASE_UPDATE,
                                   .frames = { 99 },
                                   .frame_count = 1 },
                      &out);
    CHECK_HAS(words, "null-pointer dereference, in update");
    out = ed_text_over(words, sizeof words);
    ed_fault_describe(&(ed_Fault){ .kind = ED_FAULT_STACK, .phase = ED_PHASE_LOAD }, &out);
    CHECK_HAS(words, "stack overflow");
    CHECK_HAS(words, "in load");
}

TEST(faults_are_distinguished_by_signal_and_address)
{
    static const struct {
        int signal;
        u64 address, frame;
        const char *expected;
    } faults[] = {
        { SIGSEGV, 0x5550, 0x5550, "a call through an invalid function pointer, in render" },
        { SIGSEGV, 0x123456789, 99, "dereference of an invalid pointer (0x123456789), in render" },
        { SIGBUS, 0x5550, 99, "access beyond the end of a mapped file (Bus error), in render" },
        { SIGSYS, 0, 99, "Bad system call, in render" },
    };
    for (u32 i = 0; i < ED_COUNT(faults); i++) {
        char words[256];
        ed_Text out = ed_text_over(words, sizeof words);
        ed_fault_describe(&(ed_Fault){ .kind = ED_FAULT_SIGNAL,
                                       .signal = faults[i].signal,
                                       .address = faults[i].address,
                                       .phase = ED_PHASE_RENDER,
                                       .frames = { faults[i].frame },
                                       .frame_count = 1 },
                          &out);
        CHECK_TEXT(words, faults[i].expected);
    }
}

/// A function may hold a lock while it calls back, unless it is known to hold none.
TEST(a_fault_in_a_callback_ends_the_process)
{
    ed_Fault in_callback = { .kind = ED_FAULT_SIGNAL,
                             .signal = SIGSEGV,
                             .base = 1000,
                             .end = 2000,
                             .frames = { 1500, (u64)(uintptr_t)twalk + 1, 1600 },
                             .frame_count = 3 };
    CHECK(ed_fault_is_lost(&in_callback));
    in_callback.frames[1] = (u64)(uintptr_t)bsearch + 1;
    CHECK(!ed_fault_is_lost(&in_callback));
}

TEST(a_fault_record_that_was_overwritten_still_has_a_message)
{
    char words[256];
    ed_Text out = ed_text_over(words, sizeof words);
    ed_Fault wild;
    memset(&wild, 0xa5, sizeof wild);
    ed_fault_sanitize(&wild);
    CHECK(strlen(wild.module) < sizeof wild.module && wild.frame_count == 0);
    ed_fault_describe(&wild, &out);
    CHECK_TEXT(words, "the process ended");
}
