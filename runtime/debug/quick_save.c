#include "runtime/debug/quick_save.h"
#include <stdio.h>
#include <string.h>
#include "runtime/debug/save_slots.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/target.h"

/// The number under which to keep the file: a free one, otherwise that of the oldest quick save. 0
/// if the file already has a number, as after a failed save.
static u32 number_for(const ed_FileMark *now)
{
    u32 chosen = 0;
    u64 oldest_ns = UINT64_MAX;
    for (u32 i = 1; i <= ED_QUICK_SAVES_KEPT; i++) {
        char name[ED_SAVE_SLOT_NAME_MAX];
        ed_FileInfo info;
        ed_save_slots_quick_name(i, name);
        bool there = ed_file_info(name, ED_LINK_ITSELF, &info) == 0;
        if (there && ed_file_is_same(&info.mark, now)) return 0;
        if (there && info.kind != ED_FILE_REGULAR) continue;
        if (info.mark.written_ns < oldest_ns) {      // 0 for a free number
            chosen = i;
            oldest_ns = info.mark.written_ns;
        }
    }
    return chosen;
}

/// Gives the file a second name, so that it remains when a new file takes over its first name.
/// Renames the file if the file system has no hard links.
static void keep_under_second_name(const char *path, const char *name)
{
    if (ed_target_remove(name) != 0) return;
    if (ed_file_add_name(path, name) != 0) ed_file_rename(path, name);
}

static void keep_quick_save(void)
{
    char name[ED_SAVE_SLOT_NAME_MAX], picture[ED_SAVE_SLOT_NAME_MAX], kept[ED_SAVE_SLOT_NAME_MAX];
    ed_FileInfo now;
    ed_file_info(ED_QUICK_SAVE_FILE, ED_LINK_ITSELF, &now);
    u32 number = now.kind == ED_FILE_REGULAR ? number_for(&now.mark) : 0;
    if (!number) return;
    ed_save_slots_quick_name(number, name);
    keep_under_second_name(ED_QUICK_SAVE_FILE, name);
    if (ed_save_slots_picture(ED_QUICK_SAVE_FILE, picture) && ed_save_slots_picture(name, kept))
        keep_under_second_name(picture, kept);
}

bool ed_quick_save_write(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    if (strcmp(path, ED_QUICK_SAVE_FILE) == 0) keep_quick_save();
    return ed_file_write_atomic(path, bytes, size, error);
}
