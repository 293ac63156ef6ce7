#include "runtime/os/process/supervised.h"
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const int requests[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

static volatile sig_atomic_t watched;            // process ID of the child, for the signal handler
static volatile sig_atomic_t request_count;      // the requests so far

/// Interrupts the wait for the child once a second from now on.
static void on_second(int number)
{
    (void)number;
    alarm(1);
}

/// True if the signal was sent by the system, as for a terminal.
static bool is_by_system(const siginfo_t *info)
{
#ifdef __APPLE__
    return info->si_pid == 0;
#else
    return info->si_code > 0;
#endif
}

/// Passes a signal on to the child. A terminal sends typed signals to both processes, but a hangup
/// only to the session leader.
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    request_count++;
    bool typed = is_by_system(info) && number != SIGHUP;
    if (!typed && watched > 0) kill(watched, number);
    on_second(number);
}

static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Ignores SIGPIPE and SIGXFSZ, which a write to standard error may cause: its reader may have
/// ended, or its file may have reached the size limit. A child does not inherit a handler, as it
/// would SIG_IGN.
static void on_write(int number) { (void)number; }

static void listen_all(bool on)
{
    struct sigaction second = { .sa_handler = on ? on_second : SIG_DFL },
                     writing = { .sa_handler = on ? on_write : SIG_DFL },
                     passing = { .sa_handler = SIG_DFL };
    if (on) {
        passing.sa_sigaction = pass_on;
        passing.sa_flags = SA_SIGINFO;
    }
    sigemptyset(&second.sa_mask);
    sigemptyset(&writing.sa_mask);
    sigemptyset(&passing.sa_mask);
    alarm(0);
    sigaction(SIGALRM, &second, NULL);
    sigaction(SIGPIPE, &writing, NULL);
    sigaction(SIGXFSZ, &writing, NULL);
    for (u32 i = 0; i < ED_COUNT(requests); i++)
        if (!is_ignored(requests[i])) sigaction(requests[i], &passing, NULL);
}

void ed_supervised_listen(void)
{
    listen_all(true);
    // If SIGCHLD was inherited as ignored, children could not be waited for.
    signal(SIGCHLD, SIG_DFL);
}

void ed_supervised_stop_listening(void) { listen_all(false); }

u32 ed_supervised_requests(void) { return (u32)request_count; }

/// Blocks or unblocks the requests.
static void hold_requests(bool on)
{
    sigset_t set;
    sigemptyset(&set);
    for (u32 i = 0; i < ED_COUNT(requests); i++) sigaddset(&set, requests[i]);
    sigprocmask(on ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

int ed_supervised_start(ed_Child *child, const ed_ChildStart *start)
{
    hold_requests(true);
    int failed = ed_child_start(child, start);
    if (!failed) {
        watched = (sig_atomic_t)child->process;
        on_second(0);
    }
    hold_requests(false);
    return failed;
}

static void set_end(ed_Child *child, int status)
{
    bool exited = WIFEXITED(status);
    child->end = exited ? ED_CHILD_EXITED : ED_CHILD_KILLED;
    child->code = exited ? WEXITSTATUS(status) : WTERMSIG(status);
}

ed_SupervisedEvent ed_supervised_wait(ed_Child *child)
{
    int status = 0;
    pid_t changed = waitpid((pid_t)child->process, &status, WUNTRACED | WCONTINUED);
    if (changed < 0 && errno == EINTR) return ED_SUPERVISED_TICK;
    if (changed > 0 && WIFCONTINUED(status)) return ED_SUPERVISED_CONTINUED;
    if (changed > 0 && WIFSTOPPED(status)) {
        on_second(0);
        return ED_SUPERVISED_STOPPED;
    }
    watched = 0;
    alarm(0);
    if (changed > 0) set_end(child, status);
    else child->end = ED_CHILD_LOST;
    return ED_SUPERVISED_ENDED;
}

void ed_supervised_continue(const ed_Child *child) { kill((pid_t)child->process, SIGCONT); }

ed_EndCause ed_supervised_cause(i32 code)
{
    switch (code) {
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGABRT:
    case SIGTRAP:
    case SIGSYS:
    // Signals of the process's own timers and of its CPU time limit.
    case SIGALRM:
    case SIGVTALRM:
    case SIGPROF:
    case SIGXCPU: return ED_END_CRASH;
    case SIGINT:
    case SIGTERM:
    case SIGHUP:
    case SIGQUIT: return ED_END_REQUEST;
    case SIGKILL: return ED_END_KILLED;
    default: return ED_END_OTHER;
    }
}
