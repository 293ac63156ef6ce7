#include "runtime/debug/signals.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <signal.h>
#include <stdio.h>

/// Prints what is known after each signal.
static void note(int number)
{
    raise(number);
    printf("%d%d ", ed_signals_stop_requested(), ed_signals_got_sigterm());
}

static int listen_and_raise(int argc, char **argv)
{
    (void)argc, (void)argv;
    signal(SIGHUP, SIG_IGN);
    printf("%d%d ", ed_signals_is_ignored(SIGHUP), ed_signals_is_ignored(SIGINT));
    ed_signals_listen();
    note(SIGHUP);
    note(SIGPIPE);
    note(SIGXFSZ);
    printf("%d%d ", ed_signals_is_ignored(SIGPIPE), ed_signals_is_ignored(SIGXFSZ));
    note(SIGINT);
    note(SIGTERM);
    return 7;
}

static int listen_and_hang_up(int argc, char **argv)
{
    (void)argc, (void)argv;
    ed_signals_listen();
    note(SIGHUP);
    return 7;
}

TEST(signals_that_end_a_program_ask_it_to_stop_unless_they_were_ignored)
{
    CHECK_EQ(printed_run(listen_and_raise, (const char *const[]){ "run", NULL }), 7);
    CHECK_TEXT(printed_out, "10 00 00 00 00 10 11 ");
    CHECK_EQ(printed_run(listen_and_hang_up, (const char *const[]){ "run", NULL }), 7);
    CHECK_TEXT(printed_out, "10 ");
}
