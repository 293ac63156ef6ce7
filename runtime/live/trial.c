#include "runtime/live/trial.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/clock.h"

#define REPORT_HANG_MS 500u      // a child that hangs has this time to report where it hangs
#define SPARE_PART 4u            // a trial leaves this part of the free memory: 1/4
#define GONE_MS 100u             // time for an ended thread to disappear from /proc
// A poll adds at most this time to the phase: if the whole program was stopped in between, the
// child did not hang.
#define TICK_NS 50000000ull
#define OUTPUT_MAX 65536u      // bytes kept of the child's output

// --- in the child --------------------------------------------------------------------------------

typedef struct Child {
    ed_TrialReport *report;
    ed_Run *run;
    ed_Library library;
} Child;

static void on_load(void *it)
{
    Child *child = (Child *)it;
    ed_library_load(&child->library, &child->report->error);
}

static void on_close(void *it) { ed_library_unload(&((Child *)it)->library); }

static void on_unload(void *it)
{
    Child *child = (Child *)it;
    child->library.module->unload(ed_module_call_begin(child->run));
}

/// The number of threads in this process; 1 after a fork. Also 1 if it cannot be found out.
static u32 count_threads(void)
{
    u32 count = 0;
    DIR *folder = opendir("/proc/self/task");
    while (folder) {
        const struct dirent *entry = readdir(folder);
        if (!entry) break;
        count += entry->d_name[0] != '.';
    }
    if (!folder) return 1;
    closedir(folder);
    return count;
}

static bool refused(const Child *child) { return child->report->error.code != ED_OK; }

/// False if the module left a thread running, which would execute unmapped memory.
static bool has_no_other_threads(const Child *child)
{
    for (u32 i = 0; i < GONE_MS; i++) {      // a joined thread stays listed for a moment
        if (count_threads() == 1) return true;
        usleep(1000);
    }
    child->report->fault.kind = ED_FAULT_THREAD;
    child->report->fault.phase = ED_PHASE_UNLOAD;
    return false;
}

/// Replaces the running module with the new one. Threads and other things that the running module
/// has outside of its state do not exist in the child, so its unload is not called.
static bool take_over(Child *child)
{
    ed_Module before = *child->run->module;
    before.unload = NULL;
    child->run->module = &before;
    if (!ed_run_replace(child->run, child->library.module, &child->report->error)) return false;
    child->report->sizes = ed_run_sizes(child->run);
    bool migrated = !child->run->report.same_layout;
    __atomic_store_n(&child->report->migrated, migrated, __ATOMIC_RELEASE);
    return true;
}

/// Makes every kind of call to the new module once, except start. The first fault ends the process.
static void try_all(Child *child)
{
    ed_Span bytes;
    ed_Run *run = child->run;
    const ed_Input input = run->input;
    run->host.window = run->host.renderer = NULL;      // these belong to the parent
    run->host.trial = true;
    ed_guard_call(NULL, ED_PHASE_CONSTRUCTOR, on_load, child);
    if (refused(child) || !take_over(child)) return;
    ed_run_update(run, &input);
    ed_run_render(run, 0);
    if (!ed_run_pack_into(run, ED_PACK_LIVE, &run->buffer, &bytes, &child->report->error)) return;
    if (child->library.module->unload) ed_guard_call(NULL, ED_PHASE_UNLOAD, on_unload, child);
    if (!has_no_other_threads(child)) return;
    ed_guard_call(NULL, ED_PHASE_DESTRUCTOR, on_close, child);
    if (has_no_other_threads(child)) child->report->good = ED_TRIAL_GOOD_MARK;
}

/// Redirects standard error to a file that the parent reads, and standard input and output to
/// /dev/null.
static void take_files(int output)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
}

/// If the system runs out of memory, it kills this process and not the game.
static void be_killed_first(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0 && write(file, "1000", 4) == 4) {}      // a refusal is not an error
    if (file >= 0) close(file);
}

static void be_child(ed_Trial *trial, ed_Run *run, const ed_Library *library, pid_t parent)
{
    Child child = { trial->report, run, *library };
    struct rlimit none = { 0, 0 };
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    setrlimit(RLIMIT_CORE, &none);
    be_killed_first();
    take_files(trial->output);
    ed_isolation_replace_files(&trial->apart);
    ed_guard_enter_child(&child.report->fault);
    ed_guard_module(library->copy);
    try_all(&child);
    _exit(0);
}

// --- memory --------------------------------------------------------------------------------------

static u64 read_file(const char *path, char *text, u32 room)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, room - 1) : 0;
    if (file >= 0) close(file);
    text[got > 0 ? got : 0] = 0;
    return got > 0 ? (u64)got : 0;
}

/// The resident memory of a process, without shared memory and mapped files; 0: unknown. Pages that
/// a fork left shared with the parent are included.
static u64 bytes_of(pid_t process)
{
    char path[32], text[128];
    unsigned long long all = 0, files = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", process);
    bool known = read_file(path, text, sizeof text)
              && sscanf(text, "%*u %llu %llu", &all, &files) == 2 && all > files;
    return known ? (all - files) * (u64)sysconf(_SC_PAGESIZE) : 0;
}

/// The free memory of the system; UINT64_MAX: unknown.
static u64 bytes_to_spare(void)
{
    char text[1024];
    unsigned long long kib = 0;
    const char *line =
        read_file("/proc/meminfo", text, sizeof text) ? strstr(text, "MemAvailable:") : NULL;
    return line && sscanf(line, "MemAvailable: %llu", &kib) == 1 ? kib << 10 : UINT64_MAX;
}

static void set_memory(ed_Trial *trial)
{
    u64 spare = bytes_to_spare(), now = bytes_of(getpid());
    u64 most = trial->bytes_max    ? trial->bytes_max
             : spare == UINT64_MAX ? UINT64_MAX
                                   : spare - spare / SPARE_PART;
    trial->bytes_end = now > UINT64_MAX - most ? UINT64_MAX : now + most;
    trial->over_memory = false;
}

// --- in the parent -------------------------------------------------------------------------------

/// Allocates the shared report and the file for the output.
static bool open_report(ed_Trial *trial, ed_Error *error)
{
    if (!trial->report) {
        void *at = mmap(NULL, sizeof *trial->report, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (at != MAP_FAILED) trial->report = (ed_TrialReport *)at;
    }
    trial->output = trial->report ? memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING) : -1;
    bool good = trial->output >= 0 && ftruncate(trial->output, OUTPUT_MAX) == 0
             && fcntl(trial->output, F_ADD_SEALS, F_SEAL_GROW) == 0;
    if (good) return true;
    ed_fail(error, ED_ERR_OS, "cannot allocate memory for a trial: %s", strerror(errno));
    if (trial->output >= 0) close(trial->output);
    return false;
}

bool ed_trial_start(ed_Trial *trial, ed_Run *run, const ed_Library *library, ed_Error *error)
{
    pid_t parent = getpid();
    if (!open_report(trial, error)) return false;
    if (!ed_isolation_open(&trial->apart)) {
        ed_fail(error, ED_ERR_OS, "cannot create sockets for a trial: %s", strerror(errno));
        ed_isolation_close(&trial->apart);
        close(trial->output);
        return false;
    }
    *trial->report = (ed_TrialReport){ .good = 0 };
    trial->started_ns = trial->polled_ns = ed_now_ns();
    trial->phase_ns = 0;
    trial->phase = ED_PHASE_NONE;
    trial->asked_ns = 0;
    trial->ended_while_held = false;
    trial->last_line[0] = trial->inconclusive[0] = 0;
    set_memory(trial);
    trial->child = fork();
    if (trial->child == 0) be_child(trial, run, library, parent);
    ed_isolation_close_child_end(&trial->apart);
    if (trial->child > 0) return true;
    ed_isolation_close(&trial->apart);
    ed_fail(error, ED_ERR_OS, "cannot start a process for a trial: %s", strerror(errno));
    close(trial->output);
    trial->child = 0;
    return false;
}

/// Keeps the last line of the output that is not empty.
static void read_output(ed_Trial *trial)
{
    char text[OUTPUT_MAX + 1] = "";
    ssize_t got = pread(trial->output, text, OUTPUT_MAX, 0);
    close(trial->output);
    got = got > 0 ? (ssize_t)strnlen(text, (size_t)got) : 0;
    while (got > 0 && (text[got - 1] == '\n' || text[got - 1] == ' ')) got--;
    text[got > 0 ? got : 0] = 0;
    const char *line = strrchr(text, '\n');
    snprintf(trial->last_line, sizeof trial->last_line, "%.*s", (int)sizeof trial->last_line - 1,
             line ? line + 1 : text);
}

/// Removes invalid values: the child may have written anything to the shared memory.
static void sanitize(ed_TrialReport *report)
{
    ed_fault_sanitize(&report->fault);
    if ((u32)report->error.code > ED_ERR_CRASH) report->error.code = ED_OK;
    report->error.text[sizeof report->error.text - 1] = 0;
}

static ed_TrialEnd judge(ed_Trial *trial, int status)
{
    ed_Fault *fault = &trial->report->fault;
    sanitize(trial->report);
    trial->ms = (f64)(ed_now_ns() - trial->started_ns) / 1e6;
    trial->child = 0;
    ed_isolation_close(&trial->apart);
    read_output(trial);
    bool tidy = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (tidy && trial->report->good == ED_TRIAL_GOOD_MARK && fault->kind == ED_FAULT_NONE)
        return ED_TRIAL_GOOD;
    if (trial->report->error.code != ED_OK) return ED_TRIAL_REFUSED;
    ed_Text why = ed_text_over(trial->inconclusive, sizeof trial->inconclusive);
    if (ed_isolation_ended_by_library(fault, &why)) return ED_TRIAL_INCONCLUSIVE;
    // A child that exceeds its memory gets the same signal as one that hangs.
    if (trial->over_memory && fault->kind == ED_FAULT_HANG) fault->kind = ED_FAULT_MEMORY;
    if (fault->kind != ED_FAULT_NONE) return ED_TRIAL_FAILED;
    fault->phase = fault->calling;
    fault->kind = WIFSIGNALED(status) ? ED_FAULT_SIGNAL : ED_FAULT_EXIT;
    if (trial->asked_ns) fault->kind = ED_FAULT_HANG;
    if (trial->over_memory) fault->kind = ED_FAULT_MEMORY;
    fault->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    return ED_TRIAL_FAILED;
}

/// If the child exceeds its time or memory, asks it where it hangs, and kills it later.
static void limit(ed_Trial *trial, u64 now_ns)
{
    u64 passed_ns = now_ns - trial->polled_ns < TICK_NS ? now_ns - trial->polled_ns : TICK_NS;
    trial->polled_ns = now_ns;
    trial->phase_ns += passed_ns;
    ed_Phase phase = trial->report->fault.calling;
    if (phase != trial->phase) trial->phase_ns = 0;
    trial->phase = phase;
    if (trial->asked_ns && now_ns - trial->asked_ns > REPORT_HANG_MS * 1000000ull)
        kill(trial->child, SIGKILL);
    if (trial->asked_ns) return;
    trial->over_memory = bytes_of(trial->child) > trial->bytes_end;
    if (!trial->over_memory && trial->phase_ns < ed_guard_hang_ms(phase) * 1000000ull) return;
    trial->asked_ns = now_ns;
    ed_guard_report_hang(trial->child);
}

/// True if the child has ended, without reaping it.
static bool is_over(const ed_Trial *trial)
{
    siginfo_t info = { .si_pid = 0 };
    int failed = waitid(P_PID, (id_t)trial->child, &info, WEXITED | WNOHANG | WNOWAIT);
    return failed || info.si_pid;      // failed: the game reaped it
}

ed_TrialEnd ed_trial_poll(ed_Trial *trial)
{
    int status = 0;
    if (!trial->child) return ED_TRIAL_RUNS;
    ed_isolation_drain(&trial->apart);
    trial->ended_while_held = trial->held && is_over(trial);
    if (trial->ended_while_held) return ED_TRIAL_RUNS;
    pid_t ended = waitpid(trial->child, &status, WNOHANG);
    if (ended == trial->child) return judge(trial, status);
    // The game reaped the child: judge by its report.
    if (ended < 0 && errno == ECHILD) return judge(trial, 0);
    limit(trial, ed_now_ns());
    return ED_TRIAL_RUNS;
}

void ed_trial_stop(ed_Trial *trial)
{
    if (!trial->child) return;
    kill(trial->child, SIGKILL);
    while (waitpid(trial->child, NULL, 0) < 0 && errno == EINTR) {}
    close(trial->output);
    ed_isolation_close(&trial->apart);
    trial->child = 0;
}

void ed_trial_close(ed_Trial *trial)
{
    ed_trial_stop(trial);
    if (trial->report) munmap(trial->report, sizeof *trial->report);
    *trial = (ed_Trial){ .child = 0 };
}
