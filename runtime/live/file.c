#include "runtime/live/file.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME_TAIL   24      // bytes that a temporary name is longer than the file's, with the terminator
#define NAMES_TRIED 100u    // left by a process of the same number that was killed

static bool failed(ed_Error *error, const char *path, const char *what)
{
    ed_fail(error, ED_ERR_OS, "%s: %s: %s", path, what, strerror(errno));
    return false;
}

// --- reading -----------------------------------------------------------------------------------------------------------

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode) ? "a folder" : S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static bool check_file(int fd, const char *path, size_t size_max, size_t *size, ed_Error *error)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return failed(error, path, "cannot be read");
    if (!S_ISREG(st.st_mode)) {
        ed_fail(error, ED_ERR_OS, "%s: it is %s, not a file", path, kind_of(st.st_mode));
        return false;
    }
    if ((u64)st.st_size > size_max) {
        ed_fail(error, ED_ERR_LIMIT, "%s: it has %lld bytes, over the limit of %zu", path, (long long)st.st_size, size_max);
        return false;
    }
    *size = (size_t)st.st_size;
    return true;
}

static bool read_all(int fd, const char *path, u8 *at, size_t size, ed_Error *error)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, at + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed(error, path, "cannot be read");
        if (got == 0) { ed_fail(error, ED_ERR_OS, "%s: it became shorter while it was read: try again", path); return false; }
        done += (size_t)got;
    }
    return true;
}

bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    size_t size = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);      // a pipe without a writer must not hang
    if (fd < 0) return failed(error, path, "cannot be opened");
    bool good = check_file(fd, path, size_max, &size, error);
    u8 *at = good ? (u8 *)ed_arena_push(arena, size, 64) : NULL;
    if (good && !at) {
        ed_fail(error, ED_ERR_LIMIT, "%s: no room for its %zu bytes", path, size);
        good = false;
    }
    good = good && read_all(fd, path, at, size, error);
    close(fd);
    if (good) *bytes = (ed_Span){ at, size };
    return good;
}

// --- writing -----------------------------------------------------------------------------------------------------------

static bool write_all(int fd, const u8 *at, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, at + done, size - done);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        if (put == 0) { errno = ENOSPC; return false; }
        done += (size_t)put;
    }
    return true;
}

/// A rename is on disk when its folder is.
static bool sync_folder(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : slash ? (int)(slash - path) : 1, slash ? path : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    bool good = fsync(fd) == 0 || errno == EINVAL;      // some file systems cannot, and need not
    close(fd);
    return good;
}

static bool check_target(const char *path, ed_Error *error)
{
    struct stat st;
    if (!*path) { ed_fail(error, ED_ERR_OS, "a file name is missing"); return false; }
    if (strlen(path) + NAME_TAIL > PATH_MAX) { ed_fail(error, ED_ERR_LIMIT, "%.64s…: the name is too long", path); return false; }
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode)) return true;
    ed_fail(error, ED_ERR_OS, "%s: it is %s, not a file: choose another name", path, kind_of(st.st_mode));
    return false;
}

/// A new file beside `target`, as readable as any file the user makes. mkostemp makes private ones, and the process's mask
/// cannot be asked for without being changed, which other threads would see.
static int open_temporary(const char *target, char *temporary)
{
    int fd = -1;
    for (u32 i = 0; fd < 0 && i < NAMES_TRIED; i++) {
        snprintf(temporary, PATH_MAX, "%.*s.%u-%u", PATH_MAX - NAME_TAIL, target, (u32)getpid(), i);
        fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST) break;
    }
    return fd;
}

bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    char temporary[PATH_MAX], target[PATH_MAX];
    if (!check_target(path, error)) return false;
    if (!realpath(path, target)) snprintf(target, sizeof target, "%s", path);      // a link stays one; a new file is as named
    int fd = open_temporary(target, temporary);
    if (fd < 0) return failed(error, path, "cannot be saved");
    bool good = write_all(fd, (const u8 *)bytes, size) && fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0 && good) { good = false; why = errno; }
    if (good && rename(temporary, target) != 0) { good = false; why = errno; }
    if (!good) {
        unlink(temporary);
        errno = why;
        return failed(error, path, "cannot be saved");
    }
    return sync_folder(target) || failed(error, path, "is saved, but its folder cannot be synced");
}

bool ed_file_write_new(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write_all(fd, (const u8 *)bytes, size);
    int why = errno;
    if (fd >= 0) close(fd);
    if (good) return true;
    if (fd >= 0) unlink(path);
    errno = why;
    return failed(error, path, "cannot be written");
}
