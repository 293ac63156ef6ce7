#include "runtime/os/memory_use.h"
#include <windows.h>
#include <psapi.h>

/// What the system has promised to the process, which is at least what it occupies. wine does not
/// know it.
u64 ed_memory_used(i64 process)
{
    PROCESS_MEMORY_COUNTERS_EX use = { .cb = sizeof use };
    const HANDLE handle = (HANDLE)(intptr_t)process;
    if (!process
        || !K32GetProcessMemoryInfo(handle, (PROCESS_MEMORY_COUNTERS *)(void *)&use, use.cb))
        return 0;
    return use.PrivateUsage;
}

/// The system does not promise more memory than it has, paging files included.
u64 ed_memory_available(void)
{
    MEMORYSTATUSEX status = { .dwLength = sizeof status };
    if (!GlobalMemoryStatusEx(&status)) return UINT64_MAX;
    return status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                         : status.ullAvailPageFile;
}
