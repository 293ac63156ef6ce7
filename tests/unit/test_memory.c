#include "runtime/os/memory/memory.h"
#include "tests/lib/test.h"
#include <unistd.h>

TEST(a_machine_has_some_free_memory)
{
    u64 all = (u64)sysconf(_SC_PHYS_PAGES) * (u64)sysconf(_SC_PAGESIZE), unused = ed_memory_free();
    CHECK(unused > 0 && unused < all);
}
