#include "runtime/live/build_output.h"
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/os/clock.h"
#include "runtime/os/file_lock.h"
#include "runtime/os/start_folder.h"

#define LONG_AGO 315619200      // seconds: 1980, a date that every file system can store
#define LATER 3600              // how much newer generated sources are dated
#define OBJECTS_DEPTH 8u        // nesting depth of the object folders that game.mk creates

static u64 written_ns(const struct stat *st)
{
    return (u64)st->st_mtim.tv_sec * 1000000000u + (u64)st->st_mtim.tv_nsec;
}

// --- one file ------------------------------------------------------------------------------------

/// The current time by the file system's clock, which may be that of another machine.
static u64 now_ns(i64 lock)
{
    u64 file_ns = ed_file_lock_now_ns(lock);
    return file_ns ? file_ns : ed_date_ns();
}

bool ed_build_output_is_older(const char *module_path, u64 source_ns)
{
    struct stat st;
    char room[PATH_MAX];
    if (stat(ed_start_folder_path(module_path, room), &st) != 0) return false;
    u64 time_ns = written_ns(&st);
    return time_ns < source_ns || time_ns > now_ns(ED_NO_LOCK);
}

// --- all files of a build ------------------------------------------------------------------------

typedef void Visit(u64 *newest_ns, int folder, const char *name, const struct stat *st);

static void see(u64 *newest_ns, int folder, const char *name, const struct stat *st)
{
    (void)folder, (void)name;
    u64 time_ns = written_ns(st);
    if (time_ns > *newest_ns) *newest_ns = time_ns;
}

static void backdate(u64 *newest_ns, int folder, const char *name, const struct stat *st)
{
    (void)newest_ns, (void)st;
    time_t seconds = LONG_AGO + (ed_watch_is_source(name) ? LATER : 0);
    struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = seconds } };
    utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW);
}

/// How many levels of subfolders to visit in a subfolder of the module's folder. Folders of object
/// files are nested like the sources.
static u32 depth_of(const char *name)
{
    return strcmp(name, "game") == 0 || strcmp(name, "early") == 0 ? OBJECTS_DEPTH : 0;
}

/// Visits the regular files of a folder and its subfolders, then closes `folder`. At the top,
/// `depth` is ignored, and depth_of() decides for each subfolder. Elsewhere, `depth` more levels
/// of subfolders are visited.
static void visit(int folder, bool top, u32 depth, Visit *each, u64 *newest_ns)
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
        if ((top || depth) && S_ISDIR(st.st_mode))
            visit(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), false,
                  top ? depth_of(name) : depth - 1, each, newest_ns);
    }
    closedir(dir);
}

static bool is_in(const char *path, const char *folder)
{
    char inner[PATH_MAX], room[PATH_MAX];
    size_t size = strlen(folder);
    return realpath(ed_start_folder_path(path, room), inner) && strncmp(inner, folder, size) == 0
        && (inner[size] == '/' || inner[size] == 0);
}

static bool is_build_folder(const char *folder, const ed_Watch *watch)
{
    char whole[PATH_MAX];
    if (!realpath(folder, whole) || strcmp(whole, "/") == 0 || is_in(".", whole)) return false;
    for (u32 i = 0; i < watch->named; i++)
        if (is_in(watch->dirs[i].path, whole)) return false;
    return true;
}

static void visit_all(const char *path, const ed_Watch *watch, Visit *each, u64 *newest_ns)
{
    char folder[PATH_MAX], room[PATH_MAX];
    struct stat st;
    const char *module_path = ed_start_folder_path(path, room);
    const char *slash = strrchr(module_path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - module_path) + 1 : 1,
             slash ? module_path : ".");
    if (is_build_folder(folder, watch))
        visit(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), true, 0, each, newest_ns);
    else if (stat(module_path, &st) == 0) each(newest_ns, AT_FDCWD, module_path, &st);
}

bool ed_build_output_invalidate(const char *module_path, i64 lock, const ed_Watch *watch)
{
    u64 newest_ns = 0;
    visit_all(module_path, watch, see, &newest_ns);
    // The clock is read after the visit, so that a file written meanwhile does not look like one
    // from the future.
    if (newest_ns <= now_ns(lock)) return false;
    visit_all(module_path, watch, backdate, &newest_ns);
    return true;
}
