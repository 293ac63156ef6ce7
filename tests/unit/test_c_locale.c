#include "runtime/os/system/c_locale.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <locale.h>
#include <stdio.h>

/// Prints a number after the process got a locale with decimal commas, if there is one.
static int print_number(int argc, char **argv)
{
    (void)argc, (void)argv;
    ed_locale_use_c();
    for (const char *const *name = (const char *const[]){ "de_DE.UTF-8", "fr_FR.UTF-8", "", NULL };
         *name; name++)
        if (setlocale(LC_ALL, *name)) break;
    printf("%.1f", 1.5);
    return 7;
}

TEST(a_thread_with_the_c_locale_keeps_it)
{
    CHECK_EQ(printed_run(print_number, (const char *const[]){ "x", NULL }), 7);
    CHECK_TEXT(printed_out, "1.5");
}
