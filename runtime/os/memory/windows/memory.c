#include "runtime/os/memory/memory.h"
#include <windows.h>

u64 ed_memory_free(void)
{
    MEMORYSTATUSEX status = { .dwLength = sizeof status };
    return GlobalMemoryStatusEx(&status) ? status.ullAvailPhys : 0;
}
