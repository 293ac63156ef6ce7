#include "runtime/os/memory/memory.h"
#include <unistd.h>

u64 ed_memory_free(void)
{
    long pages = sysconf(_SC_AVPHYS_PAGES);
    return pages > 0 ? (u64)pages * (u64)sysconf(_SC_PAGESIZE) : 0;
}
