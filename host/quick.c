#include "host/quick.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/file.h"

#define NAME_BYTES 32

static void name_of(u32 number, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "quick-%u.state", number);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/// The number that is free, else that of the oldest; 0 where it is kept already, as after a save that failed.
static u32 number_for(const struct stat *now)
{
    u32 chosen = 0;
    u64 oldest_ns = UINT64_MAX;
    for (u32 i = 1; i <= HOST_QUICK_KEPT; i++) {
        char name[NAME_BYTES];
        struct stat st;
        name_of(i, name);
        bool there = lstat(name, &st) == 0;
        if (there && is_same(&st, now)) return 0;
        u64 time_ns = there ? ed_file_time_ns(&st) : 0;
        if (time_ns < oldest_ns) { chosen = i; oldest_ns = time_ns; }
    }
    return chosen;
}

/// A second name for the file, which the new one then leaves alone. Where a file can have but one name it is moved.
static void keep(void)
{
    char name[NAME_BYTES];
    struct stat now;
    u32 number = lstat(HOST_QUICK_STATE, &now) == 0 && S_ISREG(now.st_mode) ? number_for(&now) : 0;
    if (!number) return;
    name_of(number, name);
    unlink(name);
    if (link(HOST_QUICK_STATE, name) != 0) rename(HOST_QUICK_STATE, name);
}

bool host_quick_write(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    if (strcmp(path, HOST_QUICK_STATE) == 0) keep();
    return ed_file_write_atomic(path, bytes, size, error);
}
