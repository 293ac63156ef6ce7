#include "host/stop.h"
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stop_asked;

static void on_stop(int number)
{
    (void)number;
    stop_asked = 1;
}

/// A handler of our own, not SIG_IGN: what is ignored stays ignored in the build command too.
static void on_pipe(int number)
{
    (void)number;
}

void host_stop_listen(void)
{
    struct sigaction action = { .sa_handler = on_stop };
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    action.sa_handler = on_pipe;
    sigaction(SIGPIPE, &action, NULL);
}

bool host_stop_asked(void)
{
    return stop_asked != 0;
}
