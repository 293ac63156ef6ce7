#include "tests/lib/test.h"
#include <stdio.h>
#include <unistd.h>
#include "runtime/os/library/library_image.h"
#include "runtime/os/library/loader.h"

static const char *path_beside_program(const char *name)
{
    static char path[400];
    ssize_t size = readlink("/proc/self/exe", path, 300);
    while (size > 0 && path[size - 1] != '/') size--;
    snprintf(path + (size > 0 ? size : 0), 100, "%s", name);
    return path;
}

TEST(the_range_of_a_loaded_library_contains_its_functions)
{
    u64 base = 1, end = 1;
    const char *path = path_beside_program("test/tiny.so");
    CHECK(!ed_library_range(path, &base, &end) && base == 0 && end == 0);
    void *library = ed_loader_open(path);
    CHECK(library && ed_library_range(path, &base, &end));
    u64 at = (u64)(uintptr_t)ed_loader_symbol(library, "eddie_module");
    CHECK(at >= base && at < end);
    ed_loader_close(library);
    CHECK(!ed_library_range(path, &base, &end));
    CHECK(!ed_library_range("", &base, &end));
}

TEST(a_library_is_linked_for_address_0)
{
    CHECK_EQ(ed_library_linked_address(path_beside_program("test/tiny.so")), 0);
    CHECK_EQ(ed_library_linked_address("/nowhere/game.so"), 0);
}
