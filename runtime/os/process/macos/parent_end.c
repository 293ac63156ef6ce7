#include "runtime/os/process/macos/parent_end.h"
#include <errno.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/event.h>
#include <time.h>
#include <unistd.h>
#include "runtime/os/process/self.h"
#include "runtime/os/process/thread.h"

/// The thread runs until the process ends.
static struct ParentEnd {
    ed_Thread thread;
    bool started;
    volatile i64 parent;
    volatile sig_atomic_t signal;
} parent_end;

/// Waits for the end of the parent, for a second at most. Returns true if it has ended. The game's
/// code may have closed the descriptor: then this only sleeps.
static bool wait_for_it(int queue)
{
    struct kevent end;
    const struct timespec second = { 1, 0 }, pause = { 0, 100000000 };
    EV_SET(&end, (uintptr_t)parent_end.parent, EVFILT_PROC, EV_ADD | EV_ONESHOT, NOTE_EXIT, 0,
           NULL);
    int count = kevent(queue, &end, 1, &end, 1, &second);
    bool failed = count < 0 || (count > 0 && (end.flags & EV_ERROR) && end.data != ESRCH);
    if (failed) nanosleep(&pause, NULL);
    return count > 0 && !failed;
}

static void watch(void *it)
{
    (void)it;
    int queue = kqueue();
    while (ed_self_parent_id() == parent_end.parent && !wait_for_it(queue)) {}
    kill(getpid(), parent_end.signal);
    if (queue >= 0) close(queue);
}

bool ed_parent_end_send(i64 parent, int signal)
{
    parent_end.parent = parent;
    parent_end.signal = signal;
    if (!parent_end.started)
        parent_end.started = ed_thread_start(&parent_end.thread, "eddie-parent", watch, NULL) == 0;
    return parent_end.started;
}
