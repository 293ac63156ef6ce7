#include "runtime/os/process/stop_request.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <signal.h>
#include <stdio.h>

/// Prints what is known after each signal.
static void note(int number)
{
    raise(number);
    printf("%d%d ", ed_stop_requested(), ed_stop_by_program());
}

static bool is_ignored(int number)
{
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static int listen_and_raise(int argc, char **argv)
{
    (void)argc, (void)argv;
    signal(SIGHUP, SIG_IGN);
    signal(SIGINT, SIG_DFL);      // a shell ignores it in what runs in its background
    ed_stop_listen();
    note(SIGHUP);
    note(SIGPIPE);
    note(SIGXFSZ);
    printf("%d%d ", is_ignored(SIGPIPE), is_ignored(SIGXFSZ));
    note(SIGINT);
    note(SIGTERM);
    return 7;
}

static int listen_and_hang_up(int argc, char **argv)
{
    (void)argc, (void)argv;
    ed_stop_listen();
    note(SIGHUP);
    return 7;
}

TEST(signals_that_end_a_program_ask_it_to_stop_unless_they_were_ignored)
{
    CHECK_EQ(printed_run(listen_and_raise, (const char *const[]){ "run", NULL }), 7);
    CHECK_TEXT(printed_out, "00 00 00 00 10 11 ");
    CHECK_EQ(printed_run(listen_and_hang_up, (const char *const[]){ "run", NULL }), 7);
    CHECK_TEXT(printed_out, "10 ");
}
