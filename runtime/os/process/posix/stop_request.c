#include "runtime/os/process/stop_request.h"
#include <signal.h>

static volatile sig_atomic_t last_signal;

static void on_stop(int number) { last_signal = number; }

/// Ignores SIGPIPE and SIGXFSZ; write errors are handled where they occur. This is a handler and
/// not SIG_IGN, because the build command would inherit the latter.
static void on_write(int number) { (void)number; }

static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void ed_stop_listen(void)
{
    static const int stops[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = on_stop };
    sigemptyset(&action.sa_mask);
    for (u32 i = 0; i < ED_COUNT(stops); i++)
        if (!is_ignored(stops[i])) sigaction(stops[i], &action, NULL);
    action.sa_handler = on_write;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

bool ed_stop_requested(void) { return last_signal != 0; }

bool ed_stop_by_program(void) { return last_signal == SIGTERM; }
