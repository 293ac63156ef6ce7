#include "runtime/os/pages/pages.h"
#include <errno.h>
#include <unistd.h>
#include "runtime/os/pages/posix/populate.h"

#define LARGE_PAGE ((size_t)2 << 20)

/// Asks for something that is allowed for every page that exists, and has no effect.
bool ed_page_is_readable(uintptr_t page) { return msync((void *)page, 1, MS_ASYNC) == 0; }

size_t ed_page_bytes(void) { return (size_t)sysconf(_SC_PAGESIZE); }

uint8_t *ed_pages_reserve(size_t bytes, int *failed)
{
    int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, how, -1, 0);
    *failed = base == MAP_FAILED ? errno : 0;
    return *failed ? NULL : (uint8_t *)base;
}

void ed_pages_release(uint8_t *base, size_t bytes) { munmap(base, bytes); }

void ed_pages_prefer_large(uint8_t *base, size_t bytes, size_t small_bytes)
{
#ifdef MADV_HUGEPAGE
    size_t skip = small_bytes + LARGE_PAGE - 1;
    skip -= ((uintptr_t)base + skip) % LARGE_PAGE;
    if (skip < bytes) madvise(base + skip, bytes - skip, MADV_HUGEPAGE);
#else
    (void)base, (void)bytes, (void)small_bytes;
#endif
}

void ed_pages_prefer_small(uint8_t *base, size_t bytes)
{
#ifdef MADV_NOHUGEPAGE
    madvise(base, bytes, MADV_NOHUGEPAGE);
#else
    (void)base, (void)bytes;
#endif
}

void ed_pages_commit(uint8_t *from, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    size_t before = (uintptr_t)from % ed_page_bytes();
    madvise(from - before, bytes + before, MADV_POPULATE_WRITE);
#else
    (void)from, (void)bytes;
#endif
}
