#include "runtime/live/isolation.h"
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRAINS_MAX 64u      // reads in one call

bool ed_isolation_open(ed_Isolation *apart)
{
    int ends[2];
    *apart = (ed_Isolation){ -1, -1 };
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
    *apart = (ed_Isolation){ ends[0], ends[1] };
    return shutdown(apart->parent, SHUT_WR) == 0 && fcntl(apart->parent, F_SETFL, O_NONBLOCK) == 0;
}

void ed_isolation_close_child_end(ed_Isolation *apart)
{
    if (apart->child >= 0) close(apart->child);
    apart->child = -1;
}

void ed_isolation_drain(ed_Isolation *apart)
{
    char bytes[65536];
    for (u32 i = 0; apart->parent >= 0 && i < DRAINS_MAX; i++)
        if (read(apart->parent, bytes, sizeof bytes) <= 0) return;
}

void ed_isolation_close(ed_Isolation *apart)
{
    if (apart->child >= 0) close(apart->child);
    if (apart->parent >= 0) close(apart->parent);
    *apart = (ed_Isolation){ -1, -1 };
}

// --- in the child --------------------------------------------------------------------------------

/// Opens the file again, so that its offset is independent of the parent's. Returns -1 on failure.
static int open_again(int file)
{
    char path[32];
    int flags = fcntl(file, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_WRONLY) return -1;
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int again = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    off_t offset = lseek(file, 0, SEEK_CUR);
    if (again >= 0 && offset > 0) lseek(again, offset, SEEK_SET);
    return again;
}

/// Replaces a descriptor as the table in isolation.h describes.
static void replace(const ed_Isolation *apart, int file, int nothing)
{
    struct stat info;
    if (fstat(file, &info) != 0) return;
    bool opens = S_ISREG(info.st_mode) || S_ISDIR(info.st_mode);
    int again = opens ? open_again(file) : -1;
    int to = S_ISSOCK(info.st_mode) ? apart->child : again >= 0 ? again : nothing;
    dup3(to, file, O_CLOEXEC);
    if (again >= 0) close(again);
}

void ed_isolation_replace_files(ed_Isolation *apart)
{
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    DIR *folder = opendir("/proc/self/fd");
    while (folder && nothing >= 0) {
        const struct dirent *entry = readdir(folder);
        if (!entry) break;
        int file = atoi(entry->d_name);
        if (file > STDERR_FILENO && file != nothing && file != dirfd(folder)
            && file != apart->child)
            replace(apart, file, nothing);
    }
    // Without /proc/self/fd, the open descriptors are unknown, so all of them are closed.
    if (!folder || nothing < 0) closefrom(STDERR_FILENO + 1);
    if (folder) closedir(folder);
    if (nothing >= 0) close(nothing);
}

// --- how it ended --------------------------------------------------------------------------------

static const void *module_base(u64 at, const char **path)
{
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)at, &info)) return NULL;
    if (path) *path = info.dli_fname;
    return info.dli_fbase;
}

/// Frames innermost first: the handler that caught the exit, the C library, then its caller.
bool ed_isolation_ended_by_library(const ed_Fault *fault, ed_Text *why)
{
    bool gave_up = fault->kind == ED_FAULT_EXIT
                || (fault->kind == ED_FAULT_SIGNAL && fault->signal == SIGABRT);
    const char *path = "";
    u64 of_libc, of_program = getauxval(AT_ENTRY);
    void (*call)(int) = exit;
    memcpy(&of_libc, &call, sizeof of_libc);
    const void *libc = module_base(of_libc, NULL), *program = module_base(of_program, NULL);
    u32 i = 0;
    while (i < fault->frame_count && module_base(fault->frames[i], NULL) != libc) i++;
    while (i < fault->frame_count && module_base(fault->frames[i], NULL) == libc) i++;
    if (!gave_up || i >= fault->frame_count) return false;
    if (fault->frames[i] >= fault->base && fault->frames[i] < fault->end) return false;
    const void *by = module_base(fault->frames[i], &path);
    if (!by || by == program) return false;      // not a library loaded before the trial
    const char *slash = strrchr(path, '/');
    ed_text_add(why, "%s ended the trial when its connection was closed", slash ? slash + 1 : path);
    return true;
}
