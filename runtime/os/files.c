#include "runtime/os/files.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/base/limits.h"
#include "runtime/os/start_folder.h"
#include "runtime/os/target.h"

#define STEM_MAX 224      // bytes of a file's name that its temporary name can start with
#define NAMES_TRIED 100u

/// Sets the error, with the reason from errno. Returns false.
static bool failed(ed_Error *error, const char *path, const char *what)
{
    return ed_target_refuse(error, ED_ERR_OS, path, what, strerror(errno));
}

static int open_retrying(int folder, const char *name, int flags, mode_t mode)
{
    int fd;
    do fd = openat(folder, name, flags | O_CLOEXEC, mode);
    while (fd < 0 && errno == EINTR);
    return fd;
}

static u64 ns_of(struct timespec time)
{
    return (u64)time.tv_sec * 1000000000u + (u64)time.tv_nsec;
}

u64 ed_file_time_ns(const struct stat *st) { return ns_of(st->st_mtim); }

u64 ed_file_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ns_of(now);
}

ed_FileMark ed_file_mark_of(const struct stat *st)
{
    return (ed_FileMark){ (u64)st->st_dev, (u64)st->st_ino, (u64)st->st_size, ns_of(st->st_mtim),
                          ns_of(st->st_ctim) };
}

ed_FileMark ed_file_mark(const char *path)
{
    struct stat st;
    char room[PATH_MAX];
    if (stat(ed_start_folder_path(path, room), &st) != 0) return (ed_FileMark){ .inode = 0 };
    return ed_file_mark_of(&st);
}

bool ed_file_is_unchanged(const char *path, const ed_FileMark *mark)
{
    ed_FileMark now = ed_file_mark(path);
    return memcmp(&now, mark, sizeof now) == 0;
}

// --- reading -------------------------------------------------------------------------------------

static bool check_file(const struct stat *st, const char *path, size_t size_max, ed_Error *error)
{
    char room[ED_PATH_SHOWN_MAX + 4];
    if (!S_ISREG(st->st_mode)) {
        ed_fail(error, ED_ERR_OS, "%s: is %s, not a file", ed_target_shown(path, room),
                ed_target_kind(st->st_mode));
        return false;
    }
    if ((u64)st->st_size <= size_max) return true;
    ed_fail(error, ED_ERR_LIMIT, "%s: the file has %lld bytes, more than the limit of %zu%s",
            ed_target_shown(path, room), (long long)st->st_size, size_max, ed_limit_hint(size_max));
    return false;
}

/// Opens a regular file. It is also checked before it is opened, because opening a pipe or a device
/// can have side effects.
static int open_file(const char *path, size_t size_max, struct stat *st, ed_Error *error)
{
    char room[PATH_MAX];
    const char *whole = ed_start_folder_path(path, room);
    if (stat(whole, st) != 0) {
        failed(error, path, "cannot be opened");
        return -1;
    }
    if (!check_file(st, path, size_max, error)) return -1;
    int fd = open_retrying(AT_FDCWD, whole, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0) {
        failed(error, path, "cannot be opened");
        return -1;
    }
    bool good = fstat(fd, st) == 0 || failed(error, path, "cannot be read");
    if (good && check_file(st, path, size_max, error)) return fd;
    close(fd);
    return -1;
}

static bool read_all(int fd, const char *path, u8 *at, size_t size, ed_Error *error)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, at + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed(error, path, "cannot be read");
        if (got == 0)
            return ed_target_refuse(error, ED_ERR_OS, path,
                                    "the file was truncated while it was read", "try again");
        done += (size_t)got;
    }
    return true;
}

/// Checks that the file was not written to while it was read: the bytes could be a mix of two
/// versions.
static bool check_unchanged(int fd, const struct stat *before, const char *path, ed_Error *error)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return failed(error, path, "cannot be read");
    bool same = st.st_size == before->st_size && ed_file_time_ns(&st) == ed_file_time_ns(before);
    return same
        || ed_target_refuse(error, ED_ERR_OS, path, "the file was modified while it was read",
                            "try again");
}

bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes,
                  ed_Error *error)
{
    struct stat st;
    char room[ED_PATH_SHOWN_MAX + 4];
    int fd = open_file(path, size_max, &st, error);
    if (fd < 0) return false;
    size_t size = (size_t)st.st_size;
    u8 *at = (u8 *)ed_arena_push(arena, size, 64);
    if (!at)
        ed_fail(error, ED_ERR_LIMIT, "%s: not enough memory for its %zu bytes",
                ed_target_shown(path, room), size);
    bool good = at && read_all(fd, path, at, size, error) && check_unchanged(fd, &st, path, error);
    close(fd);
    if (good) *bytes = (ed_Span){ at, size };
    return good;
}

// --- where to write ------------------------------------------------------------------------------

typedef struct Save {
    const char *path;      // as the caller passed it
    ed_Target target;
    int folder;      // open descriptor of the folder that `name` and `temporary` are in
    char name[NAME_MAX + 1], temporary[NAME_MAX + 1];
} Save;

static bool not_saved(const Save *save, ed_Error *error)
{
    char room[ED_PATH_SHOWN_MAX + 4];
    int why = errno;
    ed_fail(error, ED_ERR_OS, "%s: cannot be saved: %s: %s%s", ed_target_shown(save->path, room),
            strerror(why), ed_target_advice(why),
            save->target.replaces ? "; the existing file is unchanged" : "");
    return false;
}

/// Resolves the path and opens its folder. The folder is opened before anything is written, because
/// it must be synced after the rename.
static bool find_target(Save *save, ed_Error *error)
{
    char room[PATH_MAX];
    const char *whole = ed_start_folder_path(save->path, room);
    if (!ed_target_find(&save->target, save->path, whole, error)) return false;
    char *target = save->target.path, *slash = strrchr(target, '/');
    int size = snprintf(save->name, sizeof save->name, "%s", slash ? slash + 1 : target);
    if (size < 0 || (size_t)size >= sizeof save->name) {
        errno = ENAMETOOLONG;
        return not_saved(save, error);
    }
    if (slash) slash[slash == target] = 0;
    save->folder = open_retrying(AT_FDCWD, slash ? target : ".", O_RDONLY | O_DIRECTORY, 0);
    return save->folder >= 0 || not_saved(save, error);
}

// --- the temporary file --------------------------------------------------------------------------

/// Returns how many bytes of the name a temporary name starts with: all, or at most STEM_MAX, which
/// leaves room for the suffix.
static int stem_size(const char *name)
{
    size_t size = strlen(name);
    if (size > STEM_MAX)
        for (size = STEM_MAX; size > 1 && (name[size] & 0xc0) == 0x80;) size--;
    return (int)size;
}

/// Returns true for a temporary name of the file `of`: NAME.PID-COUNTER.part, with NAME cut to
/// stem_size.
static bool is_temporary(const char *name, const char *of)
{
    const char *digits = "0123456789";
    size_t size = (size_t)stem_size(of);
    if (strncmp(name, of, size) != 0 || name[size] != '.') return false;
    const char *at = name + size + 1;
    size_t process = strspn(at, digits);
    if (!process || at[process] != '-') return false;
    size_t number = strspn(at + process + 1, digits);
    return number && strcmp(at + process + 1 + number, ".part") == 0;
}

static bool is_file(const struct stat *st)
{
    return S_ISREG(st->st_mode) && st->st_uid == geteuid();
}

/// Removes a temporary file whose writer has ended. A writer holds a lock on its file while it
/// runs, so a file that can be locked here has no writer.
static void remove_leftover(int folder, const char *name)
{
    struct stat st, held;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !is_file(&st)) return;
    int fd = open_retrying(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 && held.st_ino == st.st_ino)
        unlinkat(folder, name, 0);
    close(fd);
}

static void remove_leftovers(const Save *save)
{
    int fd = open_retrying(save->folder, ".", O_RDONLY | O_DIRECTORY, 0);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !dir) close(fd);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (is_temporary(entry->d_name, save->name)) remove_leftover(save->folder, entry->d_name);
    closedir(dir);
}

/// Locks a new temporary file. Returns false if another process is removing it as a leftover. If
/// the file system has no locks, no process removes files, so the lock is not needed.
static bool hold(int fd)
{
    struct stat st;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) return errno != EWOULDBLOCK;
    return fstat(fd, &st) != 0 || st.st_nlink > 0;
}

/// Creates a temporary file next to the target. Its mode is that of the old file, or the default of
/// the user. mkostemp would create a private file, and its mode could not be corrected later: the
/// default depends on the umask, which can only be read by changing it for all threads.
static int open_temporary(Save *save)
{
    mode_t mode = save->target.replaces ? save->target.old.st_mode & 0666 : 0666;
    for (u32 i = 0; i < NAMES_TRIED; i++) {
        snprintf(save->temporary, sizeof save->temporary, "%.*s.%u-%u.part", stem_size(save->name),
                 save->name, (u32)getpid(), i);
        int fd = open_retrying(save->folder, save->temporary,
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
        if (fd < 0 && errno != EEXIST) return -1;
        if (fd >= 0 && hold(fd)) return fd;
        if (fd >= 0) close(fd);
    }
    errno = EEXIST;
    return -1;
}

/// Gives the new file the mode and owner of the old one. If the owner and group cannot be set, the
/// file's group gets no rights.
static void copy_owner_and_mode(int fd, const struct stat *old)
{
    mode_t mode = old->st_mode & 0777;
    if (fchown(fd, old->st_uid, old->st_gid) != 0) mode &= 0707;
    (void)fchmod(fd, mode);      // some file systems have no modes
}

// --- writing -------------------------------------------------------------------------------------

static bool write_all(int fd, const u8 *at, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t put = write(fd, at + done, size - done);
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

static bool sync_whole(int fd)
{
    int code;
    do code = fsync(fd);
    while (code != 0 && errno == EINTR);
    return code == 0;
}

/// Removes a file that could not be written or moved. Returns false and preserves errno.
static bool drop(int folder, const char *name)
{
    int why = errno;
    unlinkat(folder, name, 0);
    errno = why;
    return false;
}

/// Closes a new file, and removes it unless it was written completely (`good`). After EINTR the
/// file is closed as well.
static bool finish(int fd, bool good, int folder, const char *name)
{
    int why = errno;
    if (close(fd) != 0 && errno != EINTR && good) return drop(folder, name);
    errno = why;
    return good || drop(folder, name);
}

/// Writes and syncs the temporary file. Leaves no file after a failure.
static bool write_temporary(Save *save, const void *bytes, size_t size)
{
    int fd = open_temporary(save);
    if (fd < 0) return false;
    if (save->target.replaces) copy_owner_and_mode(fd, &save->target.old);
    bool good = write_all(fd, (const u8 *)bytes, size) && sync_whole(fd);
    return finish(fd, good, save->folder, save->temporary);
}

static bool move_into_place(const Save *save)
{
    return renameat(save->folder, save->temporary, save->folder, save->name) == 0
        || drop(save->folder, save->temporary);
}

bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    Save save = { .path = path, .folder = -1 };
    if (!*path) {
        ed_fail(error, ED_ERR_OS, "a file name is missing");
        return false;
    }
    if (!find_target(&save, error)) return false;
    remove_leftovers(&save);
    bool good =
        (write_temporary(&save, bytes, size) && move_into_place(&save)) || not_saved(&save, error);
    // A rename is only durable once the folder is synced. Some file systems return EINVAL because
    // they do not support this; it is not an error.
    if (good && !sync_whole(save.folder) && errno != EINVAL)
        good = failed(error, path,
                      "saved, but may be lost in a power failure, so save again; its folder cannot "
                      "be synced");
    close(save.folder);
    return good;
}

bool ed_file_write_new(int folder, const char *name, mode_t mode, const void *bytes, size_t size)
{
    int fd = open_retrying(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (fd < 0) return false;
    return finish(fd, write_all(fd, (const u8 *)bytes, size), folder, name);
}
