#include "runtime/os/memory/memory_use.h"
#include <libproc.h>
#include <sys/resource.h>
#include <unistd.h>
#include "runtime/os/memory/macos/page_counts.h"

u64 ed_memory_used(i64 process)
{
    struct rusage_info_v2 info;
    pid_t id = process ? (pid_t)process : getpid();
    int failed = proc_pid_rusage(id, RUSAGE_INFO_V2, (rusage_info_t *)(void *)&info);
    return failed ? 0 : info.ri_phys_footprint;
}

u64 ed_memory_available(void)
{
    ed_PageCounts counts;
    return ed_page_counts(&counts) ? (counts.unused + counts.droppable) * counts.page_bytes
                                   : UINT64_MAX;
}
