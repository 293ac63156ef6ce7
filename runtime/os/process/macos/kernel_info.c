#include "runtime/os/process/macos/kernel_info.h"

bool ed_kernel_info(i64 process, struct kinfo_proc *info)
{
    int name[] = { CTL_KERN, KERN_PROC, KERN_PROC_PID, (int)process };
    size_t size = sizeof *info;
    // The size is 0 if there is no such process.
    return sysctl(name, ED_COUNT(name), info, &size, NULL, 0) == 0 && size == sizeof *info;
}
