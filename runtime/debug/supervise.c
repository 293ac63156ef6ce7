#include "runtime/debug/supervise.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/base/print.h"
#include "runtime/debug/crash_files.h"
#include "runtime/live/fault.h"
#include "runtime/os/clock.h"

#define STARTS_MAX 3u      // restarts within STARTS_NS
#define STARTS_NS 60000000000ull
#define STOP_SECONDS 5u            // time for a game to end after a stop request
#define SAVE_SECONDS 60u           // the same, while it writes and closes its files
#define KILLED(s) (128 + (s))      // the exit code that a shell reports for signal s
// Timer ticks, one per second, until a child that stopped its own process is continued. If a
// terminal stops both processes, this process gets no ticks.
#define STOP_TICKS 2u

static volatile sig_atomic_t watched;            // process ID of the child, for the signal handler
static volatile sig_atomic_t stop_requests;      // number of stop requests

// --- the child -----------------------------------------------------------------------------------

/// Interrupts the wait for the child once a second from now on.
static void on_second(int number)
{
    (void)number;
    alarm(1);
}

/// Passes a signal on to the game. A terminal sends typed signals to both processes, but a hangup
/// only to the session leader.
static void forward_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    stop_requests++;
    bool typed = info->si_code > 0 && number != SIGHUP;
    if (!typed && watched > 0) kill(watched, number);
    on_second(number);
}

static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void listen_for(int number, bool on)
{
    struct sigaction action = { .sa_flags = SA_SIGINFO };
    if (is_ignored(number)) return;
    action.sa_sigaction = forward_signal;
    sigemptyset(&action.sa_mask);
    if (!on) action = (struct sigaction){ .sa_handler = SIG_DFL };
    sigaction(number, &action, NULL);
}

/// Ignores SIGPIPE and SIGXFSZ, which a write to standard error may cause: its reader may have
/// ended, or its file may have reached the size limit.
static void on_write(int number) { (void)number; }

static const int forwarded[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

static void listen_all(bool on)
{
    struct sigaction second = { .sa_handler = on ? on_second : SIG_DFL },
                     writing = { .sa_handler = on ? on_write : SIG_DFL };
    sigemptyset(&second.sa_mask);
    sigemptyset(&writing.sa_mask);
    alarm(0);
    sigaction(SIGALRM, &second, NULL);
    sigaction(SIGPIPE, &writing, NULL);
    sigaction(SIGXFSZ, &writing, NULL);
    for (u32 i = 0; i < ED_COUNT(forwarded); i++) listen_for(forwarded[i], on);
}

/// Blocks or unblocks the stop signals. They are blocked from the fork until the child's process ID
/// is known.
static void hold_signals(bool on)
{
    sigset_t set;
    sigemptyset(&set);
    for (u32 i = 0; i < ED_COUNT(forwarded); i++) sigaddset(&set, forwarded[i]);
    sigprocmask(on ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/// Forks. Returns 0 in the child, the child's process ID in the parent, and a negative number on
/// failure.
static pid_t start_child(ed_SharedState *shared)
{
    pid_t parent = getpid();
    fflush(NULL);
    shared->end = ED_GAME_RUNS;
    hold_signals(true);
    pid_t child = fork();
    if (child > 0) watched = child;
    if (child == 0) listen_all(false);
    hold_signals(false);
    if (child != 0) return child;
    madvise(shared, sizeof *shared, MADV_DONTFORK);      // trials do not need it
    prctl(PR_SET_PDEATHSIG, SIGTERM);      // if the parent is killed, the game ends normally
    if (getppid() != parent) _exit(ED_EXIT_FAILED);
    return child;
}

/// When to kill a game that does not end on request: after a while, or after another request.
typedef struct Patience {
    u64 first_request_ns;      // time of the first request; 0: no request yet
    int seen_requests;         // number of requests within a second after the first
    bool over;
} Patience;

typedef struct End {      // how a child ended
    int status;           // as from waitpid
    bool forced;
    bool stopped;      // killed because it stopped itself repeatedly
} End;

/// State of a child that stops itself (SIGSTOP).
typedef struct Stop {
    bool now;
    u32 ticks;      // timer ticks since it stopped
    u32 count;      // how often the child was continued
} Stop;

/// Kills the child if it does not end on request.
static void kill_unresponsive(Patience *patience, const ed_SharedState *shared, pid_t child)
{
    u64 now_ns = ed_now_ns();
    if (!stop_requests || patience->over) return;
    if (!patience->first_request_ns) patience->first_request_ns = now_ns;
    u64 seconds = (now_ns - patience->first_request_ns) / 1000000000;
    if (seconds == 0) patience->seen_requests = stop_requests;
    bool again = stop_requests > patience->seen_requests;
    if (!again && seconds < (shared->end == ED_GAME_RUNS ? STOP_SECONDS : SAVE_SECONDS)) return;
    if (ed_guard_traced(child)) return;      // a debugger may have stopped it
    patience->over = true;
    kill(child, SIGKILL);
}

/// Handles a stopped child. If it stopped during a call, the game stopped its own process, and
/// nobody would continue it. Otherwise the user stopped it. The first stop counts as a mistake, a
/// second one as a fault of the code.
static void handle_stop(Stop *stop, const ed_SharedState *shared, pid_t child, End *end)
{
    ed_Phase phase = shared->fault.calling;
    if (!stop->now || phase == ED_PHASE_NONE || (u32)phase >= ED_PHASE_COUNT) return;
    if (++stop->ticks < STOP_TICKS || ed_guard_traced(child)) return;
    *stop = (Stop){ .count = stop->count + 1 };
    end->stopped = stop->count > 1;
    if (end->stopped) {
        kill(child, SIGKILL);
        return;
    }
    fprintf(stderr, "eddie: the game stopped its own process in %s (SIGSTOP); eddie resumed it\n",
            ed_phase_name(phase));
    kill(child, SIGCONT);
}

static End wait_for(const ed_SharedState *shared, pid_t child)
{
    Patience patience = { .seen_requests = 0 };
    Stop stop = { .now = false };
    End end = { .status = 0 };
    for (;;) {
        pid_t ended = waitpid(child, &end.status, WUNTRACED | WCONTINUED);
        if (ended < 0 && errno != EINTR) break;
        if (ended == child && (WIFEXITED(end.status) || WIFSIGNALED(end.status))) break;
        if (ended == child) stop = (Stop){ .now = WIFSTOPPED(end.status), .count = stop.count };
        if (ended == child && stop.now) on_second(0);
        if (ended < 0) handle_stop(&stop, shared, child, &end);
        if (ended < 0) kill_unresponsive(&patience, shared, child);
    }
    watched = 0;
    end.forced = patience.over && WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGKILL;
    return end;
}

// --- how it ended --------------------------------------------------------------------------------

static bool is_crash(int number)
{
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL
        || number == SIGABRT || number == SIGTRAP
        || number == SIGSYS
        // Signals of the process's own timers and of its CPU time limit.
        || number == SIGALRM || number == SIGVTALRM || number == SIGPROF || number == SIGXCPU;
}

/// True if the game's code ended the process: it was in a call, or the guard could not catch the
/// fault.
static bool by_the_game(const ed_SharedState *shared, const End *end)
{
    int status = end->status;
    bool calling = shared->fault.calling != ED_PHASE_NONE;
    if (end->stopped) return true;
    if (WIFSIGNALED(status)) return is_crash(WTERMSIG(status)) && calling;
    return WEXITSTATUS(status) == ED_GUARD_EXIT || calling;
}

/// Records a fault that the guard did not notice, such as _exit or an end in a constructor.
static void record_end_as_fault(ed_SharedState *shared, const End *end)
{
    int status = end->status;
    if (end->stopped) {
        shared->fault.kind = ED_FAULT_STOP;
        shared->fault.phase = shared->fault.calling;
        shared->fault.frame_count = 0;
    }
    bool seen = WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT;
    if (!seen && by_the_game(shared, end) && shared->fault.kind == ED_FAULT_NONE) {
        shared->fault.kind = WIFSIGNALED(status) ? ED_FAULT_SIGNAL : ED_FAULT_EXIT;
        shared->fault.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        shared->fault.phase = shared->fault.calling;
        shared->fault.frame_count = 0;
    }
}

static void describe_end(const ed_SharedState *shared, const End *end, ed_Text *out)
{
    ed_Phase phase = shared->fault.calling;
    const char *in = phase ? ", in " : "", *where = phase ? ed_phase_name(phase) : "";
    if (end->forced)
        ed_text_add(out, "the game did not end when asked to%s%s, and was killed", in, where);
    else if (by_the_game(shared, end)) ed_fault_describe(&shared->fault, out);
    else if (WIFSIGNALED(end->status))
        ed_text_add(out, "the game was killed by a signal: %s", strsignal(WTERMSIG(end->status)));
    else ed_text_add(out, "the game exited unexpectedly (exit code %d)", WEXITSTATUS(end->status));
}

// --- restarts ------------------------------------------------------------------------------------

typedef struct Starts {
    u64 at_ns[STARTS_MAX];      // times of the last restarts, a ring
    u32 count;
} Starts;

static bool may_start(Starts *starts)
{
    u64 now_ns = ed_now_ns(), *slot = &starts->at_ns[starts->count % STARTS_MAX];
    if (starts->count >= STARTS_MAX && now_ns - *slot < STARTS_NS) return false;
    *slot = now_ns;
    starts->count++;
    return true;
}

/// Saves the state, decides whether to restart, and prints the result. True to restart.
static bool save_and_decide(const ed_GameOptions *options, ed_SharedState *shared, const End *end,
                            Starts *starts)
{
    int status = end->status;
    char reason[512], name[64] = "", command[512];
    ed_Text text = ed_text_over(reason, sizeof reason), path = ed_text_over(name, sizeof name);
    ed_Text how = ed_text_over(command, sizeof command);
    ed_Error error = { .code = ED_OK };
    record_end_as_fault(shared, end);
    describe_end(shared, end, &text);
    bool saved =
        ed_crash_save(&shared->checkpoint, &shared->fault, options->module, reason, &path, &error);
    ed_crash_command(name, options->module, &how);
    bool crash = by_the_game(shared, end) || (WIFSIGNALED(status) && is_crash(WTERMSIG(status)));
    bool wanted = crash && ed_checkpoint_best(&shared->checkpoint) && !options->script;
    wanted = wanted && shared->end != ED_GAME_ENDING && !stop_requests;
    bool again = wanted && may_start(starts);
    if (!saved)
        ed_print(stderr, "eddie: %s; the state was not saved: %s%s\n", reason, error.text,
                 again ? "; restarted" : "");
    else if (again)
        ed_print(stderr, "eddie: %s; last checkpoint saved to %s; restarted\n", reason, name);
    else ed_print(stderr, "eddie: %s; last checkpoint saved to %s: %s\n", reason, name, command);
    if (wanted && !again)
        ed_print(stderr,
                 "eddie: not restarted again, since it was restarted %u times within a minute: fix "
                 "the code, or start without that state\n",
                 STARTS_MAX);
    return again;
}

/// The exit code of a process whose game ended normally, even if a library crashed afterwards.
static int exit_code(int status)
{
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    ed_print(stderr, "eddie: the process was killed by a signal after the game ended: %s\n",
             strsignal(WTERMSIG(status)));
    return ED_EXIT_FAILED;
}

/// Called in a child that ends because its parent was killed: saves the state, since the parent
/// cannot. Returns the exit code.
static int save_after_parent(const ed_GameOptions *options, const ed_SharedState *shared)
{
    static const char reason[] = "the supervisor process was killed";
    char name[64] = "", command[512];
    ed_Text path = ed_text_over(name, sizeof name), how = ed_text_over(command, sizeof command);
    ed_Error error = { .code = ED_OK };
    bool saved =
        ed_crash_save(&shared->checkpoint, &shared->fault, options->module, reason, &path, &error);
    ed_crash_command(name, options->module, &how);
    if (saved)
        ed_print(stderr, "eddie: %s; last checkpoint saved to %s: %s\n", reason, name, command);
    else ed_print(stderr, "eddie: %s; the state was not saved: %s\n", reason, error.text);
    return ED_EXIT_FAILED;
}

/// Returns in the parent, and also in each child, with the game's exit code.
static int supervise(const ed_GameOptions *options, ed_RunGameFn *run, ed_SharedState *shared)
{
    Starts starts = { .count = 0 };
    const pid_t parent = getpid();
    const ed_Checkpoint opened = shared->checkpoint;
    shared->frames_left = options->frames;
    listen_all(true);
    // If SIGCHLD was inherited as ignored, children could not be waited for.
    signal(SIGCHLD, SIG_DFL);
    for (;;) {
        pid_t child = start_child(shared);
        if (child < 0) listen_all(false);
        if (child <= 0) {
            bool in_this_process = child < 0 && !starts.count;
            int code = run(options, in_this_process ? NULL : shared);
            if (child == 0 && getppid() != parent) code = save_after_parent(options, shared);
            shared->end = ED_GAME_ENDED;
            return code;
        }
        const End end = wait_for(shared, child);
        int status = end.status;
        if (shared->end == ED_GAME_ENDED) return exit_code(status);
        if (shared->frames_left > options->frames) shared->frames_left = options->frames;
        ed_fault_sanitize(&shared->fault);
        shared->checkpoint = opened;
        ed_checkpoint_recover(&shared->checkpoint);
        if (!save_and_decide(options, shared, &end, &starts) || stop_requests)
            return WIFSIGNALED(status) ? KILLED(WTERMSIG(status)) : ED_EXIT_FAILED;
        shared->paused = by_the_game(shared, &end) || shared->fault.kind != ED_FAULT_NONE;
    }
}

int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run)
{
    ed_Error error = { .code = ED_OK };
    void *at = mmap(NULL, sizeof(ed_SharedState), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ed_SharedState *shared = at == MAP_FAILED ? NULL : (ed_SharedState *)at;
    if (!shared || ed_guard_traced(0) || !ed_checkpoint_open(&shared->checkpoint, &error))
        return run(options, NULL);
    shared->checkpoint.marks = &shared->marks;
    int code = supervise(options, run, shared);
    ed_checkpoint_close(&shared->checkpoint);
    munmap(shared, sizeof *shared);
    return code;
}
