#include "runtime/os/process/process_info.h"
#include <errno.h>
#include <libproc.h>
#include <pthread.h>
#include <sys/proc.h>
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
