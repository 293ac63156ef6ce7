#include "tests/test.h"
#include "runtime/live/file.h"
#include "runtime/live/library.h"

// The test program itself is laid out as a library is.
static ed_Span own_bytes(void)
{
    ed_Span bytes = { NULL, 0 };
    ed_file_read("/proc/self/exe", (size_t)1 << 28, test_arena(), &bytes, NULL);
    return bytes;
}

TEST(a_whole_library_passes)
{
    ed_Span bytes = own_bytes();
    ed_Error error = { .code = ED_OK };
    CHECK(bytes.size > 10000);
    CHECK(ed_library_check(bytes, &error));
}

TEST(a_library_cut_off_anywhere_is_refused)
{
    ed_Span bytes = own_bytes();
    for (size_t size = 0; size < bytes.size; size += size < 8192 || bytes.size - size < 8192 ? 1 : 997) {
        ed_Error error = { .code = ED_OK };
        CHECK(!ed_library_check((ed_Span){ bytes.at, size }, &error));
        CHECK(*error.text);
    }
}

TEST(what_is_no_library_is_told_apart)
{
    ed_Error error = { .code = ED_OK };
    static u8 head[64] = "\x7f" "ELF\x02\x01";
    CHECK(!ed_library_check((ed_Span){ head, sizeof head }, &error));
    CHECK_HAS(error.text, "another machine");
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_library_check((ed_Span){ (const u8 *)"#!/bin/sh\n", 10 }, &error));
    CHECK_HAS(error.text, "no shared library");
}
