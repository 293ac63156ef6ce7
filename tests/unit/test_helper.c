#include "runtime/os/process/helper.h"
#include "tests/lib/open_files.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The helper is a forked process here, with the read end of a pipe as its standard input.

static ed_Child helper;

static bool start(int (*run)(void))
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[0], STDIN_FILENO);
        close_files();
        _exit(run());
    }
    close(ends[0]);
    helper = (ed_Child){ .process = pid, .input = ends[1], .output = -1 };
    return pid > 0;
}

static i32 code_of_end(void)
{
    return ed_child_wait(&helper) == ED_CHILD_EXITED ? helper.code : -helper.code;
}

static int waits(void)
{
    char byte;
    bool released = ed_helper_wait();
    if (read(STDIN_FILENO, &byte, 1) != 0) return 3;      // it is empty
    return released ? 1 : 2;
}

TEST(a_helper_waits_until_it_is_released)
{
    CHECK(start(waits));
    usleep(20000);
    CHECK_EQ(ed_child_poll(&helper), ED_CHILD_RUNS);
    ed_helper_release(&helper);
    CHECK_EQ(helper.input, -1);
    CHECK_EQ(code_of_end(), 1);
    CHECK(start(waits));
    ed_helper_release(&helper);      // before it waits
    ed_helper_release(&helper);
    CHECK_EQ(code_of_end(), 1);
}

TEST(a_helper_that_is_given_up_is_not_released)
{
    CHECK(start(waits));
    ed_child_close_pipes(&helper);
    CHECK_EQ(code_of_end(), 2);
}

static int ends(void) { return 4; }
static volatile sig_atomic_t signals;
static void count(int number) { signals += number == SIGPIPE; }

TEST(to_release_a_helper_that_ended_sends_no_signal)
{
    void (*const handlers[])(int) = { SIG_DFL, SIG_IGN, count };
    for (u32 i = 0; i < ED_COUNT(handlers); i++) {
        sigset_t now;
        signal(SIGPIPE, handlers[i]);
        CHECK(start(ends));
        CHECK_EQ(code_of_end(), 4);
        ed_helper_release(&helper);
        CHECK_EQ(helper.input, -1);
        CHECK_EQ(signals, 0);
        CHECK(sigpending(&now) == 0 && !sigismember(&now, SIGPIPE));
        CHECK(pthread_sigmask(SIG_SETMASK, NULL, &now) == 0 && !sigismember(&now, SIGPIPE));
    }
    signal(SIGPIPE, SIG_DFL);
}

static int begins(void)
{
    struct rlimit core;
    int death = 0;
    ed_helper_begin();
    if (getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_cur != 0) return 1;
    if (prctl(PR_GET_PDEATHSIG, &death) != 0 || death != SIGKILL) return 2;
    return 0;
}

TEST(a_helper_ends_with_its_parent_and_leaves_no_core_file)
{
    CHECK(start(begins));
    ed_child_close_pipes(&helper);
    CHECK_EQ(code_of_end(), 0);
}

static void *wait_for_ever(void *it)
{
    for (;;) pause();
    return it;
}

static int has_threads(void)
{
    pthread_t thread;
    if (ed_helper_threads() != 1) return 1;
    for (u32 i = 0; i < 2; i++)
        if (pthread_create(&thread, NULL, wait_for_ever, NULL) != 0) return 2;
    return ed_helper_threads() == 3 ? 0 : 3;
}

TEST(the_threads_of_a_helper_are_counted)
{
    CHECK(start(has_threads));
    ed_child_close_pipes(&helper);
    CHECK_EQ(code_of_end(), 0);
}
