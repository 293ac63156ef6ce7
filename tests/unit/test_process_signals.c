#include "tests/lib/test.h"
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include "runtime/live/process.h"
#include "tests/lib/process_change.h"

static void hear(int number) { (void)number; }

static bool is_handled_by(int number, void (*handler)(int), int flags)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == handler && now.sa_flags == flags;
}

static int start_flags(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 ? now.sa_flags : -1;
}

static int change_handlers(void)
{
    signal(SIGHUP, hear);
    signal(SIGRTMAX, hear);
    int flags = start_flags(SIGHUP);
    ed_process_take();
    signal(SIGUSR1, hear);      // was not handled: it may be the game's
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change() || !is_handled_by(SIGUSR1, hear, flags)) return 1;
    signal(SIGHUP, SIG_IGN);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGHUP, hear, flags)) return 2;
    if (!process_reports(PROCESS_RESTORED("the handling of a signal (SIGHUP)", "load"))) return 3;
    const struct sigaction once = { .sa_handler = hear, .sa_flags = SA_NODEFER };
    sigaction(SIGHUP, &once, NULL);
    signal(SIGRTMAX, SIG_DFL);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGHUP, hear, flags) || !is_handled_by(SIGRTMAX, hear, flags)) return 4;
    return *process_change() != 0;      // reported once
}

static int change_a_real_time_handler(void)
{
    signal(SIGRTMAX, hear);
    ed_process_take();
    signal(SIGRTMAX, SIG_IGN);
    ed_process_check(ED_PHASE_START);
    return !process_reports(PROCESS_RESTORED("the handling of a signal (SIGRT)", "start"));
}

static int change_the_handling_of_children(void)
{
    const struct sigaction no_zombies = { .sa_handler = hear, .sa_flags = SA_NOCLDWAIT };
    signal(SIGCHLD, SIG_DFL);
    ed_process_take();
    signal(SIGCHLD, hear);      // builds can be waited for
    int flags = start_flags(SIGCHLD);
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change() || !is_handled_by(SIGCHLD, hear, flags)) return 1;
    sigaction(SIGCHLD, &no_zombies, NULL);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGCHLD, SIG_DFL, flags)) return 2;
    if (!process_reports(PROCESS_RESTORED("the handling of a signal (SIGCHLD)", "load"))) return 3;
    signal(SIGCHLD, SIG_IGN);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGCHLD, SIG_DFL, flags)) return 4;
    signal(SIGCHLD, SIG_IGN);      // as the program was started
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    return !is_handled_by(SIGCHLD, SIG_IGN, flags) || *process_change();
}

TEST(handlers_of_the_host_are_restored_and_those_of_the_game_are_not)
{
    CHECK_EQ(process_in_child(change_handlers), 0);
    CHECK_EQ(process_in_child(change_a_real_time_handler), 0);
    CHECK_EQ(process_in_child(change_the_handling_of_children), 0);
}

static bool is_blocked(int number)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number) == 1;
}

static int change_the_mask(void)
{
    process_block(SIGUSR1);
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change()) return 1;
    process_block(SIGHUP);      // the first, one between, and the last
    process_block(SIGTERM);
    process_block(SIGRTMAX);
    ed_process_check(ED_PHASE_LOAD);
    if (is_blocked(SIGHUP) || is_blocked(SIGTERM) || is_blocked(SIGRTMAX)) return 2;
    if (!is_blocked(SIGUSR1)) return 3;
    return !process_reports(PROCESS_RESTORED("the signal mask", "load"));
}

TEST(signals_that_the_game_blocks_are_unblocked) { CHECK_EQ(process_in_child(change_the_mask), 0); }

static void on_timer(int number) { (void)number; }

static bool runs(ProcessTimer which)
{
    struct itimerval now;
    return getitimer(which, &now) == 0 && (now.it_value.tv_sec || now.it_value.tv_usec);
}

static int start_timers(void)
{
    const struct itimerval hour = { .it_value = { .tv_sec = 3600 } };
    ed_process_take();
    signal(SIGALRM, on_timer);
    setitimer(ITIMER_REAL, &hour, NULL);
    setitimer(ITIMER_PROF, &hour, NULL);
    ed_process_check(ED_PHASE_START);
    if (!runs(ITIMER_REAL)) return 1;
    if (runs(ITIMER_PROF)) return 2;
    return strcmp(process_change(),
                  "the game changed a timer (SIGPROF) in start; it is stopped, because "
                  "its signal would end the process")
             ? 3
             : 0;
}

TEST(only_a_timer_whose_signal_has_no_handler_is_stopped)
{
    CHECK_EQ(process_in_child(start_timers), 0);
}

static int start_a_short_timer(void)
{
    const struct itimerval half = { .it_value = { .tv_usec = 500000 } };
    ed_process_take();
    setitimer(ITIMER_REAL, &half, NULL);
    setitimer(ITIMER_VIRTUAL, &half, NULL);
    ed_process_check(ED_PHASE_START);
    if (runs(ITIMER_REAL) || runs(ITIMER_VIRTUAL)) return 1;
    return !process_reports(
        "the game changed a timer (SIGVTALRM) in start; it is stopped, because its "
        "signal would end the process");
}

static int start_a_timer_that_is_ignored(void)
{
    const struct itimerval hour = { .it_value = { .tv_sec = 3600 } };
    ed_process_take();
    signal(SIGALRM, SIG_IGN);
    setitimer(ITIMER_REAL, &hour, NULL);
    ed_process_check(ED_PHASE_START);
    return !runs(ITIMER_REAL) || *process_change();
}

TEST(timers_that_would_end_the_process_are_stopped)
{
    CHECK_EQ(process_in_child(start_a_short_timer), 0);
    CHECK_EQ(process_in_child(start_a_timer_that_is_ignored), 0);
}
