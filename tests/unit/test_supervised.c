#include "runtime/os/process/supervised.h"
#include "tests/lib/test.h"
#include <signal.h>
#include <unistd.h>

/// Starts a command of the shell.
static bool start(ed_Child *child, const char *command)
{
    return ed_supervised_start(child, &(ed_ChildStart){ .command = command }) == 0;
}

/// The next event that is not a tick.
static ed_SupervisedEvent next(ed_Child *child)
{
    ed_SupervisedEvent event;
    do event = ed_supervised_wait(child);
    while (event == ED_SUPERVISED_TICK);
    return event;
}

TEST(a_supervised_process_ends_with_a_code_or_by_a_signal)
{
    ed_Child child;
    ed_supervised_listen();
    CHECK(start(&child, "exit 7"));
    CHECK_EQ(next(&child), ED_SUPERVISED_ENDED);
    CHECK_EQ(child.end, ED_CHILD_EXITED);
    CHECK_EQ(child.code, 7);
    CHECK(start(&child, "kill -USR1 $$"));
    CHECK_EQ(next(&child), ED_SUPERVISED_ENDED);
    CHECK_EQ(child.end, ED_CHILD_KILLED);
    CHECK_EQ(child.code, SIGUSR1);
    ed_supervised_stop_listening();
}

TEST(a_supervised_process_that_stops_is_reported_and_can_be_continued)
{
    ed_Child child;
    ed_supervised_listen();
    CHECK(start(&child, "trap 'exit 3' USR1; kill -STOP $$; while :; do sleep 0.05; done"));
    CHECK_EQ(next(&child), ED_SUPERVISED_STOPPED);
    CHECK_EQ(ed_supervised_wait(&child), ED_SUPERVISED_TICK);      // about a second later
    ed_supervised_continue(&child);
    CHECK_EQ(next(&child), ED_SUPERVISED_CONTINUED);
    kill((pid_t)child.process, SIGUSR1);      // not before: an end would hide that it was continued
    CHECK_EQ(next(&child), ED_SUPERVISED_ENDED);
    CHECK_EQ(child.code, 3);
    ed_supervised_stop_listening();
}

TEST(a_request_to_end_is_counted_and_passed_on)
{
    ed_Child child;
    u32 before = ed_supervised_requests();
    signal(SIGTERM, SIG_DFL);
    ed_supervised_listen();
    CHECK(start(&child, "exec sleep 60"));
    kill(getpid(), SIGTERM);
    CHECK_EQ(next(&child), ED_SUPERVISED_ENDED);
    CHECK_EQ(child.end, ED_CHILD_KILLED);
    CHECK_EQ(ed_supervised_cause(child.code), ED_END_REQUEST);
    CHECK_EQ(ed_supervised_requests(), before + 1);
    ed_supervised_stop_listening();
}

TEST(an_ignored_request_stays_ignored)
{
    u32 before = ed_supervised_requests();
    signal(SIGHUP, SIG_IGN);
    ed_supervised_listen();
    raise(SIGHUP);
    CHECK_EQ(ed_supervised_requests(), before);
    ed_supervised_stop_listening();
    signal(SIGHUP, SIG_DFL);
}

TEST(the_end_of_a_process_that_somebody_else_waited_for_is_lost)
{
    ed_Child child;
    CHECK(start(&child, "exit 0"));
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_EXITED);
    child.end = ED_CHILD_RUNS;
    CHECK_EQ(ed_supervised_wait(&child), ED_SUPERVISED_ENDED);
    CHECK_EQ(child.end, ED_CHILD_LOST);
}

TEST(the_number_of_a_signal_says_why_a_process_was_killed)
{
    CHECK_EQ(ed_supervised_cause(SIGSEGV), ED_END_CRASH);
    CHECK_EQ(ed_supervised_cause(SIGXCPU), ED_END_CRASH);
    CHECK_EQ(ed_supervised_cause(SIGINT), ED_END_REQUEST);
    CHECK_EQ(ed_supervised_cause(SIGKILL), ED_END_KILLED);
    CHECK_EQ(ed_supervised_cause(SIGUSR1), ED_END_OTHER);
}
