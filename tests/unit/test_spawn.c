#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/spawn.h"
#include "runtime/os/start_folder.h"

static char output[512];
static bool leads;      // the program led a process group

/// Fills the stack below, so that no local variable of the next call happens to be zero.
__attribute__((noinline)) static void fill_stack(void)
{
    volatile u8 bytes[8192];
    for (u32 i = 0; i < sizeof bytes; i++) bytes[i] = 0xa5;
}

/// Runs the commands and returns what they print.
static const char *print_of(const char *commands, char *const *variables, ed_SpawnOutput streams,
                            bool group)
{
    char *arguments[] = { "/bin/sh", "-c", (char *)(uintptr_t)commands, NULL };
    int ends[2];
    pid_t pid = 0;
    size_t size = 0;
    if (pipe(ends) != 0) return "no pipe";
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fill_stack();
    int failed = ed_spawn(&pid, arguments, variables, ends[1], streams, group);
    leads = !failed && getpgid(pid) == pid;
    close(ends[1]);
    for (ssize_t got = 1; !failed && got > 0; size += (size_t)got) {
        got = read(ends[0], output + size, sizeof output - 1 - size);
        if (got < 0) got = 0;
    }
    close(ends[0]);
    output[size] = 0;
    if (failed || waitpid(pid, NULL, 0) != pid) return "not started";
    return output;
}

TEST(a_program_has_no_input_and_its_output_goes_to_one_file)
{
    ed_start_folder_save();
    CHECK_TEXT(print_of("cat; echo out; echo error >&2", NULL, ED_SPAWN_OUTPUT, false), "out\n");
    CHECK_TEXT(print_of("cat; echo out; echo error >&2", NULL, ED_SPAWN_ALL, false),
               "out\nerror\n");
    CHECK_TEXT(
        print_of("readlink /proc/$$/fd/0; readlink /proc/$$/fd/2", NULL, ED_SPAWN_OUTPUT, false),
        "/dev/null\n/dev/null\n");
}

TEST(a_program_leads_a_group_if_it_is_asked_to)
{
    print_of("read _", NULL, ED_SPAWN_ALL, true);
    CHECK(leads);
    print_of("read _", NULL, ED_SPAWN_ALL, false);
    CHECK(!leads);
}

TEST(a_program_hears_every_signal)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    print_of("exec grep SigBlk /proc/self/status", NULL, ED_SPAWN_ALL, false);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    CHECK_TEXT(output, "SigBlk:\t0000000000000000\n");
}

TEST(a_program_starts_in_the_start_folder_with_its_variables)
{
    char start[512], *variables[] = { "ONE=1", NULL };
    ed_start_folder_save();
    snprintf(start, sizeof start, "%s\n", ed_start_folder());
    setenv("OF_THE_GAME", "1", 1);
    CHECK(chdir("/") == 0);
    print_of("pwd -P", NULL, ED_SPAWN_ALL, false);
    bool entered = ed_start_folder_enter();
    CHECK(entered);
    CHECK_TEXT(output, start);
    CHECK_TEXT(
        print_of("echo $OF_THE_GAME; [ -n \"$PATH\" ] && echo path", NULL, ED_SPAWN_ALL, false),
        "\npath\n");
    unsetenv("OF_THE_GAME");
    CHECK_TEXT(print_of("echo $ONE$HOME", variables, ED_SPAWN_ALL, false), "1\n");
}

TEST(a_program_that_does_not_exist_is_an_error)
{
    char *arguments[] = { "/nowhere/tool", NULL };
    pid_t pid = 0;
    CHECK_EQ(ed_spawn(&pid, arguments, NULL, STDOUT_FILENO, ED_SPAWN_ALL, false), ENOENT);
}
