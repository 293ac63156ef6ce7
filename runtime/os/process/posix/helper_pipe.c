#include "runtime/os/process/helper.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
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
