/// What the kernel knows about a process. Only for runtime/os/process/macos.
#ifndef ED_OS_MACOS_KERNEL_INFO_H
#define ED_OS_MACOS_KERNEL_INFO_H
#include <sys/types.h>
#include <sys/sysctl.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// Returns false if there is no such process. Signal handlers may call it.
bool ed_kernel_info(i64 process, struct kinfo_proc *info);

ED_C_END
#endif
