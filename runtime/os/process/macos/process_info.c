#include "runtime/os/process/process_info.h"
#include <errno.h>
#include <libproc.h>
#include <mach/mach_time.h>
#include <pthread.h>
#include <sys/proc.h>
#include <sys/resource.h>
#include <unistd.h>
#include "runtime/os/process/macos/kernel_info.h"

bool ed_process_is_traced(i64 process)
{
    struct kinfo_proc info;
    return ed_kernel_info(process ? process : getpid(), &info)
        && (info.kp_proc.p_flag & P_TRACED) != 0;
}

i64 ed_thread_number(void)
{
    u64 number = 0;
    pthread_threadid_np(NULL, &number);
    return (i64)number;
}

bool ed_thread_has_ended(i64 number)
{
    struct proc_threadinfo info;
    errno = 0;
    int size = proc_pidinfo(getpid(), PROC_PIDTHREADID64INFO, (u64)number, &info, sizeof info);
    return size <= 0 && errno == ESRCH;
}

u64 ed_thread_used_ns(i64 number)
{
    struct proc_threadinfo info;
    int size = proc_pidinfo(getpid(), PROC_PIDTHREADID64INFO, (u64)number, &info, sizeof info);
    return size == (int)sizeof info ? info.pth_user_time + info.pth_system_time : 0;
}

/// The system reports these times in ticks, which are not nanoseconds on every processor.
u64 ed_process_used_ns(i64 process)
{
    struct rusage_info_v2 info;
    mach_timebase_info_data_t tick;
    if (proc_pid_rusage((pid_t)process, RUSAGE_INFO_V2, (rusage_info_t *)(void *)&info) != 0
        || mach_timebase_info(&tick) != KERN_SUCCESS)
        return 0;
    return (info.ri_user_time + info.ri_system_time) * tick.numer / tick.denom;
}
