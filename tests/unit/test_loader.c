#include "tests/lib/test.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "runtime/os/library/loader.h"

/// A small module beside the test program.
static const char *tiny_path(void)
{
    static char path[400];
    ssize_t size = readlink("/proc/self/exe", path, 300);
    while (size > 0 && path[size - 1] != '/') size--;
    snprintf(path + (size > 0 ? size : 0), 100, "test/tiny.so");
    return path;
}

TEST(a_library_is_in_memory_until_it_is_closed)
{
    const char *path = tiny_path();
    CHECK(!ed_loader_has(path));
    void *library = ed_loader_open(path);
    CHECK(library && ed_loader_has(path));
    CHECK(ed_loader_symbol(library, "eddie_module") != NULL);
    CHECK(ed_loader_symbol(library, "nobody_has_this_function") == NULL);
    CHECK(!ed_loader_knows("eddie_module"));      // its symbols are not those of the program
    ed_loader_close(library);
    CHECK(!ed_loader_has(path));
}

TEST(the_loader_reports_why_it_refuses_a_library)
{
    static const char path[] = "/nowhere/game.so";
    CHECK(ed_loader_open(path) == NULL);
    CHECK(strncmp(ed_loader_error(), path, strlen(path)) == 0);
    CHECK_TEXT(ed_loader_error(), "the loader gave no reason");      // no further error
}

TEST(functions_that_the_program_hides_are_found)
{
    CHECK(ed_loader_hidden_function("getpid") != NULL);
    CHECK(ed_loader_hidden_function("nobody_has_this_function") == NULL);
}

TEST(exported_functions_are_known_by_name_and_by_address)
{
    void *library = ed_loader_open(tiny_path());
    CHECK(library && ed_loader_knows("getpid") && !ed_loader_knows("nobody_has_this_function"));
    const void *function = ed_loader_symbol(library, "eddie_module");
    CHECK_TEXT(ed_loader_function_at((u64)(uintptr_t)function), "eddie_module");
    CHECK(*ed_loader_function_at(ed_loader_c_library()));
    CHECK_TEXT(ed_loader_function_at(16), "");
    ed_loader_close(library);
}
