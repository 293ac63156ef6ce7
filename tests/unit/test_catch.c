#include "tests/lib/test.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/fault/catch.h"
#include "tests/lib/failing_calls.h"

static ed_Caught last;      // what the callback got
static u64 frames[8];
static u32 frame_count, faults;
static ed_CatchAction answer;

static ed_CatchAction on_fault(const ed_Caught *caught)
{
    last = *caught;
    faults++;
    frame_count = ed_catch_read_stack(caught, frames, ED_COUNT(frames));
    return caught->in_call || answer != ED_CATCH_LEAVE ? answer : ED_CATCH_CONTINUE;
}

static void on_exit_called(void) { _exit(20); }
static void on_thread_end(void) { _exit(21); }

static bool begin(ed_CatchAction action)
{
    static const ed_CatchCallbacks callbacks = { on_fault, on_exit_called, on_thread_end };
    answer = action;
    faults = 0;
    return ed_catch_open(&callbacks) == 0;
}

/// The exit code of a child process that runs `child`; 100 and a signal if one ended it.
static int code_of(void (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        if (begin(ED_CATCH_PASS)) child();
        _exit(0);
    }
    return waitpid(pid, &status, 0) != pid ? -1
         : WIFSIGNALED(status)             ? 100 + WTERMSIG(status)
                                           : WEXITSTATUS(status);
}

static void nothing(void *it) { *(int *)it += 1; }

static void read_there(void *it)
{
    *(volatile char *)it;
    __asm__ volatile("" ::: "memory");
}

static void give_up(void *it)
{
    (void)it;
    abort();
}

TEST(a_call_that_faults_is_abandoned_and_described)
{
    int count = 0;
    CHECK(begin(ED_CATCH_LEAVE));
    CHECK(ed_catch_call(nothing, &count) && count == 1 && faults == 0);
    raise(SIGRTMAX - 3);
    CHECK(faults == 1 && last.interrupt && !last.in_call && last.on_thread);
    CHECK(!ed_catch_call(give_up, NULL));
    CHECK_EQ(last.number, SIGABRT);
    CHECK(last.in_call && last.by_this_process && !last.by_processor && !last.interrupt);
    CHECK(last.address == 0 && !last.overflows);
    CHECK(frame_count > 1 && frame_count <= ED_COUNT(frames) && frames[0] == last.pc);
    ed_catch_close();
}

static u8 *page_without_access(void)
{
    void *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? NULL : (u8 *)page;
}

TEST(an_invalid_access_is_described_with_its_address)
{
    u8 *page = page_without_access();
    CHECK(page && begin(ED_CATCH_LEAVE));
    for (u32 i = 1; i <= 3; i++) {
        CHECK(!ed_catch_call(read_there, page + i));
        CHECK(last.by_processor && last.in_call && last.number == SIGSEGV);
        CHECK_EQ(last.address, (u64)(uintptr_t)page + i);
        CHECK_EQ(faults, i);
    }
    ed_catch_close();
    munmap(page, 4096);
}

static void *interrupt_soon(void *it)
{
    usleep(20000);
    ed_catch_interrupt();
    return it;
}

static void wait_long(void *it)
{
    for (u32 i = 0; i < 20000; i++) usleep(1000);
    *(int *)it = 1;
}

static void *ask_about_thread(void *it)
{
    *(bool *)it = ed_catch_is_own_thread() || ed_catch_thread_has_ended();
    return it;
}

TEST(another_thread_interrupts_the_call)
{
    pthread_t thread;
    int returned = 0;
    bool is_own = true;
    CHECK(begin(ED_CATCH_LEAVE) && ed_catch_is_own_thread());
    CHECK(pthread_create(&thread, NULL, interrupt_soon, NULL) == 0);
    CHECK(!ed_catch_call(wait_long, &returned) && returned == 0);
    CHECK(last.interrupt && last.in_call && last.by_this_process);
    pthread_join(thread, NULL);
    CHECK(pthread_create(&thread, NULL, ask_about_thread, &is_own) == 0);
    pthread_join(thread, NULL);
    CHECK(!is_own);
    ed_catch_close();
}

/// An interrupt that arrives while a fault is handled is for the call that ends.
static ed_CatchAction interrupt_again(const ed_Caught *caught)
{
    ed_CatchAction action = on_fault(caught);
    if (caught->in_call) raise(SIGRTMAX - 3);
    return action;
}

TEST(an_interrupt_while_a_fault_is_handled_does_not_interfere)
{
    static const ed_CatchCallbacks callbacks = { interrupt_again, on_exit_called, on_thread_end };
    int count = 0;
    faults = 0;
    answer = ED_CATCH_LEAVE;
    CHECK(ed_catch_open(&callbacks) == 0);
    CHECK(!ed_catch_call(give_up, NULL));
    CHECK_EQ(faults, 2);
    CHECK(last.interrupt && !last.in_call);
    CHECK(ed_catch_call(nothing, &count) && count == 1);
    ed_catch_close();
}

static void block_all(void *it)
{
    sigset_t all;
    (void)it;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}

TEST(signals_of_faults_that_a_call_blocked_are_unblocked)
{
    sigset_t before, now;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    CHECK(begin(ED_CATCH_LEAVE) && ed_catch_call(block_all, NULL));
    ed_catch_unblock();
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    CHECK(sigismember(&now, SIGSEGV) == 0 && sigismember(&now, SIGRTMAX - 3) == 0);
    CHECK(sigismember(&now, SIGUSR1) == 1);
    CHECK(!ed_catch_call(give_up, NULL));
    ed_catch_close();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

TEST(without_a_stack_for_the_handler_nothing_is_opened)
{
    static const ed_CatchCallbacks callbacks = { on_fault, on_exit_called, on_thread_end };
    struct sigaction now;
    failing_call("sigaltstack", ENOMEM);
    CHECK_EQ(ed_catch_open(&callbacks), ENOMEM);
    CHECK(sigaction(SIGABRT, NULL, &now) == 0 && !(now.sa_flags & SA_ONSTACK));
}

// --- the end -------------------------------------------------------------------------------------

static void pass_an_abort(void) { ed_catch_call(give_up, NULL); }
static void exit_early(void) { exit(3); }
static void end_thread(void) { pthread_exit(NULL); }

static void fork_helper(void (*helper)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        helper();
        _exit(faults ? 31 : 30);
    }
    if (waitpid(pid, &status, 0) == pid)
        _exit(WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status));
}

static void interrupt_itself(void) { ed_catch_interrupt_process(getpid()); }

static void ignore_then_fork(void)
{
    ed_catch_close();
    signal(SIGRTMAX - 3, SIG_IGN);
    if (begin(ED_CATCH_CONTINUE)) fork_helper(interrupt_itself);
}

TEST(a_fault_that_the_callback_passes_on_ends_the_process)
{
    CHECK_EQ(code_of(pass_an_abort), 100 + SIGABRT);
}

TEST(an_exit_and_the_end_of_the_thread_are_reported)
{
    CHECK_EQ(code_of(exit_early), 20);
    CHECK_EQ(code_of(end_thread), 21);
}

TEST(what_happens_in_a_forked_process_is_not_reported) { CHECK_EQ(code_of(ignore_then_fork), 30); }
