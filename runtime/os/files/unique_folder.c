#include "runtime/os/files/folder.h"
#include <errno.h>
#include <stdio.h>
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
