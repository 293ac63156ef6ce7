#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/process/child.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/open_files.h"

static char output[512];
static ed_Child child;

/// Fills the stack below, so that no local variable of the next call happens to be zero.
__attribute__((noinline)) static void fill_stack(void)
{
    volatile u8 bytes[8192];
    for (u32 i = 0; i < sizeof bytes; i++) bytes[i] = 0xa5;
}

/// Starts a child and returns what it prints.
static const char *print_of_start(const ed_ChildStart *start)
{
    size_t size = 0, got = 1;
    fill_stack();
    if (ed_child_start(&child, start) != 0) return "not started";
    while (
        got && size < sizeof output - 1
        && ed_child_read(&child, output + size, sizeof output - 1 - size, ED_CHILD_NO_LIMIT, &got)
               == 0)
        size += got;
    output[size] = 0;
    ed_child_close_pipes(&child);
    ed_child_wait(&child);
    return output;
}

/// Runs a command and returns what it prints to both streams.
static const char *print_of(const char *command)
{
    return print_of_start(
        &(ed_ChildStart){ .command = command, .output = ED_CHILD_PIPE, .errors = ED_CHILD_PIPE });
}

// --- streams -------------------------------------------------------------------------------------

TEST(a_child_has_the_streams_that_its_start_asks_for)
{
    ed_ChildStart start = { .command = "cat; echo out; echo error >&2", .output = ED_CHILD_PIPE };
    ed_start_folder_save();
    CHECK_TEXT(print_of_start(&start), "out\n");
    CHECK_TEXT(print_of("cat; echo out; echo error >&2"), "out\nerror\n");
    start.output = ED_CHILD_EMPTY;
    start.errors = ED_CHILD_PIPE;
    CHECK_TEXT(print_of_start(&start), "error\n");
    start.errors = ED_CHILD_EMPTY;
    start.output = ED_CHILD_PIPE;
    start.command = "readlink /proc/$$/fd/0; readlink /proc/$$/fd/2";
    CHECK_TEXT(print_of_start(&start), "/dev/null\n/dev/null\n");
}

TEST(a_child_may_share_the_streams_of_this_program)
{
    char own[128], theirs[256];
    ssize_t size = readlink("/proc/self/fd/2", own, sizeof own - 1);
    own[size > 0 ? size : 0] = 0;
    snprintf(theirs, sizeof theirs, "%s\n", own);
    print_of_start(&(ed_ChildStart){
        .command = "readlink /proc/$$/fd/2", .output = ED_CHILD_PIPE, .errors = ED_CHILD_SAME });
    CHECK_TEXT(output, theirs);
}

TEST(errors_of_a_child_may_go_to_a_file)
{
    char path[] = "/tmp/eddie-test-XXXXXX", text[16] = "";
    int file = mkstemp(path);
    CHECK(file >= 0);
    print_of_start(&(ed_ChildStart){ .command = "echo out; echo error >&2",
                                     .output = ED_CHILD_PIPE,
                                     .errors = ED_CHILD_FILE,
                                     .error_file = file });
    CHECK_TEXT(output, "out\n");
    CHECK_EQ(pread(file, text, sizeof text - 1, 0), 6);
    CHECK_TEXT(text, "error\n");
    close(file);
    unlink(path);
}

TEST(pipes_of_a_child_work_while_this_program_has_closed_its_own_streams)
{
    int before = open_files(), input = stdin_close();
    CHECK_TEXT(print_of("cat; echo out"), "out\n");
    CHECK(stdin_restore(input));
    CHECK_EQ(open_files(), before);
}

TEST(a_child_reads_what_this_program_writes)
{
    char path[] = "/tmp/eddie-test-XXXXXX", command[64], text[16] = "";
    int file = mkstemp(path), before = open_files();
    struct sigaction old;
    sigaction(SIGPIPE, NULL, &old);
    snprintf(command, sizeof command, "cat >%s", path);
    const ed_ChildStart start = { .command = command, .input = ED_CHILD_PIPE };
    CHECK_EQ(ed_child_start(&child, &start), 0);
    FILE *to = ed_child_input(&child);
    CHECK(to && fputs("line\n", to) >= 0 && fclose(to) == 0);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_EXITED);
    CHECK_EQ(pread(file, text, sizeof text - 1, 0), 5);
    CHECK_TEXT(text, "line\n");
    CHECK_EQ(open_files(), before);
    // One that does not read is an error, not the end of this program.
    CHECK_EQ(
        ed_child_start(&child, &(ed_ChildStart){ .command = "exit 0", .input = ED_CHILD_PIPE }), 0);
    to = ed_child_input(&child);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_EXITED);
    CHECK(to && fputs("line\n", to) >= 0 && fclose(to) != 0);
    CHECK(!ed_child_input(&child));
    sigaction(SIGPIPE, &old, NULL);
    close(file);
    unlink(path);
}

TEST(reading_does_not_wait_longer_than_asked)
{
    char text[16];
    size_t size = 1;
    const ed_ChildStart start = { .command = "exec sleep 30", .output = ED_CHILD_PIPE };
    CHECK_EQ(ed_child_start(&child, &start), 0);
    u64 before_ns = ed_now_ns();
    CHECK_EQ(ed_child_read(&child, text, sizeof text, 0, &size), EAGAIN);
    CHECK_EQ(size, 0);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, 20, &size), EAGAIN);
    u64 passed_ns = ed_now_ns() - before_ns;
    CHECK(passed_ns >= 20000000 && passed_ns < 20000000000);
    ed_child_kill(&child);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, ED_CHILD_NO_LIMIT, &size), 0);
    CHECK_EQ(size, 0);
    ed_child_close_pipes(&child);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_KILLED);
}

TEST(a_tracked_pipe_ends_with_the_last_process)
{
    ed_ChildStart start = { .command = "sleep 30 >/dev/null 2>&1 & echo up",
                            .output = ED_CHILD_PIPE,
                            .errors = ED_CHILD_PIPE,
                            .group = true };
    char text[16];
    size_t size;
    CHECK_TEXT(print_of_start(&start), "up\n");      // the end of the pipe
    ed_child_kill(&child);
    start.track_all = true;
    CHECK_EQ(ed_child_start(&child, &start), 0);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, ED_CHILD_NO_LIMIT, &size), 0);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_EXITED);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, 20, &size), EAGAIN);
    CHECK(ed_child_group_exists(&child));
    ed_child_kill(&child);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, ED_CHILD_NO_LIMIT, &size), 0);
    CHECK_EQ(size, 0);
    ed_child_close_pipes(&child);
}

// --- what a child starts with --------------------------------------------------------------------

TEST(a_child_leads_a_group_if_it_is_asked_to)
{
    ed_ChildStart start = { .command = "ps -o pgid= -p $$ | tr -d ' '; echo $$",
                            .output = ED_CHILD_PIPE,
                            .group = true };
    char expected[64];
    print_of_start(&start);
    CHECK_EQ(child.group, child.process);
    snprintf(expected, sizeof expected, "%d\n%d\n", (int)child.process, (int)child.process);
    CHECK_TEXT(output, expected);
    start.group = false;
    print_of_start(&start);
    CHECK_EQ(child.group, 0);
    snprintf(expected, sizeof expected, "%d\n%d\n", getpgrp(), (int)child.process);
    CHECK_TEXT(output, expected);
}

TEST(a_child_starts_with_no_signal_blocked)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    print_of("exec grep SigBlk /proc/self/status");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    CHECK_TEXT(output, "SigBlk:\t0000000000000000\n");
}

TEST(a_child_ignores_what_this_program_ignores_unless_it_is_asked_not_to)
{
    const char *arguments[] = { "grep", "SigIgn", "/proc/self/status", NULL };
    ed_ChildStart start = { .arguments = arguments, .output = ED_CHILD_PIPE };
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    sigaction(SIGUSR2, &ignore, &before);
    print_of_start(&start);
    CHECK_EQ(output[8 + 16 - 3], '8');      // the lower digits have signals that a shell may ignore
    start.default_signals = true;
    print_of_start(&start);
    sigaction(SIGUSR2, &before, NULL);
    CHECK_TEXT(output + 8 + 16 - 3, "000\n");
}

TEST(a_child_starts_in_the_start_folder_with_the_saved_variables)
{
    char text[512], *variables[] = { "ONE=1", NULL };
    ed_start_folder_save();
    snprintf(text, sizeof text, "%s\n", ed_start_folder());
    ed_ChildStart start = { .command = "pwd -P", .output = ED_CHILD_PIPE };
    setenv("OF_THE_GAME", "1", 1);
    CHECK(chdir("/") == 0);
    CHECK_TEXT(print_of_start(&start), text);
    start.current_folder = true;
    CHECK_TEXT(print_of_start(&start), "/\n");
    bool entered = ed_start_folder_enter();
    CHECK(entered);
    CHECK_TEXT(print_of("echo $OF_THE_GAME; [ -n \"$PATH\" ] && echo path"), "\npath\n");
    unsetenv("OF_THE_GAME");
    start.command = "echo $ONE$HOME";
    start.variables = variables;
    CHECK_TEXT(print_of_start(&start), "1\n");
}

TEST(a_command_gets_arguments)
{
    const char *arguments[] = { "name", "a b", "c", NULL };
    ed_ChildStart start = { .command = "echo \"$0:$1:$2\"",
                            .arguments = arguments,
                            .output = ED_CHILD_PIPE };
    CHECK_TEXT(print_of_start(&start), "name:a b:c\n");
    const char *more[ED_CHILD_ARGUMENTS_MAX + 2] = { 0 };
    for (u32 i = 0; i <= ED_CHILD_ARGUMENTS_MAX; i++) more[i] = "x";
    start.arguments = more;
    CHECK_EQ(ed_child_start(&child, &start), E2BIG);
}

TEST(a_program_is_found_by_its_name_in_the_path_of_the_child)
{
    char folder[] = "/tmp/eddie-test-XXXXXX", path[64], variable[128], *variables[2] = { variable };
    const char *arguments[] = { "shown", "-c", "echo $0", NULL };
    ed_ChildStart start = {
        .program = "tool", .arguments = arguments, .variables = variables, .output = ED_CHILD_PIPE
    };
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/tool", folder);
    CHECK(symlink("/bin/sh", path) == 0);
    snprintf(variable, sizeof variable, "PATH=/nowhere::/tmp:%s", folder);
    CHECK_TEXT(print_of_start(&start), "shown\n");
    snprintf(variable, sizeof variable, "PATH=/tmp");
    CHECK_EQ(ed_child_start(&child, &start), ENOENT);
    start.program = path;
    CHECK_TEXT(print_of_start(&start), "shown\n");
    start.program = NULL;
    arguments[0] = path;
    CHECK_HAS(print_of_start(&start), "/tool\n");
    unlink(path);
    rmdir(folder);
}

/// Returns a copy of standard error that other programs inherit.
static int open_for_all(void) { return fcntl(STDERR_FILENO, F_DUPFD, 20); }

TEST(a_child_inherits_the_handles_of_the_list_and_no_other_if_it_is_asked_not_to)
{
    // The shell opens no file of its own.
    const char *arguments[] = { "sh", "-c",
                                "for f in 19 20 21 22 23 24 25 60; do "
                                "[ -e /proc/$$/fd/$f ] && echo $f; done",
                                NULL };
    int all[4];
    for (u32 i = 0; i < 4; i++) all[i] = open_for_all();
    CHECK_EQ(all[0], 20);
    CHECK_EQ(all[3], 23);
    int closed = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 24), far = fcntl(closed, F_DUPFD, 60);
    CHECK(closed == 24 && far == 60);
    const i64 handles[] = { 24, 21 };
    ed_ChildStart start = {
        .arguments = arguments, .output = ED_CHILD_PIPE, .inherit = handles, .inherit_count = 1
    };
    CHECK_TEXT(print_of_start(&start), "20\n21\n22\n23\n24\n60\n");
    start.only_these = true;
    start.inherit_count = 2;
    CHECK_TEXT(print_of_start(&start), "21\n24\n");
    start.inherit_count = 0;
    CHECK_TEXT(print_of_start(&start), "");
    start.track_all = start.only_these = true;
    CHECK_TEXT(print_of_start(&start), "");
    CHECK(fcntl(closed, F_GETFD) == FD_CLOEXEC);
    for (u32 i = 0; i < 4; i++) close(all[i]);
    close(closed);
    close(far);
    start.inherit_count = 1;
    CHECK_EQ(ed_child_start(&child, &start), EBADF);
}

TEST(a_child_that_cannot_be_started_is_an_error_and_leaves_nothing_open)
{
    const char *arguments[] = { "/nowhere/tool", NULL };
    static const char *const calls[] = { "pipe2", "posix_spawn" };
    const ed_ChildStart start = { .arguments = arguments,
                                  .input = ED_CHILD_PIPE,
                                  .output = ED_CHILD_PIPE };
    int before = open_files();
    for (u32 i = 0; i < ED_COUNT(calls); i++) {
        failing_call(calls[i], EAGAIN);
        CHECK_EQ(ed_child_start(&child, &start), EAGAIN);
        CHECK_EQ(child.process, 0);
    }
    CHECK_EQ(ed_child_start(&child, &start), ENOENT);
    CHECK_EQ(open_files(), before);
    ed_child_close_pipes(&child);      // these do nothing
    ed_child_ask(&child);
    ed_child_kill(&child);
    CHECK(!ed_child_has_ended(&child) && !ed_child_group_exists(&child));
    CHECK_EQ(ed_child_poll(&child), ED_CHILD_RUNS);
}

// --- how it ends ---------------------------------------------------------------------------------

TEST(the_end_of_a_child_is_known_before_and_after_its_exit_code_is_read)
{
    const ed_ChildStart start = { .command = "exit 7" }, sleeps = { .command = "exec sleep 30" };
    CHECK_EQ(ed_child_start(&child, &start), 0);
    while (!ed_child_has_ended(&child)) ed_sleep_ms(1);
    CHECK_EQ(child.end, ED_CHILD_RUNS);
    CHECK_EQ(ed_child_poll(&child), ED_CHILD_EXITED);
    CHECK_EQ(child.code, 7);
    CHECK_EQ(ed_child_poll(&child), ED_CHILD_EXITED);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_EXITED);
    CHECK(ed_child_has_ended(&child));
    CHECK_EQ(ed_child_start(&child, &sleeps), 0);
    CHECK_EQ(ed_child_poll(&child), ED_CHILD_RUNS);
    CHECK(!ed_child_has_ended(&child));
    ed_child_ask(&child);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_KILLED);
    CHECK_EQ(child.code, SIGTERM);
    CHECK_EQ(ed_child_start(&child, &sleeps), 0);
    ed_child_kill(&child);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_KILLED);
    CHECK_EQ(child.code, SIGKILL);
}

TEST(the_end_of_a_child_that_other_code_waited_for_is_lost)
{
    const ed_ChildStart start = { .command = "exit 7" };
    CHECK_EQ(ed_child_start(&child, &start), 0);
    CHECK_EQ(waitpid((pid_t)child.process, NULL, 0), child.process);
    CHECK(ed_child_has_ended(&child));
    CHECK_EQ(ed_child_poll(&child), ED_CHILD_LOST);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_LOST);
}

TEST(a_group_is_ended_as_a_whole_even_after_its_leader)
{
    char text[16];
    size_t size;
    const ed_ChildStart start = { .command = "sleep 30 & echo up",
                                  .output = ED_CHILD_PIPE,
                                  .group = true };
    CHECK_EQ(ed_child_start(&child, &start), 0);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, ED_CHILD_NO_LIMIT, &size), 0);
    CHECK_EQ(ed_child_wait(&child), ED_CHILD_EXITED);
    CHECK(ed_child_group_exists(&child));
    ed_child_ask(&child);
    CHECK_EQ(ed_child_read(&child, text, sizeof text, ED_CHILD_NO_LIMIT, &size), 0);
    CHECK_EQ(size, 0);      // nobody can write
    ed_child_close_pipes(&child);
}
