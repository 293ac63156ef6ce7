#include "runtime/live/output.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/live/file.h"

#define LONG_AGO 315619200      // seconds: 1980, since when every file system can write dates
#define LATER    3600           // of what is compiled

// --- one file ------------------------------------------------------------------------------------

ed_OutputMark ed_output_mark(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return (ed_OutputMark){ .inode = 0 };
    u64 changed_ns = (u64)st.st_ctim.tv_sec * 1000000000u + (u64)st.st_ctim.tv_nsec;
    return (ed_OutputMark){ (u64)st.st_dev, (u64)st.st_ino, (u64)st.st_size, changed_ns };
}

bool ed_output_is(const char *path, const ed_OutputMark *mark)
{
    ed_OutputMark now = ed_output_mark(path);
    return memcmp(&now, mark, sizeof now) == 0;
}

/// As the file system has it, whose clock may be another machine's.
static u64 now_ns(int turn)
{
    struct stat st;
    struct timespec now;
    if (turn >= 0 && futimens(turn, NULL) == 0 && fstat(turn, &st) == 0)
        return ed_file_time_ns(&st);
    clock_gettime(CLOCK_REALTIME, &now);
    return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}

bool ed_output_is_older(const char *module_path, u64 source_ns)
{
    struct stat st;
    if (stat(module_path, &st) != 0) return false;
    u64 time_ns = ed_file_time_ns(&st);
    return time_ns < source_ns || time_ns > now_ns(-1);
}

// --- all of a build ------------------------------------------------------------------------------

typedef void Visit(u64 *newest_ns, int folder, const char *name, const struct stat *st);

static void see(u64 *newest_ns, int folder, const char *name, const struct stat *st)
{
    (void)folder, (void)name;
    u64 time_ns = ed_file_time_ns(st);
    if (time_ns > *newest_ns) *newest_ns = time_ns;
}

static void age(u64 *newest_ns, int folder, const char *name, const struct stat *st)
{
    (void)newest_ns, (void)st;
    time_t seconds = LONG_AGO + (ed_watch_is_source(name) ? LATER : 0);
    struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = seconds } };
    utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW);
}

/// The regular files in it and, at the top, in the folders in it. Takes the open folder.
static void visit(int folder, bool top, Visit *each, u64 *newest_ns)
{
    DIR *dir = folder >= 0 ? fdopendir(folder) : NULL;
    if (!dir) {
        if (folder >= 0) close(folder);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(dir));) {
        const char *name = entry->d_name;
        struct stat st;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
        if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (S_ISREG(st.st_mode)) each(newest_ns, folder, name, &st);
        if (top && S_ISDIR(st.st_mode))
            visit(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), false,
                  each, newest_ns);
    }
    closedir(dir);
}

static bool is_in(const char *path, const char *folder)
{
    char inner[PATH_MAX];
    size_t size = strlen(folder);
    return realpath(path, inner) && strncmp(inner, folder, size) == 0
        && (inner[size] == '/' || inner[size] == 0);
}

static bool is_of_builds(const char *folder, const ed_Watch *watch)
{
    char whole[PATH_MAX];
    if (!realpath(folder, whole) || strcmp(whole, "/") == 0 || is_in(".", whole)) return false;
    for (u32 i = 0; i < watch->named; i++) if (is_in(watch->dirs[i].path, whole)) return false;
    return true;
}

static void visit_all(const char *module_path, const ed_Watch *watch, Visit *each, u64 *newest_ns)
{
    char folder[PATH_MAX];
    struct stat st;
    const char *slash = strrchr(module_path, '/');
    snprintf(folder, sizeof folder, "%.*s",
             slash ? (int)(slash - module_path) + 1 : 1, slash ? module_path : ".");
    if (is_of_builds(folder, watch))
        visit(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), true, each, newest_ns);
    else if (stat(module_path, &st) == 0)
        each(newest_ns, AT_FDCWD, module_path, &st);
}

bool ed_output_age(const char *module_path, int turn, const ed_Watch *watch)
{
    u64 newest_ns = 0;
    visit_all(module_path, watch, see, &newest_ns);
    // After the look: what was written meanwhile is not from the future.
    if (newest_ns <= now_ns(turn)) return false;
    visit_all(module_path, watch, age, &newest_ns);
    return true;
}
