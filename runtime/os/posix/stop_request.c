#include "runtime/debug/signals.h"
#include <signal.h>
#include <stddef.h>
#include "runtime/base/base.h"

static volatile sig_atomic_t stop_asked;

static void on_stop(int number) { stop_asked = number; }

/// Ignores SIGPIPE and SIGXFSZ; write errors are handled where they occur. This is a handler and
/// not SIG_IGN, because the build command would inherit the latter.
static void on_write(int number) { (void)number; }

bool ed_signals_is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void ed_signals_listen(void)
{
    static const int stops[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = on_stop };
    sigemptyset(&action.sa_mask);
    for (u32 i = 0; i < ED_COUNT(stops); i++)
        if (!ed_signals_is_ignored(stops[i])) sigaction(stops[i], &action, NULL);
    action.sa_handler = on_write;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

bool ed_signals_stop_requested(void) { return stop_asked != 0; }

bool ed_signals_got_sigterm(void) { return stop_asked == SIGTERM; }
