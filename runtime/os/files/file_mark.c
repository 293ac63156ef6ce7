#include "runtime/os/files/file_mark.h"
#include <string.h>
#include "runtime/os/files/file_info.h"

ed_FileMark ed_file_mark(const char *path)
{
    ed_FileInfo info;
    ed_file_info(path, ED_LINK_FOLLOW, &info);
    return info.mark;
}

bool ed_file_is_unchanged(const char *path, const ed_FileMark *mark)
{
    ed_FileMark now = ed_file_mark(path);
    return memcmp(&now, mark, sizeof now) == 0;
}

bool ed_file_is_same(const ed_FileMark *a, const ed_FileMark *b)
{
    return a->inode && a->inode == b->inode && a->device == b->device;
}
