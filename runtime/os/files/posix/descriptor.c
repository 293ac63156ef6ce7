#include "runtime/os/files/posix/descriptor.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int ed_descriptor_open(int folder, const char *name, int flags, mode_t mode)
{
    int fd;
    do fd = openat(folder, name, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

bool ed_descriptor_read(int fd, void *bytes, size_t size, size_t *got)
{
    for (*got = 0; *got < size;) {
        ssize_t more = read(fd, (u8 *)bytes + *got, size - *got);
        if (more < 0 && errno == EINTR) continue;
        if (more < 0) return false;
        if (more == 0) return true;
        *got += (size_t)more;
    }
    return true;
}

bool ed_descriptor_write(int fd, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, (const u8 *)bytes + done, size - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        if (put == 0) {
            errno = ENOSPC;
            return false;
        }
        done += (size_t)put;
    }
    return true;
}

/// On macOS, fsync leaves the bytes in the cache of the disk. Not every file system can empty that.
static int sync_file(int fd)
{
#ifdef __APPLE__
    if (fcntl(fd, F_FULLFSYNC) == 0) return 0;
#endif
    return fsync(fd);
}

bool ed_descriptor_sync(int fd)
{
    int code;
    do code = sync_file(fd);
    while (code != 0 && errno == EINTR);
    return code == 0;
}

/// Removes a file that could not be written. Returns false and preserves errno.
static bool drop(int folder, const char *name)
{
    int why = errno;
    unlinkat(folder, name, 0);
    errno = why;
    return false;
}

/// After EINTR the file is closed as well.
bool ed_descriptor_finish(int fd, bool good, int folder, const char *name)
{
    int why = errno;
    if (close(fd) != 0 && errno != EINTR && good) return drop(folder, name);
    errno = why;
    return good || drop(folder, name);
}

// --- status --------------------------------------------------------------------------------------

static u64 ns_of(struct timespec time)
{
    return (u64)time.tv_sec * 1000000000u + (u64)time.tv_nsec;
}

static ed_FileMark mark_of(const struct stat *st)
{
    ed_FileMark mark = { .device = (u64)st->st_dev,
                         .inode = (u64)st->st_ino,
                         .size = (u64)st->st_size };
#ifdef __APPLE__
    mark.written_ns = ns_of(st->st_mtimespec);
    mark.changed_ns = ns_of(st->st_ctimespec);
#else
    mark.written_ns = ns_of(st->st_mtim);
    mark.changed_ns = ns_of(st->st_ctim);
#endif
    return mark;
}

static ed_FileKind kind_of(mode_t mode)
{
    return S_ISREG(mode)  ? ED_FILE_REGULAR
         : S_ISDIR(mode)  ? ED_FILE_FOLDER
         : S_ISLNK(mode)  ? ED_FILE_LINK
         : S_ISFIFO(mode) ? ED_FILE_PIPE
         : S_ISSOCK(mode) ? ED_FILE_SOCKET
                          : ED_FILE_DEVICE;
}

ed_FileInfo ed_file_info_from(const struct stat *st)
{
    return (ed_FileInfo){ .kind = kind_of(st->st_mode),
                          .mark = mark_of(st),
                          .names = (u32)st->st_nlink,
                          .permissions = (u32)st->st_mode & 07777,
                          .owner = (u32)st->st_uid,
                          .group = (u32)st->st_gid };
}
