#include "runtime/debug/quick_save.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/debug/save_slots.h"
#include "runtime/os/files.h"
#include "runtime/os/start_folder.h"
#include "runtime/os/target.h"

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/// The number under which to keep the file: a free one, otherwise that of the oldest quick save. 0
/// if the file already has a number, as after a failed save.
static u32 number_for(const struct stat *now)
{
    u32 chosen = 0;
    u64 oldest_ns = UINT64_MAX;
    for (u32 i = 1; i <= ED_QUICK_SAVES_KEPT; i++) {
        char name[ED_SAVE_SLOT_NAME_MAX];
        struct stat st;
        ed_save_slots_quick_name(i, name);
        char room[PATH_MAX];
        bool there = lstat(ed_start_folder_path(name, room), &st) == 0;
        if (there && is_same(&st, now)) return 0;
        if (there && !S_ISREG(st.st_mode)) continue;
        u64 time_ns = there ? ed_file_time_ns(&st) : 0;
        if (time_ns < oldest_ns) {
            chosen = i;
            oldest_ns = time_ns;
        }
    }
    return chosen;
}

/// Gives the file a second name, so that it remains when a new file takes over its first name.
/// Renames the file if the file system has no hard links.
static void keep_under_second_name(const char *path, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];
    path = ed_start_folder_path(path, from);
    name = ed_start_folder_path(name, to);
    if (!ed_target_remove(name)) return;
    if (link(path, name) != 0) rename(path, name);
}

static void keep(void)
{
    char name[ED_SAVE_SLOT_NAME_MAX], picture[ED_SAVE_SLOT_NAME_MAX], kept[ED_SAVE_SLOT_NAME_MAX];
    char room[PATH_MAX];
    struct stat now;
    bool there =
        lstat(ed_start_folder_path(ED_QUICK_SAVE_FILE, room), &now) == 0 && S_ISREG(now.st_mode);
    u32 number = there ? number_for(&now) : 0;
    if (!number) return;
    ed_save_slots_quick_name(number, name);
    keep_under_second_name(ED_QUICK_SAVE_FILE, name);
    if (ed_save_slots_picture(ED_QUICK_SAVE_FILE, picture) && ed_save_slots_picture(name, kept))
        keep_under_second_name(picture, kept);
}

bool ed_quick_save_write(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    if (strcmp(path, ED_QUICK_SAVE_FILE) == 0) keep();
    return ed_file_write_atomic(path, bytes, size, error);
}
