#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/live/library.h"
#include "runtime/os/files.h"

// A small module beside the test program; tests/suites/loading.sh opens it and many invalid ones.
static ed_Span tiny_bytes(void)
{
    ed_Span bytes = { NULL, 0 };
    char path[400];
    ssize_t size = readlink("/proc/self/exe", path, 300);
    while (size > 0 && path[size - 1] != '/') size--;
    snprintf(path + (size > 0 ? size : 0), 100, "test/tiny.so");
    ed_file_read(path, (size_t)1 << 20, test_arena(), &bytes, NULL);
    return bytes;
}

TEST(a_whole_library_passes)
{
    ed_Span bytes = tiny_bytes();
    ed_Error error = { .code = ED_OK };
    CHECK(bytes.size > 5000);
    CHECK(ed_library_check(bytes, &error));
}

TEST(a_library_cut_off_anywhere_is_refused)
{
    ed_Span bytes = tiny_bytes();
    for (size_t size = 0; size < bytes.size; size++) {
        ed_Error error = { .code = ED_OK };
        CHECK(!ed_library_check((ed_Span){ bytes.at, size }, &error));
        CHECK(*error.text);
    }
}

TEST(a_damaged_library_is_never_read_outside)
{
    ed_Span bytes = tiny_bytes();
    u8 *damaged = malloc(bytes.size);      // the sanitizer knows where it ends
    u64 random = 1;
    CHECK(damaged);
    for (u32 i = 0; i < 20000; i++) {
        memcpy(damaged, bytes.at, bytes.size);
        for (u32 k = i % 3 + 1; k > 0; k--) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            // half of them in the headers and tables
            size_t at = (random >> 32) % (i % 2 ? bytes.size : 2048);
            damaged[at] = (u8)(random >> 24);
        }
        ed_Error error = { .code = ED_OK };
        bool good = ed_library_check((ed_Span){ damaged, bytes.size }, &error);
        CHECK(good || *error.text);
    }
    free(damaged);
}

TEST(an_error_says_what_a_file_is_that_is_not_a_library)
{
    ed_Error error = { .code = ED_OK };
    static u8 head[64] = "\x7f"
                         "ELF\x02\x01";
    CHECK(!ed_library_check((ed_Span){ head, sizeof head }, &error));
    CHECK_HAS(error.text, "another machine");
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_library_check((ed_Span){ (const u8 *)"#!/bin/sh\n", 10 }, &error));
    CHECK_HAS(error.text, "not a shared library");
}
