#include "runtime/os/memory/memory_use.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool read_file(const char *path, char *text, u32 room)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = file >= 0 ? read(file, text, room - 1) : 0;
    if (file >= 0) close(file);
    text[got > 0 ? got : 0] = 0;
    return got > 0;
}

u64 ed_memory_used(i64 process)
{
    char path[40] = "/proc/self/statm", text[128];
    unsigned long long all = 0, shared = 0;
    if (process) snprintf(path, sizeof path, "/proc/%lld/statm", (long long)process);
    bool known = read_file(path, text, sizeof text)
              && sscanf(text, "%*u %llu %llu", &all, &shared) == 2 && all > shared;
    return known ? (all - shared) * (u64)sysconf(_SC_PAGESIZE) : 0;
}

u64 ed_memory_available(void)
{
    char text[1024];
    unsigned long long kib = 0;
    const char *line =
        read_file("/proc/meminfo", text, sizeof text) ? strstr(text, "MemAvailable:") : NULL;
    return line && sscanf(line, "MemAvailable: %llu", &kib) == 1 ? kib << 10 : UINT64_MAX;
}
