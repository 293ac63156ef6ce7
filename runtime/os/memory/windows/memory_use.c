#include "runtime/os/memory/memory_use.h"
#include <windows.h>
#include <psapi.h>

/// What the system has promised to the process, which is at least what it occupies. wine does not
/// know it.
u64 ed_memory_used(i64 process)
{
    PROCESS_MEMORY_COUNTERS_EX use = { .cb = sizeof use };
    const HANDLE handle = process ? (HANDLE)(intptr_t)process : GetCurrentProcess();
    PROCESS_MEMORY_COUNTERS *counters = (PROCESS_MEMORY_COUNTERS *)(void *)&use;
    return K32GetProcessMemoryInfo(handle, counters, use.cb) ? use.PrivateUsage : 0;
}

/// The system does not promise more memory than it has, paging files included.
u64 ed_memory_available(void)
{
    MEMORYSTATUSEX status = { .dwLength = sizeof status };
    if (!GlobalMemoryStatusEx(&status)) return UINT64_MAX;
    return status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                         : status.ullAvailPageFile;
}
