#include "runtime/os/process/helper.h"
#include <libproc.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include "runtime/os/process/macos/parent_end.h"
#include "runtime/os/process/self.h"

static u32 own_threads;      // started by ed_helper_begin

/// macOS does not let a process ask to be ended before others.
void ed_helper_begin(void)
{
    const struct rlimit none = { 0, 0 };
    own_threads = ed_parent_end_send(ed_self_parent_id(), SIGKILL);
    setrlimit(RLIMIT_CORE, &none);
}

u32 ed_helper_threads(void)
{
    struct proc_taskinfo info;
    int size = proc_pidinfo(getpid(), PROC_PIDTASKINFO, 0, &info, sizeof info);
    u32 count = size == (int)sizeof info ? (u32)info.pti_threadnum : 0;
    return count > own_threads ? count - own_threads : 1;
}
