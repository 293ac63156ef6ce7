#include "runtime/os/files/folder.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/os/files/file_info.h"
#include "runtime/os/system/clock.h"

#define NAMES_TRIED 100u

int ed_folder_make_unique(const char *stem, char path[ED_PATH_MAX])
{
    u32 start = (u32)ed_date_ns();
    for (u32 i = 0; i < NAMES_TRIED; i++) {
        int size = snprintf(path, ED_PATH_MAX, "%s-%06x", stem, (start + i) & 0xffffffu);
        if (size < 0 || (u32)size >= ED_PATH_MAX) return ENAMETOOLONG;
        int failed = ed_folder_make(path);
        if (failed != EEXIST) return failed;
    }
    return EEXIST;
}

int ed_folder_make_all(const char *path)
{
    char part[ED_PATH_MAX];
    size_t size = strlen(path);
    if (ed_file_kind(path) == ED_FILE_FOLDER) return 0;
    if (size >= sizeof part) return ENAMETOOLONG;
    for (size_t at = 1; at <= size; at++) {
        if (at < size && path[at] != '/') continue;
        memcpy(part, path, at);
        part[at] = 0;
        // On Windows, the root of a drive exists but cannot be created.
        int failed = ed_file_kind(part) == ED_FILE_FOLDER ? 0 : ed_folder_make(part);
        if (failed && failed != EEXIST) return failed;
    }
    return ed_file_kind(path) == ED_FILE_FOLDER ? 0 : ENOTDIR;
}
