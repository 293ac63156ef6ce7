#include "runtime/os/system/code_page.h"
#include <string.h>
#include "tests/lib/test.h"

static bool becomes(const char *text, const char *expected)
{
    ed_Span span = { (const u8 *)text, strlen(text) };
    return ed_text_to_utf8(&span, test_arena()) && span.size == strlen(expected)
        && memcmp(span.at, expected, span.size) == 0;
}

TEST(utf_8_of_another_program_stays_as_it_is)
{
    CHECK(becomes("", ""));
    CHECK(becomes("game/main.c: \\\n", "game/main.c: \\\n"));
    CHECK(becomes("C:/J\xc3\xb6rg/\xd0\xb8\xd0\xb3\xd1\x80\xd0\xb0.c", "C:/Jörg/игра.c"));
}

/// The machines that run the tests for Windows have code page 1252.
TEST(a_path_in_the_code_page_of_the_machine_becomes_utf_8_on_windows)
{
    CHECK(becomes("C:/J\xf6rg/\x80.c: D:/\xdf.h",
                  ED_ON_WINDOWS ? "C:/Jörg/€.c: D:/ß.h" : "C:/J\xf6rg/\x80.c: D:/\xdf.h"));
}
