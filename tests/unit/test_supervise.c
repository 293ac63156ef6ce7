#include "runtime/debug/supervise.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <unistd.h>
#include "gen/schema.gen.h"

// --- a game whose process ends as a test chooses -------------------------------------------------

typedef struct Run {         // of one process
    int signal;              // that kills it; or
    int code;                // that it exits with
    ed_Phase calling;        // the call in which that happens
    ed_GameEnd end;          // what the game had noted of its end
    bool kept, returns;      // kept: it took a checkpoint; returns: it ends normally
    int asks;                // the signal that it sends to its parent, and waits for; 0: none
    ed_FaultKind fault;      // what the guard has recorded
    bool called_old;         // an earlier fault, since fixed, was a call of unloaded code
    bool scribbles;          // it overwrites the memory that it shares with its parent
} Run;

typedef struct Plan {      // in the file `plan`, which the process of the game reads
    Run runs[4];           // the last one is repeated
    bool script;
} Plan;

static Plan plan;
static char folder[64], before[4096];

static void nothing(ed_Host *host) { (void)host; }

static void take_checkpoint(ed_Checkpoint *checkpoint)
{
    static ed_Run run;
    static const ed_Module module = { .abi = ED_ABI,
                                      .game = "unit",
                                      .title = "Unit",
                                      .schema = &eddie_schema,
                                      .update = nothing,
                                      .render = nothing,
                                      .pack = ed_snapshot_write,
                                      .unpack = ed_snapshot_read };
    ed_Error error = { .code = ED_OK };
    if (ed_run_open(&run, &module, 5, &error)) ed_checkpoint_take(checkpoint, &run, 1);
    ed_run_close(&run);
}

/// The number of this process, from 0.
static u32 count_run(void)
{
    FILE *file = fopen("runs", "a+");
    u32 count = 0;
    if (!file) return 0;
    for (rewind(file); fgetc(file) != EOF;) count++;
    fputc('x', file);
    fclose(file);
    return count;
}

static volatile sig_atomic_t received;

static void on_signal(int number) { received = number; }

/// Sends the signal to the parent, and waits until the parent has passed it on.
static void ask_parent(int number)
{
    sigset_t one, none;
    sigemptyset(&none);
    sigemptyset(&one);
    sigaddset(&one, number);
    sigprocmask(SIG_BLOCK, &one, NULL);
    signal(number, on_signal);
    kill(getppid(), number);
    while (received != number) sigsuspend(&none);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
}

/// True if this process has a signal handler or a blocked signal of its parent.
static bool has_signals_of_the_parent(void)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGPIPE, SIGXFSZ };
    struct sigaction action;
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (u32 i = 0; i < ED_COUNT(signals); i++) {
        sigaction(signals[i], NULL, &action);
        bool own = action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN;
        if (!own || sigismember(&blocked, signals[i])) return true;
    }
    return false;
}

/// A game without a shared state is not supervised.
static int run_game(const ed_GameOptions *options, ed_SharedGame *shared)
{
    u32 number = count_run();
    const u32 last = ED_COUNT(plan.runs) - 1;
    const Run *it = &plan.runs[number < last ? number : last];
    if (!shared) return 99;
    ed_SharedState *state = shared->state;
    if (has_signals_of_the_parent()) printf("signals ");
    if (getenv("EDDIE_GAME")) printf("variable ");
    printf("run %u: %s, %llu frames\n", number, state->paused ? "paused" : "running",
           (unsigned long long)state->frames_left);
    fflush(stdout);
    state->frames_left = number ? UINT64_MAX : options->frames - 1;
    if (it->kept) take_checkpoint(&shared->checkpoint);
    if (it->asks) ask_parent(it->asks);
    if (it->returns) return it->code;
    state->fault.calling = it->calling;
    state->fault.kind = it->fault;
    state->end = it->end;
    if (it->called_old) strcpy(state->fault.old_module, "gone.so");
    if (it->scribbles) memset(state, 0xa5, sizeof *state);
    if (!it->signal) _exit(it->code);
    const struct rlimit none = { 0, 0 };
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    setrlimit(RLIMIT_CORE, &none);
    signal(it->signal, SIG_DFL);
    raise(it->signal);
    return 98;
}

static const char *unwritten = "";      // still in the buffer of standard output
static rlim_t file_bytes = RLIM_INFINITY;
static bool debugged;      // the process that calls printed_run is its debugger

static int supervise_game(void)
{
    const ed_GameOptions options = { .module = "game.so",
                                     .frames = 100,
                                     .script = plan.script ? "script" : NULL };
    static const char *const arguments[] = { "test", "supervised_game", NULL };
    return ed_supervise(&options, run_game, arguments);
}

TEST_PROGRAM(supervised_game)
{
    (void)argc, (void)argv;
    FILE *file = fopen("plan", "rb");
    if (!file || fread(&plan, sizeof plan, 1, file) != 1) return 96;
    fclose(file);
    ed_supervise_begin();
    return supervise_game();
}

static bool write_plan(void)
{
    FILE *file = fopen("plan", "wb");
    bool good = file && fwrite(&plan, sizeof plan, 1, file) == 1;
    return file && fclose(file) == 0 && good;
}

static int supervised(int argc, char **argv)
{
    const struct rlimit limit = { file_bytes, RLIM_INFINITY };
    (void)argc, (void)argv;
    setvbuf(stdout, NULL, _IOFBF, 4096);
    fputs(unwritten, stdout);
    setrlimit(RLIMIT_FSIZE, &limit);
    if (debugged && ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) return 97;
    return supervise_game();
}

static int (*command)(int argc, char **argv) = supervised;      // what code_of runs

/// Runs the game in an empty folder. Returns the exit code of the program.
static int code_of(Run first, Run second)
{
    char cleaning[128];
    plan.runs[0] = first;
    for (u32 i = 1; i < ED_COUNT(plan.runs); i++) plan.runs[i] = second;
    strcpy(folder, "/tmp/eddie-supervise-XXXXXX");
    if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder) != 0 || !write_plan())
        return -2;
    if (*ed_start_folder()) ed_start_folder_save();
    int code = printed_run(command, (const char *const[]){ "run", NULL });
    snprintf(cleaning, sizeof cleaning, "rm -rf %s", folder);
    if (chdir(before) != 0 || system(cleaning) != 0) return -2;
    if (*ed_start_folder()) ed_start_folder_save();
    return code;
}

static const Run good = { .returns = true };

#define SAVED "; last checkpoint saved to crash-1.state"
#define RESUME SAVED ": eddie --state crash-1.state game.so\n"

TEST(a_game_that_ends_normally_ends_the_program_with_its_code)
{
    CHECK_EQ(code_of((Run){ .returns = true, .code = 7 }, good), 7);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
    CHECK_TEXT(printed_err, "");
    CHECK_EQ(code_of((Run){ .returns = true, .kept = true }, good), 0);
    CHECK_TEXT(printed_err, "");
}

TEST(a_crash_outside_of_the_game_s_code_restarts_it_from_its_checkpoint)
{
    CHECK_EQ(code_of((Run){ .signal = SIGSEGV, .kept = true }, good), 0);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: running, 99 frames\n");
    CHECK_TEXT(printed_err,
               "eddie: the game was killed by a signal: Segmentation fault" SAVED "; restarted\n");
}

TEST(a_crash_in_the_game_s_code_restarts_it_paused)
{
    const Run first = { .signal = SIGABRT, .calling = ED_PHASE_UPDATE, .kept = true };
    CHECK_EQ(code_of(first, good), 0);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: paused, 99 frames\n");
    CHECK_TEXT(printed_err,
               "eddie: abort was called, or an assert failed, in update" SAVED "; restarted\n");
}

TEST(a_crash_is_not_described_as_an_earlier_one)
{
    const Run first = {
        .signal = SIGABRT, .calling = ED_PHASE_UPDATE, .called_old = true, .kept = true
    };
    CHECK_EQ(code_of(first, good), 0);
    CHECK_TEXT(printed_err,
               "eddie: abort was called, or an assert failed, in update" SAVED "; restarted\n");
}

TEST(an_exit_in_the_game_s_code_is_a_failure_of_the_game)
{
    const Run first = { .code = 3, .calling = ED_PHASE_UPDATE, .kept = true };
    CHECK_EQ(code_of(first, good), 0);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: paused, 99 frames\n");
    CHECK_TEXT(printed_err, "eddie: exit was called instead of setting host->quit, in update" SAVED
                            "; restarted\n");
}

TEST(an_exit_outside_of_the_game_s_code_ends_the_program)
{
    CHECK_EQ(code_of((Run){ .code = 3, .kept = true }, good), ED_EXIT_FAILED);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
    CHECK_TEXT(printed_err, "eddie: the game exited unexpectedly (exit code 3)" RESUME);
}

TEST(without_a_checkpoint_nothing_is_restarted)
{
    CHECK_EQ(code_of((Run){ .signal = SIGSEGV }, good), 128 + SIGSEGV);
    CHECK_TEXT(printed_err, "eddie: the game was killed by a signal: Segmentation fault; the state "
                            "was not saved: no complete state was saved yet\n");
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
}

TEST(a_game_that_keeps_crashing_is_restarted_three_times)
{
    const Run crash = { .signal = SIGSEGV, .kept = true };
    CHECK_EQ(code_of(crash, crash), 128 + SIGSEGV);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: running, 99 frames\n"
                            "run 2: running, 100 frames\nrun 3: running, 100 frames\n");
    CHECK_HAS(printed_err, "last checkpoint saved to crash-4.state: eddie --state crash-4.state "
                           "game.so\neddie: not restarted again, since it was restarted 3 times "
                           "within a minute: fix the code, or start without that state\n");
}

TEST(scripts_and_games_that_are_ending_are_not_restarted)
{
    plan.script = true;
    int code = code_of((Run){ .signal = SIGSEGV, .kept = true }, good);
    plan.script = false;
    CHECK_EQ(code, 128 + SIGSEGV);
    CHECK_TEXT(printed_err, "eddie: the game was killed by a signal: Segmentation fault" RESUME);
    CHECK_EQ(code_of((Run){ .signal = SIGSEGV, .kept = true, .end = ED_GAME_ENDING }, good),
             128 + SIGSEGV);
    CHECK_TEXT(printed_err, "eddie: the game was killed by a signal: Segmentation fault" RESUME);
    CHECK_EQ(code_of((Run){ .signal = SIGSEGV, .kept = true, .end = ED_GAME_ENDED }, good),
             ED_EXIT_FAILED);
    CHECK_TEXT(printed_err, "eddie: the process was killed by a signal after the game ended: "
                            "Segmentation fault\n");
    CHECK_EQ(code_of((Run){ .code = 5, .kept = true, .end = ED_GAME_ENDED }, good), 5);
    CHECK_TEXT(printed_err, "");
}

TEST(only_signals_of_faults_restart_a_game)
{
    static const int faults[] = { SIGSEGV, SIGBUS,  SIGFPE,    SIGILL,  SIGABRT, SIGTRAP,
                                  SIGSYS,  SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU },
                     others[] = { SIGKILL, SIGTERM, SIGUSR1, SIGHUP };
    for (u32 i = 0; i < ED_COUNT(faults); i++) {
        CHECK_EQ(code_of((Run){ .signal = faults[i], .kept = true }, good), 0);
        CHECK_HAS(printed_out, "\nrun 1: running");
    }
    for (u32 i = 0; i < ED_COUNT(others); i++) {
        const Run first = { .signal = others[i], .calling = ED_PHASE_UPDATE, .kept = true };
        CHECK_EQ(code_of(first, good), 128 + others[i]);
        CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
        CHECK_HAS(printed_err, "eddie: the game was killed by a signal: ");
    }
}

TEST(a_fault_that_the_guard_recorded_before_it_ended_the_process_is_reported)
{
    const Run first = { .code = ED_GUARD_EXIT, .fault = ED_FAULT_THREAD_EXIT, .kept = true };
    CHECK_EQ(code_of(first, good), 0);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: paused, 99 frames\n");
    CHECK_TEXT(printed_err, "eddie: the game's thread exited" SAVED "; restarted\n");
}

TEST(a_paused_game_stays_paused_after_a_crash_outside_of_its_code)
{
    const Run first = { .signal = SIGSEGV, .fault = ED_FAULT_HANG, .kept = true };
    CHECK_EQ(code_of(first, good), 0);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: paused, 99 frames\n");
    CHECK_TEXT(printed_err,
               "eddie: the game was killed by a signal: Segmentation fault" SAVED "; restarted\n");
}

TEST(a_process_that_overwrites_the_shared_memory_loses_no_state)
{
    CHECK_EQ(code_of((Run){ .signal = SIGSEGV, .kept = true, .scribbles = true }, good), 0);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\nrun 1: running, 100 frames\n");
    CHECK_TEXT(printed_err,
               "eddie: the game was killed by a signal: Segmentation fault" SAVED "; restarted\n");
}

TEST(requests_to_stop_are_passed_on_to_the_game)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    for (u32 i = 0; i < ED_COUNT(signals); i++) {
        signal(signals[i], SIG_DFL);      // it may be ignored, as under nohup
        CHECK_EQ(code_of((Run){ .returns = true, .code = 5, .asks = signals[i] }, good), 5);
        CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
        CHECK_TEXT(printed_err, "");
    }
}

TEST(a_game_that_crashes_after_a_request_to_stop_is_not_restarted)
{
    CHECK_EQ(code_of((Run){ .signal = SIGSEGV, .asks = SIGTERM, .kept = true }, good),
             128 + SIGSEGV);
    CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
    CHECK_TEXT(printed_err, "eddie: the game was killed by a signal: Segmentation fault" RESUME);
}

TEST(what_was_printed_before_the_game_is_printed_once)
{
    unwritten = "before\n";
    int code = code_of(good, good);
    unwritten = "";
    CHECK_EQ(code, 0);
    CHECK_TEXT(printed_out, "before\nrun 0: running, 100 frames\n");
}

TEST(a_state_that_exceeds_the_size_limit_of_files_is_reported)
{
    file_bytes = 1000;
    int code = code_of((Run){ .signal = SIGSEGV, .kept = true }, good);
    file_bytes = RLIM_INFINITY;
    CHECK_EQ(code, 0);
    CHECK_HAS(printed_err, "eddie: the game was killed by a signal: Segmentation fault; the state "
                           "was not saved: crash-1.state: ");
    CHECK_HAS(printed_err, "File too large");
    CHECK_HAS(printed_err, "; restarted\n");
}

TEST(under_a_debugger_a_game_runs_in_the_same_process)
{
    debugged = true;
    int code = code_of(good, good);
    debugged = false;
    CHECK_EQ(code, 99);
}

static const char *variable;      // of the supervisor, which has a supervisor itself, it seems

static int supervised_with_variable(int argc, char **argv)
{
    setenv("EDDIE_GAME", variable, 1);
    ed_supervise_begin();
    return supervised(argc, argv);
}

static int code_with(const char *value)
{
    variable = value;
    command = supervised_with_variable;
    int code = code_of(good, good);
    command = supervised;
    return code;
}

TEST(a_variable_that_no_supervisor_has_set_is_ignored)
{
    static const char *const values[] = { "x", "1", "1,2", "1,2,3,4,x,6", ",,,,,", "-1,2,3,4,5,6" };
    for (u32 i = 0; i < ED_COUNT(values); i++) {
        CHECK_EQ(code_with(values[i]), 0);
        CHECK_TEXT(printed_out, "run 0: running, 100 frames\n");
        CHECK_HAS(printed_err, "eddie: the environment variable EDDIE_GAME=");
        CHECK_HAS(printed_err, " is ignored: only eddie itself sets it\n");
    }
}

/// The variable as a supervisor writes it, with wrong handles.
static const char *variable_of(int parent)
{
    static char text[256];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "%d", parent);
    for (u32 i = 0; i < ED_SHARED_HANDLES; i++) ed_text_add(&out, ",1000000000");
    return text;
}

TEST(a_game_whose_supervisor_has_ended_is_not_started)
{
    CHECK_EQ(code_with(variable_of(1)), ED_EXIT_FAILED);
    CHECK_TEXT(printed_out, "");
    CHECK_TEXT(printed_err, "eddie: the supervisor process ended before the game was started\n");
}

TEST(a_game_that_cannot_attach_the_shared_memory_is_not_supervised)
{
    CHECK_EQ(code_with(variable_of((int)getpid())), 99);
    CHECK_HAS(printed_err, "eddie: the game runs without a supervisor: cannot attach ");
}

TEST(a_process_that_cannot_be_started_runs_the_game_itself)
{
    failing_call("posix_spawn", ENOMEM);
    int code = code_of(good, good);
    failing_call(NULL, 0);
    CHECK_EQ(code, 99);
    CHECK_HAS(printed_err, "eddie: the game runs without a supervisor: ");
    CHECK_HAS(printed_err, strerror(ENOMEM));
}
