#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/os/files/files.h"
#include "runtime/os/library/library_check.h"
#include "runtime/os/library/library_symbols.h"
#include "runtime/os/process/program.h"

static ed_Span probe_bytes(void)
{
    ed_Span bytes = { NULL, 0 };
    char path[ED_PATH_MAX];
    if (ed_program_path_beside("test/probe.so", path, sizeof path))
        ed_file_read(path, (size_t)1 << 20, test_arena(), &bytes, NULL);
    return bytes;
}

typedef struct Found {
    const char *wanted, *file;
    u64 size;
    u32 count;
} Found;

static void take_found(void *it, const ed_LibraryVariable *variable)
{
    Found *found = (Found *)it;
    found->count++;
    if (!found->wanted || strcmp(variable->name, found->wanted) != 0) return;
    found->file = variable->file;
    found->size = variable->size;
}

static const char *unknown = "";      // the name of a symbol

static bool is_known(const char *name) { return strcmp(name, unknown) != 0; }

TEST(an_undefined_weak_symbol_is_looked_up_by_name)
{
    ed_Span bytes = probe_bytes();
    CHECK(ed_library_weak_symbols_are_known(bytes, is_known));
    unknown = "__cxa_finalize";      // weak in every library that gcc or clang links
    CHECK(!ed_library_weak_symbols_are_known(bytes, is_known));
    unknown = "abort";      // undefined, and not weak
    CHECK(ed_library_weak_symbols_are_known(bytes, is_known));
    unknown = "eddie_module";      // defined
    CHECK(ed_library_weak_symbols_are_known(bytes, is_known));
    unknown = "";
}

TEST(a_static_variable_is_found_with_its_file_and_size)
{
    Found found = { .wanted = "loads" };
    ed_library_variables(probe_bytes(), take_found, &found);
    CHECK(found.file && strcmp(found.file, "probe.c") == 0);
    CHECK(found.size >= sizeof(int));      // a sanitizer adds bytes
}

TEST(the_symbols_of_a_damaged_library_are_never_read_beyond_its_bytes)
{
    ed_Span bytes = probe_bytes();
    u8 *damaged = malloc(bytes.size);      // the sanitizer knows where it ends
    u64 random = 1;
    CHECK(bytes.size && damaged);
    for (u32 i = 0; i < 4000; i++) {
        memcpy(damaged, bytes.at, bytes.size);
        for (u32 k = 0; k < 3; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t end = i % 2 ? bytes.size : 4096;      // half of them in the section table
            damaged[bytes.size - 1 - (random >> 32) % (end < bytes.size ? end : bytes.size)] =
                (u8)(random >> 24);
        }
        ed_Error error = { .code = ED_OK };
        Found found = { .count = 0 };
        ed_Span library = { damaged, bytes.size };
        if (!ed_library_check(library, &error)) continue;
        ed_library_variables(library, take_found, &found);
        ed_library_weak_symbols_are_known(library, is_known);
    }
    free(damaged);
}
