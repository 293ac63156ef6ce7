#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "codegen/syntax/index.h"
#include "codegen/syntax/print.h"
#include "tests/lib/test.h"

/// Compares the text and its size with those of the C library.
static bool as_the_library(size_t room, const char *format, ...)
{
    char own[65], library[64];      // one byte past the buffer, which must not change
    va_list args, again;
    memset(own, '~', sizeof own);
    va_start(args, format);
    va_copy(again, args);
    int size = cg_print(own, room, format, args);
    int wanted = vsnprintf(library, room, format, again);
    va_end(again);
    va_end(args);
    bool fits = (size_t)wanted < room;
    return size == wanted && own[room] == '~' && (!fits || strcmp(own, library) == 0);
}

TEST(text_is_printed_as_by_the_c_library)
{
    CHECK(as_the_library(64, "plain"));
    CHECK(as_the_library(64, "%s, %s;", "one", ""));
    CHECK(as_the_library(64, "[%10s] [%-10s] [%*s] [%-*s]", "right", "left", 4, "a", 4, "b"));
    CHECK(as_the_library(64, "[%.*s] [%-8.*s]", 2, "cut off", 3, "padded"));
    CHECK(as_the_library(64, "%c%c [%3c]", 'a', 'b', 'c'));
    CHECK(as_the_library(64, "%u %u %4u %-4u| %04u", 0u, 4294967295u, 7u, 7u, 42u));
    CHECK(as_the_library(64, "0x%08x %x", 0xbeefu, 0u));
}

TEST(what_only_the_c_library_can_print_is_left_to_it)
{
    CHECK(as_the_library(64, "%s %llu %d%%", "big", 18446744073709551615ull, -5));
    CHECK(as_the_library(64, "%u %.3f %s", 3u, 2.5, "after"));
}

TEST(text_without_room_is_measured_and_does_not_overflow)
{
    CHECK(as_the_library(5, "%s", "four"));
    CHECK(as_the_library(5, "%s", "fives"));
    CHECK(as_the_library(5, "%s and %u more", "a longer text", 12u));
}

TEST(an_index_finds_each_name_of_its_table_and_no_other)
{
    static const struct {
        const char *name;
        u32 number;
    } table[] = { { "one", 1 }, { "two", 2 }, { "three", 3 } };
    static u16 slots[4];
    cg_Index index = CG_INDEX(table, slots);
    for (u32 i = 0; i < ED_COUNT(table); i++)
        CHECK(cg_index_find(&index, table[i].name) == &table[i]);
    CHECK(!cg_index_find(&index, "four"));
    CHECK(!cg_index_find(&index, ""));
}
