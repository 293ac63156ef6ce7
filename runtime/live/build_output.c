#include "runtime/live/build_output.h"
#include <stdio.h>
#include <string.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/files/file_lock.h"
#include "runtime/os/files/folder.h"

#define LONG_AGO 315619200u      // seconds: 1980, a date that every file system can store
#define LATER 3600u              // how much newer generated sources are dated
#define OBJECTS_DEPTH 8u         // nesting depth of folders for objects

// --- one file ------------------------------------------------------------------------------------

/// The current time by the file system's clock, which may be that of another machine.
static u64 now_ns(i64 lock)
{
    u64 file_ns = ed_file_lock_now_ns(lock);
    return file_ns ? file_ns : ed_date_ns();
}

bool ed_build_output_is_older(const char *module_path, u64 source_ns)
{
    ed_FileInfo info;
    if (ed_file_info(module_path, ED_LINK_FOLLOW, &info) != 0) return false;
    return info.mark.written_ns < source_ns || info.mark.written_ns > now_ns(ED_NO_LOCK);
}

// --- all files of a build ------------------------------------------------------------------------

typedef void Each(u64 *newest_ns, const char *path, const ed_FileInfo *info);

static void find_newest(u64 *newest_ns, const char *path, const ed_FileInfo *info)
{
    (void)path;
    if (info->mark.written_ns > *newest_ns) *newest_ns = info->mark.written_ns;
}

static void backdate(u64 *newest_ns, const char *path, const ed_FileInfo *info)
{
    (void)newest_ns, (void)info;
    const char *slash = strrchr(path, '/');
    u64 seconds = LONG_AGO + (ed_watch_is_source(slash ? slash + 1 : path) ? LATER : 0);
    ed_file_set_written(path, ED_LINK_ITSELF, seconds * 1000000000u);
}

/// How many levels of subfolders to visit in a subfolder of the module's folder. Folders of object
/// files are nested like the sources.
static u32 depth_of(const char *name)
{
    return strcmp(name, "game") == 0 || strcmp(name, "early") == 0 ? OBJECTS_DEPTH : 0;
}

/// Visits the regular files of a folder and its subfolders. At the top, `depth` is ignored, and
/// depth_of() decides for each subfolder. Elsewhere, `depth` more levels of subfolders are visited.
typedef struct Visit {
    const char *folder;
    bool top;
    u32 depth;
    Each *each;
    u64 *newest_ns;
} Visit;

static bool visit_entry(void *it, const char *name)
{
    const Visit *visit = (const Visit *)it;
    char path[ED_PATH_MAX];
    ed_FileInfo info;
    int size = snprintf(path, sizeof path, "%s/%s", visit->folder, name);
    if (size < 0 || (size_t)size >= sizeof path) return true;
    if (ed_file_info(path, ED_LINK_ITSELF, &info) != 0) return true;
    if (info.kind == ED_FILE_REGULAR) visit->each(visit->newest_ns, path, &info);
    if (info.kind == ED_FILE_FOLDER && (visit->top || visit->depth)) {
        Visit inner = { path, false, visit->top ? depth_of(name) : visit->depth - 1, visit->each,
                        visit->newest_ns };
        ed_folder_list(path, visit_entry, &inner);
    }
    return true;
}

static bool is_in(const char *path, const char *folder)
{
    char inner[ED_PATH_MAX];
    size_t size = strlen(folder);
    return ed_file_real_path(path, inner) == 0 && strncmp(inner, folder, size) == 0
        && (inner[size] == '/' || inner[size] == 0);
}

/// `folder` is a path from ed_file_real_path: only a root, such as "/" or "C:/", ends in '/'.
static bool is_build_folder(const char *folder, const ed_Watch *watch)
{
    if (folder[strlen(folder) - 1] == '/' || is_in(".", folder)) return false;
    for (u32 i = 0; i < watch->named; i++)
        if (is_in(watch->dirs[i].path, folder)) return false;
    return true;
}

static void visit_all(const char *path, const ed_Watch *watch, Each *each, u64 *newest_ns)
{
    char folder[ED_PATH_MAX], whole[ED_PATH_MAX];
    ed_FileInfo info;
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    if (ed_file_real_path(folder, whole) == 0 && is_build_folder(whole, watch))
        ed_folder_list(whole, visit_entry, &(Visit){ whole, true, 0, each, newest_ns });
    else if (ed_file_info(path, ED_LINK_FOLLOW, &info) == 0) each(newest_ns, path, &info);
}

bool ed_build_output_invalidate(const char *module_path, i64 lock, const ed_Watch *watch)
{
    u64 newest_ns = 0;
    visit_all(module_path, watch, find_newest, &newest_ns);
    // The clock is read after the visit, so that a file written meanwhile does not look like one
    // from the future.
    if (newest_ns <= now_ns(lock)) return false;
    visit_all(module_path, watch, backdate, &newest_ns);
    return true;
}
