#include "runtime/os/files/open_file.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
#include "runtime/os/files/posix/descriptor.h"
#include "runtime/os/files/start_folder.h"

static int open_as(i64 *file, const char *path, int flags)
{
    char room[ED_PATH_MAX];
    *file = ed_descriptor_open(AT_FDCWD, ed_start_folder_path(path, room),
                               flags | O_NONBLOCK | O_NOCTTY, 0666);
    return *file >= 0 ? 0 : errno;
}

int ed_file_open(i64 *file, const char *path) { return open_as(file, path, O_RDONLY); }

int ed_file_open_to_write(i64 *file, const char *path)
{
    return open_as(file, path, O_RDWR | O_CREAT);
}

void ed_file_close(i64 file)
{
    if (file >= 0) close((int)file);
}

int ed_file_info_of(i64 file, ed_FileInfo *info)
{
    struct stat st;
    *info = (ed_FileInfo){ .kind = ED_FILE_NONE };
    if (fstat((int)file, &st) != 0) return errno;
    *info = ed_file_info_from(&st);
    return 0;
}

int ed_file_read_on(i64 file, void *bytes, size_t size, size_t *got)
{
    return ed_descriptor_read((int)file, bytes, size, got) ? 0 : errno;
}

int ed_file_write_on(i64 file, const void *bytes, size_t size)
{
    return ed_descriptor_write((int)file, bytes, size) ? 0 : errno;
}

int ed_file_empty(i64 file)
{
    return ftruncate((int)file, 0) == 0 && lseek((int)file, 0, SEEK_SET) == 0 ? 0 : errno;
}

int ed_file_sync(i64 file) { return ed_descriptor_sync((int)file) ? 0 : errno; }
