#include "runtime/os/process/process_info.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
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
