#include "runtime/os/memory/huge_pages.h"
#include <stdio.h>
#include <string.h>

#define SETTING_FILE "/sys/kernel/mm/transparent_hugepage/enabled"

/// The file has all settings, with the current one in brackets: "always [madvise] never".
bool ed_huge_pages_setting(char *setting, size_t room)
{
    char line[64] = "";
    FILE *file = fopen(SETTING_FILE, "r");
    char *got = file ? fgets(line, sizeof line, file) : NULL;
    if (file) fclose(file);
    char *start = got ? strchr(line, '[') : NULL, *end = start ? strchr(start, ']') : NULL;
    if (!end) return false;
    *end = 0;
    snprintf(setting, room, "%s", start + 1);
    return true;
}

bool ed_huge_pages_at(const void *at)
{
    char line[512];
    bool inside = false;
    unsigned long long start = 0, end = 0, huge_kb = 0, address = (uintptr_t)at;
    FILE *file = fopen("/proc/self/smaps", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%llx-%llx ", &start, &end) == 2)
            inside = address >= start && address < end;
        if (inside && sscanf(line, "AnonHugePages: %llu kB", &huge_kb) == 1) break;
    }
    if (file) fclose(file);
    return huge_kb > 0;
}
