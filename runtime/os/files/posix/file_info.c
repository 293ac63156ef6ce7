#include "runtime/os/files/file_info.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/os/files/posix/descriptor.h"
#include "runtime/os/files/start_folder.h"

_Static_assert(PATH_MAX <= ED_PATH_MAX, "realpath needs this room");

int ed_file_info(const char *path, ed_FileLinks links, ed_FileInfo *info)
{
    struct stat st;
    char room[ED_PATH_MAX];
    const char *whole = ed_start_folder_path(path, room);
    *info = (ed_FileInfo){ .kind = ED_FILE_NONE };
    if ((links == ED_LINK_FOLLOW ? stat(whole, &st) : lstat(whole, &st)) != 0) return errno;
    *info = ed_file_info_from(&st);
    return 0;
}

static bool may(const char *path, int how)
{
    char room[ED_PATH_MAX];
    return faccessat(AT_FDCWD, ed_start_folder_path(path, room), how, AT_EACCESS) == 0;
}

bool ed_file_may_write(const char *path) { return may(path, W_OK); }

bool ed_file_may_run(const char *path) { return may(path, X_OK); }

int ed_file_real_path(const char *path, char real[ED_PATH_MAX])
{
    char room[ED_PATH_MAX];
    return realpath(ed_start_folder_path(path, room), real) ? 0 : errno;
}

int ed_file_remove(const char *path)
{
    char room[ED_PATH_MAX];
    return unlink(ed_start_folder_path(path, room)) == 0 ? 0 : errno;
}

int ed_file_rename(const char *from, const char *to)
{
    char room[ED_PATH_MAX], other[ED_PATH_MAX];
    return rename(ed_start_folder_path(from, room), ed_start_folder_path(to, other)) == 0 ? 0
                                                                                          : errno;
}

int ed_file_add_name(const char *path, const char *name)
{
    char room[ED_PATH_MAX], other[ED_PATH_MAX];
    return link(ed_start_folder_path(path, room), ed_start_folder_path(name, other)) == 0 ? 0
                                                                                          : errno;
}

int ed_file_set_written(const char *path, ed_FileLinks links, u64 written_ns)
{
    char room[ED_PATH_MAX];
    struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_nsec = UTIME_NOW } };
    if (written_ns != ED_FILE_NOW)
        times[1] = (struct timespec){ .tv_sec = (time_t)(written_ns / 1000000000u),
                                      .tv_nsec = (long)(written_ns % 1000000000u) };
    int code = utimensat(AT_FDCWD, ed_start_folder_path(path, room), times,
                         links == ED_LINK_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW);
    return code == 0 ? 0 : errno;
}
