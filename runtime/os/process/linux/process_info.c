#include "runtime/os/process/process_info.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "runtime/os/process/linux/proc_file.h"

bool ed_process_is_traced(i64 process)
{
    static const char key[] = "TracerPid:\t";
    char line[128], path[40] = "/proc/self/status";
    ed_ProcFile status;
    bool traced = false;
    // Signal handlers pass 0: they may not call snprintf.
    if (process) snprintf(path, sizeof path, "/proc/%lld/status", (long long)process);
    if (!ed_proc_open(&status, path)) return false;
    while (ed_proc_line(&status, line, sizeof line))
        if (strncmp(line, key, sizeof key - 1) == 0) traced = line[sizeof key - 1] != '0';
    ed_proc_close(&status);
    return traced;
}

i64 ed_thread_number(void) { return gettid(); }

/// An ended main thread stays listed in /proc until the last thread ends.
bool ed_thread_has_ended(i64 number)
{
    char path[64], line[256] = "";
    ed_ProcFile stat;
    snprintf(path, sizeof path, "/proc/self/task/%lld/stat", (long long)number);
    if (!ed_proc_open(&stat, path)) return stat.failed == ENOENT;
    bool read = ed_proc_line(&stat, line, sizeof line);
    ed_proc_close(&stat);
    const char *state = read ? strrchr(line, ')') : NULL;
    return state && state[1] == ' ' && (state[2] == 'Z' || state[2] == 'X');
}

/// The number of the clock of a thread or process, as the C library computes it for
/// pthread_getcpuclockid, which takes no thread that has ended.
static u64 clock_ns(i64 number, bool thread)
{
    struct timespec used;
    clockid_t clock = (clockid_t)((-number - 1) * 8 + (thread ? 6 : 2));
    if (clock_gettime(clock, &used) != 0) return 0;
    return (u64)used.tv_sec * 1000000000u + (u64)used.tv_nsec;
}

u64 ed_thread_used_ns(i64 number) { return clock_ns(number, true); }

u64 ed_process_used_ns(i64 process) { return clock_ns(process, false); }
