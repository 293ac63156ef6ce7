#include "runtime/live/trial.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/process.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"
#include "tests/lib/guarded.h"
#include "tests/lib/open_files.h"

static ed_Trial trial;
static ed_Checkpoint checkpoint;
static ed_Run run;
static ed_Library library;

// --- trials of tests/libraries/probe.c ----------------------------------------------------------

static ed_Fault fault;
static char folder[64];
static u32 unloads;      // of the running module

static void nothing(ed_Host *host) { (void)host; }
static void count_unload(ed_Host *host)
{
    (void)host;
    unloads++;
}

static bool unpack(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error)
{
    return bytes && size && state && scratch && report && error;
}

static const ed_Schema schema = { .state_count = 0 };
static ed_Module module;

static bool copy_probe(void)
{
    char path[400];
    ed_Span bytes = { NULL, 0 };
    ed_Error error = { .code = ED_OK };
    ssize_t size = readlink("/proc/self/exe", path, 300);
    while (size > 0 && path[size - 1] != '/') size--;
    snprintf(path + (size > 0 ? size : 0), 100, "test/probe.so");
    return ed_file_read(path, (size_t)1 << 20, test_arena(), &bytes, &error)
        && ed_library_copy(&library, bytes, 1, "probe.so", folder, 1, &error);
}

static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "probe",
                          .title = "Probe",
                          .schema = &schema,
                          .unload = count_unload,
                          .update = nothing,
                          .render = nothing,
                          .pack = ed_snapshot_write,
                          .unpack = unpack };
    trial = (ed_Trial){ .runs = false };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder) || !copy_probe() || !ed_run_open(&run, &module, 1, &error)
        || !ed_guard_open(&fault, &error))
        return false;
    run.caller = (ed_GuardedCall){ ed_guard_call, &run };
    return true;
}

static void end(void)
{
    unsetenv("PROBE");
    ed_trial_close(&trial);
    ed_checkpoint_close(&checkpoint);
    ed_guard_close();
    ed_run_close(&run);
    ed_library_close(&library);
    CHECK_EQ(rmdir(folder), 0);
}

static bool start(const char *probe)
{
    ed_Error error = { .code = ED_OK };
    setenv("PROBE", probe, 1);
    return ed_checkpoint_hold_state(&checkpoint, &run, 1)
        && ed_trial_start(&trial, &run, &library, &checkpoint, &error);
}

static ed_TrialEnd wait_for_end(void)
{
    ed_TrialEnd end_of_it = ED_TRIAL_RUNS;
    for (u32 i = 0; i < 20000 && end_of_it == ED_TRIAL_RUNS; i++) {
        usleep(500);
        end_of_it = ed_trial_poll(&trial);
    }
    return end_of_it;
}

static ed_TrialEnd try(const char *probe) { return start(probe) ? wait_for_end() : ED_TRIAL_RUNS; }

TEST(a_module_that_does_everything_once_passes_its_trial)
{
    CHECK(begin());
    int before = open_files();
    CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);      // there is no trial
    for (u32 i = 0; i < 3; i++) {
        CHECK_EQ(try(i == 1 ? "joined thread" : ""), ED_TRIAL_GOOD);
        CHECK(!trial.runs && !trial.child.process);
        CHECK(trial.ms > 0);
        CHECK_TEXT(trial.last_line, "load 1 update 1 render 1 pack 1");
        CHECK(!trial.report->migrated);      // the layout is the same
        CHECK_EQ(trial.report->fault.kind, ED_FAULT_NONE);
        CHECK_EQ(trial.report->good, ED_TRIAL_GOOD_MARK);
        CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
    }
    CHECK_EQ(unloads, 0);
    CHECK_EQ(open_files(), before);
    u8 present;
    void *memory = trial.memory.at;
    ed_trial_close(&trial);
    CHECK(!trial.report && !trial.child.process);
    CHECK(mincore(memory, 1, &present) < 0 && errno == ENOMEM);
    end();
}

TEST(the_process_of_a_trial_has_nothing_that_belongs_to_the_game)
{
    CHECK(begin());
    run.host.window = run.host.renderer = &run;      // any address
    run.input.mouse_x = 42;
    CHECK_EQ(try("facts"), ED_TRIAL_FAILED);
    CHECK_TEXT(trial.last_line,
               "input 1 output 1 error 0, files 0, oom 1000, core 0, death 9, trial 1, "
               "window 0 0, mouse 42");
    CHECK(run.host.window && run.host.renderer && !run.host.trial);
    end();
}

TEST(each_function_of_a_module_is_called_once_in_its_trial)
{
    CHECK(begin());
    CHECK_EQ(try("calls"), ED_TRIAL_FAILED);
    CHECK_TEXT(trial.last_line, "load 1 update 1 render 1 pack 1");
    CHECK_EQ(trial.report->fault.phase, ED_PHASE_UNLOAD);
    CHECK_EQ(try("destructor"), ED_TRIAL_FAILED);
    CHECK_EQ(trial.report->fault.phase, ED_PHASE_DESTRUCTOR);
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    end();
}

TEST(how_a_trial_failed_is_known_from_its_report_or_its_end)
{
    static const struct {
        const char *probe;
        ed_FaultKind kind;
        ed_Phase phase;
        int signal;
    } cases[] = {
        { "abort", ED_FAULT_SIGNAL, ED_PHASE_UPDATE, SIGABRT },
        { "exit", ED_FAULT_EXIT, ED_PHASE_UPDATE, 0 },      // without the guard's knowledge
        { "kill", ED_FAULT_SIGNAL, ED_PHASE_UPDATE, SIGKILL },
        { "thread", ED_FAULT_THREAD, ED_PHASE_UNLOAD, 0 },
    };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK_EQ(try(cases[i].probe), ED_TRIAL_FAILED);
        CHECK_EQ(trial.report->fault.kind, cases[i].kind);
        CHECK_EQ(trial.report->fault.phase, cases[i].phase);
        CHECK_EQ(trial.report->fault.signal, cases[i].signal);
        CHECK(!trial.runs && !trial.child.process);
    }
    end();
}

TEST(a_module_that_cannot_be_used_is_refused_by_its_trial)
{
    CHECK(begin());
    CHECK_EQ(try("no pack"), ED_TRIAL_FAILED);      // it gives no error
    module.game = "chess";
    CHECK_EQ(try(""), ED_TRIAL_REFUSED);
    CHECK_HAS(trial.report->error.text, "chess");
    module.game = "probe";
    CHECK(truncate(library.copy, 100) == 0);
    CHECK_EQ(try(""), ED_TRIAL_REFUSED);
    CHECK_HAS(trial.report->error.text, "it cannot be loaded: ");
    end();
}

TEST(the_last_line_that_a_trial_prints_is_kept)
{
    char last[80];
    CHECK(begin());
    CHECK_EQ(try("words"), ED_TRIAL_FAILED);
    CHECK_TEXT(trial.last_line, "  its last words");
    CHECK_EQ(try("sanitizer"), ED_TRIAL_FAILED);
    CHECK_TEXT(trial.last_line, "S: bad-free a.c:3 in f");
    CHECK_EQ(try("much"), ED_TRIAL_FAILED);
    snprintf(last, sizeof last, "%063u", 1023u);      // 65536 bytes are kept
    CHECK_TEXT(trial.last_line, last);
    CHECK_EQ(try("abort"), ED_TRIAL_FAILED);
    CHECK_TEXT(trial.last_line, "");
    end();
}

TEST(a_trial_that_hangs_reports_where)
{
    CHECK(begin());
    ed_guard_set_hang(60);
    CHECK_EQ(try("hang"), ED_TRIAL_FAILED);
    ed_guard_set_hang(0);
    CHECK_EQ(trial.report->fault.kind, ED_FAULT_HANG);
    // on a busy machine, five times as much time passes first
    CHECK_EQ(trial.report->fault.limit_ms, trial.report->fault.waited ? 300 : 60);
    CHECK_EQ(trial.report->fault.phase, ED_PHASE_UPDATE);
    CHECK(trial.ms >= 60);
    CHECK(trial.report->fault.frame_count > 1);
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    end();
}

TEST(a_trial_that_waits_may_take_longer_than_one_that_computes)
{
    CHECK(begin());
    ed_guard_set_hang(150);
    CHECK_EQ(try("wait"), ED_TRIAL_GOOD);
    CHECK(trial.ms >= 300);
    CHECK_EQ(try("pause"), ED_TRIAL_FAILED);
    ed_guard_set_hang(0);
    CHECK_EQ(trial.report->fault.kind, ED_FAULT_HANG);
    CHECK_EQ(trial.report->fault.limit_ms, 150 * ED_GUARD_WAIT_FACTOR);
    CHECK(trial.report->fault.waited);
    end();
}

TEST(a_signal_that_somebody_sends_to_a_trial_is_not_a_wrong_pointer)
{
    char words[256] = "";
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(begin());
    CHECK(start("pause"));
    while (!trial.begun || trial.report->fault.calling != ED_PHASE_UPDATE) {
        CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
        usleep(1000);
    }
    CHECK_EQ(kill((pid_t)trial.child.process, SIGSEGV), 0);
    CHECK_EQ(wait_for_end(), ED_TRIAL_FAILED);
    ed_fault_describe(&trial.report->fault, &out);
#ifdef __SANITIZE_ADDRESS__      // its handler calls exit
    CHECK(!strstr(words, "null-pointer"));
#else
    CHECK_TEXT(words, "the game's code was ended (Segmentation fault)");
#endif
    end();
}

TEST(a_trial_that_uses_too_much_memory_fails)
{
    CHECK(begin());
    trial.bytes_max = (u64)16 << 20;
    CHECK_EQ(try("memory"), ED_TRIAL_FAILED);
    CHECK_EQ(trial.report->fault.kind, ED_FAULT_MEMORY);
    CHECK_EQ(trial.report->fault.phase, ED_PHASE_UPDATE);
    CHECK(trial.ms < ED_GUARD_HANG_MS || trial.over_memory);
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    CHECK(trial.bytes_end > trial.bytes_max);
    trial.bytes_max = UINT64_MAX;
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    CHECK(trial.bytes_end == UINT64_MAX);
    trial.bytes_max = 0;      // a part of the free memory
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    CHECK(trial.bytes_end > 0);
    end();
}

TEST(the_result_of_a_trial_waits_while_it_is_held)
{
    CHECK(begin());
    CHECK(start(""));
    trial.held = true;
    for (u32 i = 0; i < 20000 && !trial.ended_while_held; i++) {
        CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
        usleep(500);
    }
    CHECK(trial.ended_while_held && trial.runs);
    CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
    trial.held = false;
    CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_GOOD);
    CHECK(start("hang"));
    CHECK(!trial.ended_while_held);
    trial.held = true;
    CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
    CHECK(!trial.ended_while_held);
    end();
}

TEST(a_trial_that_the_game_waited_for_is_judged_by_its_report)
{
    static const struct {
        const char *probe;
        ed_TrialEnd end;
    } cases[] = { { "", ED_TRIAL_GOOD },
                  { "exit", ED_TRIAL_FAILED },
                  { "abort", ED_TRIAL_FAILED } };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(start(cases[i].probe));
        CHECK(waitpid((pid_t)trial.child.process, NULL, 0) == trial.child.process);
        CHECK_EQ(ed_trial_poll(&trial), cases[i].end);
    }
    end();
}

TEST(a_trial_that_is_stopped_leaves_nothing)
{
    CHECK(begin());
    int before = open_files();
    CHECK(start("hang"));
    for (u32 i = 0; i < 20000 && trial.phase != ED_PHASE_UPDATE; i++) {
        errno = ECHILD;      // of another call
        CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
        usleep(500);
    }
    CHECK_EQ(trial.phase, ED_PHASE_UPDATE);
    pid_t child = (pid_t)trial.child.process;
    ed_trial_stop(&trial);
    CHECK(!trial.runs && !trial.child.process);
    CHECK(kill(child, 0) < 0 && errno == ESRCH);
    CHECK_EQ(open_files(), before);
    ed_trial_stop(&trial);
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    end();
}

// --- the process --------------------------------------------------------------------------------

static const char *error_of_start(void)
{
    static ed_Error error;
    error = (ed_Error){ .code = ED_OK };
    return ed_trial_start(&trial, &run, &library, &checkpoint, &error) ? NULL : error.text;
}

TEST(a_trial_that_cannot_be_started_is_reported_and_leaves_nothing_open)
{
    static const struct {
        const char *call, *program, *error;
    } cases[] = {
        { "memfd_create", NULL, "cannot allocate memory for a trial: Too many open files" },
        { "pipe2", NULL, "cannot start a process for a trial: Too many open files" },
        { "posix_spawn", NULL, "cannot start a process for a trial: Too many open files" },
        { NULL, "/nowhere/it", "cannot start a process for a trial: No such file or directory" },
    };
    CHECK(begin());
    CHECK(ed_checkpoint_hold_state(&checkpoint, &run, 1));
    int before = open_files();
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        if (cases[i].call) failing_call(cases[i].call, EMFILE);
        trial.program = cases[i].program;
        const char *error = error_of_start();
        CHECK(error);
        CHECK_TEXT(error, cases[i].error);
        CHECK(!trial.runs && !trial.child.process);
        CHECK_EQ(open_files(), before);
    }
    trial.program = NULL;
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    end();
}

TEST(a_program_that_does_not_begin_a_trial_makes_it_impossible)
{
    CHECK(begin());
    trial.program = "/bin/false";
    CHECK_EQ(try(""), ED_TRIAL_IMPOSSIBLE);
    CHECK_TEXT(trial.last_line, "");
    trial.program = "/bin/ls";
    CHECK_EQ(try(""), ED_TRIAL_IMPOSSIBLE);
    CHECK(trial.last_line[0]);
    end();
}

TEST(a_process_that_was_started_ahead_runs_the_next_trial)
{
    CHECK(begin());
    CHECK(ed_checkpoint_hold_state(&checkpoint, &run, 1));
    for (u32 i = 0; i < 3; i++) {
        setenv("PROBE", "", 1);
        ed_trial_prepare(&trial, &checkpoint);
        i64 process = trial.child.process;
        CHECK(process && !trial.runs);
        ed_trial_prepare(&trial, &checkpoint);
        CHECK_EQ(trial.child.process, process);
        usleep(i * 20000);      // it may be starting, or wait
        CHECK_EQ(ed_trial_poll(&trial), ED_TRIAL_RUNS);
        ed_trial_stop(&trial);      // stops only trials
        CHECK_EQ(trial.child.process, process);
        CHECK(!error_of_start());
        CHECK_EQ(trial.child.process, process);
        ed_trial_prepare(&trial, &checkpoint);      // not while a trial runs
        CHECK_EQ(wait_for_end(), ED_TRIAL_GOOD);
    }
    end();
}

TEST(a_waiting_process_that_was_ended_is_replaced)
{
    CHECK(begin());
    ed_trial_prepare(&trial, &checkpoint);
    pid_t process = (pid_t)trial.child.process;
    CHECK(process && kill(process, SIGKILL) == 0);
    while (!ed_child_has_ended(&trial.child)) usleep(1000);
    CHECK_EQ(try(""), ED_TRIAL_GOOD);
    ed_trial_prepare(&trial, &checkpoint);
    process = (pid_t)trial.child.process;
    ed_trial_close(&trial);
    CHECK(kill(process, 0) < 0 && errno == ESRCH);
    end();
}

// --- the guard in the process of a trial ---------------------------------------------------------

static ed_Fault *shared;      // with a child

static bool enter_a_trial(void)
{
    ed_Error error = { .code = ED_OK };
    ed_guard_close();
    ed_guard_set_end_at_fault(true);
    ed_process_stop_restoring();
    return ed_guard_open(shared, &error);
}

static void fails_in_a_trial(void)
{
    if (!guarded_begin_with_settings(&fault) || !enter_a_trial()) _exit(1);
    umask(0777);
    ed_process_check(ED_PHASE_LOAD);
    if (umask(0) != 0777) _exit(1);
    ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL);
}

TEST(a_process_of_a_trial_restores_nothing_and_ends_with_its_first_fault)
{
    CHECK((shared = guarded_share()) != NULL);
    shared->number = 5;      // of an earlier trial
    int status = guarded_child(&fault, fails_in_a_trial);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    CHECK_EQ(shared->kind, ED_FAULT_SIGNAL);
    CHECK_EQ(shared->signal, SIGABRT);
    CHECK_EQ(shared->phase, ED_PHASE_UPDATE);
    CHECK_EQ(shared->number, 1);
    guarded_unshare(shared);
}

static void hangs_in_a_trial(void)
{
    int long_ms = 60000;
    if (enter_a_trial()) ed_guard_call(NULL, ED_PHASE_LOAD, guarded_wait_ms, &long_ms);
}

TEST(a_trial_that_is_asked_reports_where_it_hangs)
{
    int status = 0;
    CHECK((shared = guarded_share()) != NULL);
    pid_t pid = fork();
    if (pid == 0) {
        if (guarded_begin(&fault)) hangs_in_a_trial();
        _exit(GUARDED_END);
    }
    for (u32 i = 0; i < 20000 && shared->calling != ED_PHASE_LOAD; i++) usleep(1000);
    for (u32 i = 0; i < 200 && waitpid(pid, &status, WNOHANG) == 0; i++) {
        ed_guard_report_hang(pid);      // it may not be in the call yet
        usleep(10000);
    }
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    CHECK_EQ(shared->kind, ED_FAULT_HANG);
    CHECK_EQ(shared->phase, ED_PHASE_LOAD);
    guarded_unshare(shared);
}

static bool traced_by_us(bool traces)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        if (traces) ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(0);
    }
    waitpid(pid, &status, WUNTRACED);
    bool traced = ed_guard_traced(pid);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return traced;
}

TEST(a_process_is_traced_if_a_debugger_is_attached_to_it)
{
    CHECK(traced_by_us(true));
    CHECK(!traced_by_us(false));
    CHECK(!ed_guard_traced(0));
    CHECK(!ed_guard_traced(-1));      // it does not exist
}
