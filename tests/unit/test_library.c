#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/library.h"
#include "runtime/os/files/files.h"
#include "runtime/os/library/library_check.h"

// A small module beside the test program. tests/suites/libraries.sh opens another build of the same
// source, and many invalid libraries.
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

TEST(a_damaged_library_is_never_read_beyond_its_bytes)
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

// --- loading ------------------------------------------------------------------------------------

static char folder[64];

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    return mkdtemp(folder) != NULL;
}

static const char *in(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

TEST(a_library_is_loaded_from_a_copy_that_is_deleted_when_it_is_closed)
{
    ed_Error error = { .code = ED_OK };
    ed_Library library;
    CHECK(begin());
    CHECK(ed_library_open(&library, tiny_bytes(), 77, "build/tiny.so", folder, 3, &error));
    CHECK_TEXT(library.copy, in("tiny.so-3.so"));
    CHECK(library.handle && library.module);
    CHECK_TEXT(library.module->game, "tiny");
    CHECK_EQ(library.hash, 77);
    CHECK(access(library.copy, F_OK) == 0);
    ed_library_unload(&library);
    CHECK(!library.handle && !library.module);
    CHECK(access(in("tiny.so-3.so"), F_OK) == 0);      // for the debugger
    ed_library_unload(&library);
    CHECK(ed_library_load(&library, &error));
    CHECK(ed_library_close(&library));
    CHECK(!library.handle && !library.module && !*library.copy);
    CHECK(access(in("tiny.so-3.so"), F_OK) != 0);
    CHECK(ed_library_close(&library));
    CHECK_EQ(rmdir(folder), 0);
}

TEST(a_library_that_is_read_has_the_hash_of_its_bytes)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 first = 0, second = 0;
    CHECK(begin());
    for (u32 i = 0; i < 3; i++) {
        FILE *file = fopen(in("a.so"), "w");
        CHECK(file && fputs(i < 2 ? "one" : "two", file) >= 0 && fclose(file) == 0);
        first = second;
        CHECK(ed_library_read(in("a.so"), test_arena(), &bytes, &second, &error));
        CHECK_EQ(bytes.size, 3);
        CHECK_EQ(first == second, i == 1);
    }
    CHECK(unlink(in("a.so")) == 0);
    CHECK(!ed_library_read(in("a.so"), test_arena(), &bytes, &second, &error));
    CHECK_HAS(error.text, "a.so: cannot be opened");
    CHECK_EQ(rmdir(folder), 0);
}

TEST(the_limit_of_a_library_is_reported_without_an_option_that_does_not_change_it)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    CHECK(begin() && close(creat(in("a.so"), 0600)) == 0);
    CHECK(truncate(in("a.so"), (off_t)ED_LIBRARY_BYTES_MAX + 1) == 0);
    CHECK(!ed_library_read(in("a.so"), test_arena(), &bytes, &hash, &error));
    CHECK(unlink(in("a.so")) == 0 && rmdir(folder) == 0);
    CHECK_HAS(error.text, "a.so: the file has 1073741825 bytes, more than the limit of 1073741824");
    CHECK(!strstr(error.text, "--limit"));
}

TEST(a_copy_is_named_by_the_start_of_the_file_name)
{
    static const char name[] = "0123456789012345678901234567890123456789012345678901234567890123"
                               "456789.so";
    ed_Error error = { .code = ED_OK };
    ed_Library library;
    CHECK(begin());
    CHECK(ed_library_copy(&library, tiny_bytes(), 1, name, folder, 4000000000u, &error));
    CHECK_EQ(strlen(strrchr(library.copy, '/') + 1), 64 + strlen("-4000000000.so"));
    CHECK(!library.handle);
    CHECK(ed_library_close(&library));
    CHECK(!ed_library_copy(&library, (ed_Span){ (const u8 *)"x", 1 }, 1, name, folder, 1, &error));
    CHECK_HAS(error.text, "it is not a shared library");
    CHECK(!*library.copy);
    CHECK(ed_library_close(&library));
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_library_copy(&library, tiny_bytes(), 1, name, in("none"), 1, &error));
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_library_open(&library, tiny_bytes(), 1, name, in("none"), 1, &error));
    CHECK_HAS(error.text, "the library cannot be copied there: No such file or directory");
    CHECK(!*library.copy);
    CHECK_EQ(rmdir(folder), 0);
}

TEST(why_the_loader_refuses_a_copy_is_reported_without_its_path)
{
    ed_Error error = { .code = ED_OK };
    ed_Library library;
    CHECK(begin());
    CHECK(ed_library_copy(&library, tiny_bytes(), 1, "tiny.so", folder, 1, &error));
    CHECK(truncate(library.copy, 100) == 0);
    CHECK(!ed_library_load(&library, &error));
    CHECK(strncmp(error.text, "it cannot be loaded: ", 21) == 0 && error.text[21] != '/'
          && error.text[21] != ' ' && error.text[21] != ':');
    CHECK(!strstr(error.text, folder));
    CHECK(ed_library_close(&library));
    CHECK_EQ(rmdir(folder), 0);
}

TEST(a_library_that_has_no_module_is_closed_again)
{
    static const char entry[] = "eddie_module";
    ed_Error error = { .code = ED_OK };
    ed_Library library;
    ed_Span bytes = tiny_bytes();
    u8 *copy = ed_arena_push(test_arena(), bytes.size, 64);
    CHECK(begin() && copy);
    memcpy(copy, bytes.at, bytes.size);
    for (u8 *at; (at = memmem(copy, bytes.size, entry, sizeof entry)) != NULL;) at[0] = 'x';
    CHECK(!ed_library_open(&library, (ed_Span){ copy, bytes.size }, 1, "a.so", folder, 1, &error));
    CHECK_TEXT(error.text, "the function eddie_module is missing: export it, see runtime/eddie.h");
    CHECK(!library.handle && !*library.copy);
    CHECK_EQ(rmdir(folder), 0);
}
