#include "tests/lib/test.h"
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/process/exit.h"

static bool armed;

static void fail_at_exit(void)
{
    if (armed) _exit(1);
}

TEST(a_process_that_ends_at_once_runs_no_exit_handler)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        armed = atexit(fail_at_exit) == 0;
        ed_exit_now(armed ? 5 : 2);
    }
    CHECK(pid > 0 && waitpid(pid, &status, 0) == pid);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
}
