#include "runtime/os/memory/memory.h"
#include "runtime/os/memory/macos/page_counts.h"

u64 ed_memory_free(void)
{
    ed_PageCounts counts;
    return ed_page_counts(&counts) ? counts.unused * counts.page_bytes : 0;
}
