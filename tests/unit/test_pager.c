#include "host/cmd/pager.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

/// The arguments are what PAGER and LESS are set to.
static int print_in_pager(int argc, char **argv)
{
    unsetenv("LESS");
    if (argc > 1) setenv("PAGER", argv[1], 1);
    if (argc > 2) setenv("LESS", argv[2], 1);
    ed_start_folder_save();
    FILE *to = host_pager_open();
    bool direct = to == stdout, ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
    fputs("one\ntwo\n", to);
    host_pager_close(to);
    return direct ? 7 : ignored ? 8 : 9;
}

static int paged(const char *pager, const char *less)
{
    return printed_run_on_terminal(print_in_pager,
                                   (const char *const[]){ "cat", pager, less, NULL }, 80);
}

TEST(a_terminal_gets_the_text_from_the_pager)
{
    CHECK_EQ(paged("sed s/^/-/", NULL), 8);
    CHECK_TEXT(printed_out, "-one\n-two\n");
    CHECK_EQ(paged("exit 0", NULL), 8);      // the user leaves it at once
    CHECK_TEXT(printed_out, "");
    CHECK_EQ(paged("cat >/dev/null; printenv LESS", NULL), 8);
    CHECK_TEXT(printed_out, "RFX\n");
    CHECK_EQ(paged("cat >/dev/null; printenv LESS", "S"), 8);
    CHECK_TEXT(printed_out, "S\n");
}

TEST(without_a_pager_or_a_terminal_the_text_is_printed_directly)
{
    CHECK_EQ(paged("", NULL), 7);
    CHECK_TEXT(printed_out, "one\ntwo\n");
    CHECK_EQ(printed_run(print_in_pager, (const char *const[]){ "cat", "sed s/^/-/", NULL }), 7);
    CHECK_TEXT(printed_out, "one\ntwo\n");
}

/// The argument is the folder with the programs.
static int print_in_default_pager(int argc, char **argv)
{
    (void)argc;
    unsetenv("PAGER");
    setenv("PATH", argv[1], 1);
    ed_start_folder_save();
    FILE *to = host_pager_open();
    fputs("one\n", to);
    host_pager_close(to);
    return 0;
}

TEST(the_default_pager_is_less_if_it_is_installed)
{
    char folder[] = "/tmp/eddie-pager-XXXXXX", path[64], command[64];
    const char *const words[] = { "cat", folder, NULL };
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/cat", folder);
    CHECK(symlink("/bin/cat", path) == 0);
    CHECK_EQ(printed_run_on_terminal(print_in_default_pager, words, 80), 0);
    CHECK_TEXT(printed_out, "one\n");
    snprintf(path, sizeof path, "%s/less", folder);
    FILE *file = fopen(path, "w");
    CHECK(file && fputs("#!/bin/sh\necho less $*\ncat\n", file) >= 0 && fclose(file) == 0);
    CHECK(chmod(path, 0755) == 0);
    CHECK_EQ(printed_run_on_terminal(print_in_default_pager, words, 80), 0);
    CHECK_TEXT(printed_out, "less -RFX\none\n");
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
}
