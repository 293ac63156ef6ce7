#include "runtime/os/memory/memory_use.h"
#include "tests/lib/test.h"
#include <sys/mman.h>
#include <unistd.h>

#define BYTES ((size_t)4 << 20)

TEST(the_memory_of_a_process_grows_by_what_it_writes_and_not_by_what_it_shares)
{
    int how = MAP_ANONYMOUS | MAP_NORESERVE;
    void *own = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | how, -1, 0);
    void *shared = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | how, -1, 0);
    u64 before = ed_memory_used(getpid());
    CHECK(ed_memory_used(0) > 0);
    CHECK(own != MAP_FAILED && shared != MAP_FAILED && before > 0);
    memset(own, 1, BYTES);
    u64 after = ed_memory_used(getpid());
    CHECK(after >= before + BYTES / 2 && after < before + 2 * BYTES);
    memset(shared, 1, BYTES);
    CHECK(ed_memory_used(getpid()) < after + BYTES / 2);
    munmap(own, BYTES);
    munmap(shared, BYTES);
}

TEST(the_memory_of_a_process_that_does_not_exist_is_unknown) { CHECK_EQ(ed_memory_used(-1), 0); }

TEST(some_memory_is_available)
{
    u64 bytes = ed_memory_available();
    CHECK(bytes > 1 << 20);
    CHECK(bytes != UINT64_MAX);
}
