#include "runtime/os/process/helper.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// --- in the parent -------------------------------------------------------------------------------

/// A write to a pipe that nobody reads must not end this program, nor call its handler of SIGPIPE.
void ed_helper_release(ed_Child *helper)
{
    sigset_t pipe, before, waiting;
    int number;
    if (helper->input < 0) return;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&waiting);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    bool gone = write((int)helper->input, "\n", 1) < 0 && errno == EPIPE;
    if (gone && !sigismember(&waiting, SIGPIPE)) {
        sigpending(&waiting);      // an ignored signal is not pending
        if (sigismember(&waiting, SIGPIPE)) sigwait(&pipe, &number);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    ed_child_close_pipes(helper);
}

// --- in the helper -------------------------------------------------------------------------------

/// A refusal is not an error.
static void be_ended_first(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0 && write(file, "1000", 4) == 4) {}
    if (file >= 0) close(file);
}

void ed_helper_begin(void)
{
    const struct rlimit none = { 0, 0 };
    prctl(PR_SET_PDEATHSIG, SIGKILL);      // if it has ended already, ed_helper_wait notices that
    setrlimit(RLIMIT_CORE, &none);
    be_ended_first();
}

bool ed_helper_wait(void)
{
    char byte;
    ssize_t got;
    do got = read(STDIN_FILENO, &byte, 1);
    while (got < 0 && errno == EINTR);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    if (nothing > STDERR_FILENO) close(nothing);
    return got == 1;
}

u32 ed_helper_threads(void)
{
    u32 count = 0;
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return 1;
    for (const struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count ? count : 1;
}
