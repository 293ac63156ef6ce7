#include "runtime/os/pages/pages.h"
#include <errno.h>
#include <windows.h>

size_t ed_page_bytes(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}

/// The system refuses address space only if there is not enough.
uint8_t *ed_pages_reserve(size_t bytes, int *failed)
{
    uint8_t *base = (uint8_t *)VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_READWRITE);
    *failed = base ? 0 : ENOMEM;
    return base;
}

void ed_pages_release(uint8_t *base, size_t bytes)
{
    (void)bytes;
    VirtualFree(base, 0, MEM_RELEASE);
}

static size_t step_end(size_t offset, size_t limit)
{
    size_t rest = offset % ED_PAGES_STEP, more = rest ? ED_PAGES_STEP - rest : 0;
    return offset < limit && more < limit - offset ? offset + more : limit;
}

bool ed_pages_provide(uint8_t *base, size_t limit, size_t ready, size_t end)
{
    size_t start = step_end(ready, limit);
    if (end <= start) return true;
    return VirtualAlloc(base + start, step_end(end, limit) - start, MEM_COMMIT, PAGE_READWRITE);
}

/// ed_pages_commit may have ended within a step, so the rest of the step is added.
size_t ed_pages_provided(uint8_t *base, size_t limit)
{
    MEMORY_BASIC_INFORMATION info;
    size_t end = 0;
    while (end < limit && VirtualQuery(base + end, &info, sizeof info) && info.State == MEM_COMMIT)
        end = (size_t)((uint8_t *)info.BaseAddress - base) + info.RegionSize;
    if (end >= limit) return limit;
    size_t whole = step_end(end, limit);
    if (whole == end || VirtualAlloc(base + end, whole - end, MEM_COMMIT, PAGE_READWRITE))
        return whole;
    return end - end % ED_PAGES_STEP;
}

bool ed_page_is_readable(uintptr_t page)
{
    MEMORY_BASIC_INFORMATION info;
    return VirtualQuery((void *)page, &info, sizeof info) && info.State == MEM_COMMIT
        && !(info.Protect & (PAGE_NOACCESS | PAGE_GUARD));
}

/// Large pages need a right that users do not have, so the pages stay small.
void ed_pages_prefer_large(uint8_t *base, size_t bytes, size_t small_bytes)
{
    (void)base, (void)bytes, (void)small_bytes;
}

void ed_pages_prefer_small(uint8_t *base, size_t bytes) { (void)base, (void)bytes; }

/// Makes the pages from `at` on usable, as far as all have the same state. Returns their end, or
/// NULL on failure. Memory that is usable already keeps its protection.
static uint8_t *make_usable(uint8_t *at, const uint8_t *end)
{
    MEMORY_BASIC_INFORMATION info;
    if (!VirtualQuery(at, &info, sizeof info)) return NULL;
    uint8_t *next = (uint8_t *)info.BaseAddress + info.RegionSize;
    if (next > end) next = at + (end - at);
    if (info.State == MEM_COMMIT) return next;
    bool good = VirtualAlloc(at, (size_t)(next - at), MEM_COMMIT, PAGE_READWRITE);
    return good ? next : NULL;
}

/// The system provides a page when it is first accessed: reading it changes nothing, and is
/// possible even if the page is read-only.
void ed_pages_commit(uint8_t *from, size_t bytes)
{
    const size_t page = ed_page_bytes(), before = (uintptr_t)from % page;
    uint8_t *const start = from - before, *const end = from + bytes;
    for (uint8_t *at = start, *next; at < end; at = next) {
        next = make_usable(at, end);
        if (!next) return;
        for (const volatile uint8_t *byte = at; byte < next; byte += page) (void)*byte;
    }
}
