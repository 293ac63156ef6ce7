#include "runtime/os/process/child.h"
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/start_folder.h"

#define FIRST_FREE 3      // the first number after the standard streams

// --- pipes ---------------------------------------------------------------------------------------

typedef struct Pipe {      // -1: not open
    int reads, writes;
} Pipe;

static void close_end(int *end)
{
    if (*end >= 0) close(*end);
    *end = -1;
}

static void close_pipe(Pipe *ends)
{
    close_end(&ends->reads);
    close_end(&ends->writes);
}

static int pipe_of_system(int ends[2])
{
#ifdef __APPLE__
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#else
    return pipe2(ends, O_CLOEXEC);
#endif
}

/// If this program has closed a standard stream, the end of a pipe may have got its number. Then
/// moves the end, so that setting up the streams of the child does not overwrite it.
static int move_up(int *end)
{
    if (*end >= FIRST_FREE) return 0;
    int moved = fcntl(*end, F_DUPFD_CLOEXEC, FIRST_FREE);
    if (moved < 0) return errno;
    close(*end);
    *end = moved;
    return 0;
}

static int open_pipe(Pipe *ends)
{
    int files[2];
    if (pipe_of_system(files) != 0) return errno;
    *ends = (Pipe){ files[0], files[1] };
    int failed = move_up(&ends->reads);
    if (!failed) failed = move_up(&ends->writes);
    if (failed) close_pipe(ends);
    return failed;
}

// --- the program ---------------------------------------------------------------------------------

static const char *variable_in(char *const *variables, const char *name)
{
    size_t size = strlen(name);
    for (; *variables; variables++)
        if (strncmp(*variables, name, size) == 0 && (*variables)[size] == '=')
            return *variables + size + 1;
    return "";
}

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/// Finds a program by its name in the PATH of the child. A relative folder in PATH is resolved from
/// the folder that the child starts in. Returns NULL if the program is not found.
static const char *find_in_path(const char *name, const ed_ChildStart *start,
                                char *const *variables, char room[ED_PATH_MAX])
{
    const char *folders = variable_in(variables, "PATH");
    for (size_t size; *folders; folders += size + (folders[size] == ':')) {
        char path[PATH_MAX];
        size = strcspn(folders, ":");
        int used = snprintf(path, sizeof path, "%.*s/%s", size ? (int)size : 1,
                            size ? folders : ".", name);
        if (used < 0 || (size_t)used >= sizeof path) continue;
        const char *whole = start->current_folder ? path : ed_start_folder_path(path, room);
        if (!is_program(whole)) continue;
        if (whole == path) memcpy(room, path, (size_t)used + 1);
        return room;
    }
    return NULL;
}

// --- what the child starts with ------------------------------------------------------------------

/// Makes a handle open in the child: duplicating a handle to its own number clears its
/// close-on-exec flag there.
static int add_inherited(posix_spawn_file_actions_t *files, int handle)
{
#ifdef __APPLE__
    return posix_spawn_file_actions_addinherit_np(files, handle);
#else
    return posix_spawn_file_actions_adddup2(files, handle, handle);
#endif
}

#ifdef __APPLE__
/// An attribute closes the files: see set_attributes.
static int close_others(posix_spawn_file_actions_t *files, const ed_ChildStart *start, int kept)
{
    (void)files, (void)start, (void)kept;
    return 0;
}
#else
static bool is_inherited(const ed_ChildStart *start, int handle)
{
    for (u32 i = 0; i < start->inherit_count; i++)
        if (start->inherit[i] == handle) return true;
    return false;
}

#    if defined(__GLIBC__) && __GLIBC_MINOR__ >= 34
static int close_from(posix_spawn_file_actions_t *files, int first)
{
    return posix_spawn_file_actions_addclosefrom_np(files, first);
}
#    else
/// Closes the files that are open now: older C libraries have no function for all files. A file
/// that another thread opens at this moment stays open if it has no close-on-exec flag.
static int close_from(posix_spawn_file_actions_t *files, int first)
{
    DIR *folder = opendir("/proc/self/fd");
    const struct dirent *entry;
    int failed = folder ? 0 : errno;
    while (!failed && (entry = readdir(folder)) != NULL) {
        int number = atoi(entry->d_name);
        if (number >= first) failed = posix_spawn_file_actions_addclose(files, number);
    }
    if (folder) closedir(folder);
    return failed;
}
#    endif

/// Closes all files except the standard streams and the inherited ones.
static int close_others(posix_spawn_file_actions_t *files, const ed_ChildStart *start, int kept)
{
    int last = kept > FIRST_FREE - 1 ? kept : FIRST_FREE - 1, failed = 0;
    for (u32 i = 0; i < start->inherit_count; i++)
        if (start->inherit[i] > last) last = (int)start->inherit[i];
    for (int i = FIRST_FREE; i < last && !failed; i++)
        if (i != kept && !is_inherited(start, i))
            failed = posix_spawn_file_actions_addclose(files, i);
    return failed ? failed : close_from(files, last + 1);
}
#endif

/// Sets up a standard stream. One that this program has closed is closed in the child, too.
static int add_stream(posix_spawn_file_actions_t *files, ed_ChildStream stream, int number,
                      int source)
{
    if (stream == ED_CHILD_EMPTY)
        return posix_spawn_file_actions_addopen(files, number, "/dev/null",
                                                number ? O_WRONLY : O_RDONLY, 0);
    if (stream == ED_CHILD_SAME)
        return fcntl(number, F_GETFD) < 0 ? 0 : add_inherited(files, number);
    return posix_spawn_file_actions_adddup2(files, source, number);
}

/// The errors come first: the file for them may have the number of a standard stream that this
/// program has closed.
static int add_files(posix_spawn_file_actions_t *files, const ed_ChildStart *start,
                     const Pipe *input, const Pipe *output)
{
    int kept = start->track_all ? output->writes : -1, failed;
    int errors = start->errors == ED_CHILD_FILE ? (int)start->error_file : output->writes;
    failed = add_stream(files, start->errors, STDERR_FILENO, errors);
    if (!failed) failed = add_stream(files, start->output, STDOUT_FILENO, output->writes);
    if (!failed) failed = add_stream(files, start->input, STDIN_FILENO, input->reads);
    if (!failed && start->only_these) failed = close_others(files, start, kept);
    if (!failed && kept >= 0) failed = add_inherited(files, kept);
    for (u32 i = 0; i < start->inherit_count && !failed; i++)
        failed = add_inherited(files, (int)start->inherit[i]);
    if (!failed && !start->current_folder && *ed_start_folder())
        failed = posix_spawn_file_actions_addchdir_np(files, ed_start_folder());
    return failed;
}

/// No signal is blocked in the child.
static int set_attributes(posix_spawnattr_t *attributes, const ed_ChildStart *start)
{
    sigset_t none, all;
    short flags = POSIX_SPAWN_SETSIGMASK;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    if (start->group) flags |= POSIX_SPAWN_SETPGROUP;
    if (start->default_signals) flags |= POSIX_SPAWN_SETSIGDEF;
#ifdef __APPLE__
    if (start->only_these) flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
    int failed = posix_spawnattr_setflags(attributes, flags);
    if (!failed) failed = posix_spawnattr_setsigmask(attributes, &none);
    if (!failed) failed = posix_spawnattr_setsigdefault(attributes, &all);
    return failed;
}

// --- starting ------------------------------------------------------------------------------------

static int spawn(pid_t *pid, const char *path, const ed_ChildStart *start,
                 const char *const *arguments, char *const *variables, const Pipe *input,
                 const Pipe *output)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&files);
    if (failed) return failed;
    failed = posix_spawnattr_init(&attributes);
    if (!failed) {
        failed = set_attributes(&attributes, start);
        if (!failed) failed = add_files(&files, start, input, output);
        if (!failed)
            failed = posix_spawn(pid, path, &files, &attributes,
                                 (char *const *)(uintptr_t)arguments, variables);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/// Finds the program and its arguments, then starts it.
static int start_program(pid_t *pid, const ed_ChildStart *start, const Pipe *input,
                         const Pipe *output)
{
    const char *shell[4 + ED_CHILD_ARGUMENTS_MAX] = { "/bin/sh", "-c", start->command };
    const char *const *arguments = start->command ? shell : start->arguments;
    char *const *variables = start->variables ? start->variables : ed_start_environment(NULL, 0);
    char room[ED_PATH_MAX];
    const char *program = start->program && !start->command ? start->program : arguments[0];
    for (u32 i = 0; start->command && start->arguments && start->arguments[i]; i++) {
        if (i == ED_CHILD_ARGUMENTS_MAX) return E2BIG;
        shell[3 + i] = start->arguments[i];
    }
    if (!strchr(program, '/')) program = find_in_path(program, start, variables, room);
    return program ? spawn(pid, program, start, arguments, variables, input, output) : ENOENT;
}

int ed_child_start(ed_Child *child, const ed_ChildStart *start)
{
    Pipe input = { -1, -1 }, output = { -1, -1 };
    pid_t pid = 0;
    int failed = 0;
    bool from_child = start->output == ED_CHILD_PIPE || start->errors == ED_CHILD_PIPE;
    *child = (ed_Child){ .process = 0 };
    assert(from_child || !start->track_all);
    if (start->input == ED_CHILD_PIPE) failed = open_pipe(&input);
    if (!failed && from_child) failed = open_pipe(&output);
    if (!failed) failed = start_program(&pid, start, &input, &output);
    close_end(&input.reads);
    close_end(&output.writes);
    if (failed) {
        close_end(&input.writes);
        close_end(&output.reads);
        return failed;
    }
    if (output.reads >= 0) fcntl(output.reads, F_SETFL, O_NONBLOCK);
    *child = (ed_Child){ .process = pid,
                         .group = start->group ? pid : 0,
                         .input = input.writes,
                         .output = output.reads };
    return 0;
}

// --- its streams ---------------------------------------------------------------------------------

/// Waits until there is something to read, or until `end_ns`; UINT64_MAX: no limit. Returns false
/// if the time is over.
static bool wait_for_output(int file, u64 end_ns)
{
    struct pollfd ready = { .fd = file, .events = POLLIN };
    u64 now_ns = ed_now_ns();
    if (now_ns >= end_ns) return false;
    u64 ms = (end_ns - now_ns + 999999) / 1000000;
    poll(&ready, 1, end_ns == UINT64_MAX ? -1 : ms < INT_MAX ? (int)ms : INT_MAX);
    return true;
}

int ed_child_read(ed_Child *child, void *bytes, size_t room, u32 wait_ms, size_t *size)
{
    u64 end_ns = wait_ms == ED_CHILD_NO_LIMIT ? UINT64_MAX
               : wait_ms                      ? ed_now_ns() + wait_ms * 1000000ull
                                              : 0;
    *size = 0;
    for (;;) {
        ssize_t got = read((int)child->output, bytes, room);
        if (got >= 0) {
            *size = (size_t)got;
            return 0;
        }
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return errno;
        if (!end_ns || !wait_for_output((int)child->output, end_ns)) return EAGAIN;
    }
}

FILE *ed_child_input(ed_Child *child)
{
    FILE *stream = child->input >= 0 ? fdopen((int)child->input, "w") : NULL;
    if (!stream) return NULL;
    signal(SIGPIPE, SIG_IGN);
    child->input = -1;
    return stream;
}

void ed_child_close_pipes(ed_Child *child)
{
    if (!child->process) return;
    if (child->input >= 0) close((int)child->input);
    if (child->output >= 0) close((int)child->output);
    child->input = child->output = -1;
}

// --- its end -------------------------------------------------------------------------------------

static ed_ChildEnd wait_for(ed_Child *child, int options)
{
    int status = 0;
    pid_t ended;
    if (!child->process || child->end != ED_CHILD_RUNS) return child->end;
    do ended = waitpid((pid_t)child->process, &status, options);
    while (ended < 0 && errno == EINTR);
    if (ended == 0) return ED_CHILD_RUNS;
    child->end = ended < 0 ? ED_CHILD_LOST : WIFEXITED(status) ? ED_CHILD_EXITED : ED_CHILD_KILLED;
    if (child->end == ED_CHILD_EXITED) child->code = WEXITSTATUS(status);
    if (child->end == ED_CHILD_KILLED) child->code = WTERMSIG(status);
    return child->end;
}

ed_ChildEnd ed_child_poll(ed_Child *child) { return wait_for(child, WNOHANG); }

ed_ChildEnd ed_child_wait(ed_Child *child) { return wait_for(child, 0); }

bool ed_child_has_ended(const ed_Child *child)
{
    siginfo_t info = { .si_pid = 0 };
    if (!child->process || child->end != ED_CHILD_RUNS) return child->process != 0;
    int failed = waitid(P_PID, (id_t)child->process, &info, WEXITED | WNOHANG | WNOWAIT);
    return failed || info.si_pid;      // failed: other code has waited for it
}

/// What is left of a group can still be ended after the child itself.
static void send_signal(const ed_Child *child, int number)
{
    if (child->group) kill(-(pid_t)child->group, number);
    else if (child->process && child->end == ED_CHILD_RUNS) kill((pid_t)child->process, number);
}

void ed_child_ask(const ed_Child *child) { send_signal(child, SIGTERM); }

void ed_child_kill(const ed_Child *child) { send_signal(child, SIGKILL); }

bool ed_child_group_exists(const ed_Child *child)
{
    return child->group && kill(-(pid_t)child->group, 0) == 0;
}
