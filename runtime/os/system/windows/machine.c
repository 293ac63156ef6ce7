#include "runtime/os/system/machine.h"
#include <windows.h>

u32 ed_machine_processors(void)
{
    u32 count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count ? count : 1;
}

u32 ed_machine_page_bytes(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}
