#include "runtime/os/process/terminal.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"

static int print_columns(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("%s %u", ed_is_terminal(stdout) ? "terminal" : "file", ed_terminal_columns(stdout));
    return 7;
}

TEST(a_terminal_has_columns)
{
    CHECK_EQ(printed_run_on_terminal(print_columns, (const char *const[]){ "x", NULL }, 123), 7);
    CHECK_TEXT(printed_out, "terminal 123");
}

TEST(a_file_is_not_a_terminal)
{
    CHECK_EQ(printed_run(print_columns, (const char *const[]){ "x", NULL }), 7);
    CHECK_TEXT(printed_out, "file 0");
}
