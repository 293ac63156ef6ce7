#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"
#include "tests/lib/test.h"

static bool prints(const char *text, const char *expected)
{
    char got[200] = "";
    FILE *file = tmpfile();
    if (!file) return false;
    ed_print_output(file, text, strlen(text));
    rewind(file);
    size_t size = fread(got, 1, sizeof got - 1, file);
    got[size] = 0;
    fclose(file);
    return strcmp(got, expected) == 0;
}

TEST(the_colors_of_another_program_pass_and_other_controls_do_not)
{
    CHECK(prints("\x1b[01;31m\x1b[Kerror\x1b[m\x1b[K\n", "\x1b[01;31m\x1b[Kerror\x1b[m\x1b[K\n"));
    CHECK(prints("\x1b]0;title\x07", "?]0;title?"));
    CHECK(prints("\x1b[2J\x1b[1;1H", "?[2J?[1;1H"));
    CHECK(prints("\x1b[31", "?[31"));
    CHECK(prints("a\rb\x1b", "a?b?"));
    CHECK(prints("\tv\xc3\xa4\xff\n", "\tv\xc3\xa4?\n"));
}
