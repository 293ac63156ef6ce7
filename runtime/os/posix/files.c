#include "runtime/os/files.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "runtime/base/limits.h"
#include "runtime/os/posix/descriptor.h"
#include "runtime/os/start_folder.h"

#define STEM_MAX 224      // bytes of a file's name that its temporary name can start with
#define NAMES_TRIED 100u

/// Sets the error, with the reason from errno. Returns false.
static bool failed(ed_Error *error, const char *path, const char *what)
{
    return ed_target_refuse(error, ED_ERR_OS, path, what, strerror(errno));
}

// --- reading -------------------------------------------------------------------------------------

static bool check_file(const ed_FileInfo *info, const char *path, size_t size_max, ed_Error *error)
{
    char room[ED_PATH_SHOWN_MAX + 4];
    if (info->kind != ED_FILE_REGULAR) {
        ed_fail(error, ED_ERR_OS, "%s: is %s, not a file", ed_target_shown(path, room),
                ed_target_kind(info->kind));
        return false;
    }
    if (info->mark.size <= size_max) return true;
    ed_fail(error, ED_ERR_LIMIT, "%s: the file has %llu bytes, more than the limit of %zu%s",
            ed_target_shown(path, room), (unsigned long long)info->mark.size, size_max,
            ed_limit_hint(size_max));
    return false;
}

static bool look(int fd, const char *path, ed_FileInfo *info, ed_Error *error)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return failed(error, path, "cannot be read");
    *info = ed_file_info_from(&st);
    return true;
}

/// Opens a regular file. It is also checked before it is opened, because opening a pipe or a device
/// can have side effects.
static int open_file(const char *path, size_t size_max, ed_FileInfo *info, ed_Error *error)
{
    char room[ED_PATH_MAX];
    if ((errno = ed_file_info(path, ED_LINK_FOLLOW, info)) != 0) {
        failed(error, path, "cannot be opened");
        return -1;
    }
    if (!check_file(info, path, size_max, error)) return -1;
    int fd = ed_descriptor_open(AT_FDCWD, ed_start_folder_path(path, room),
                                O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0) {
        failed(error, path, "cannot be opened");
        return -1;
    }
    if (look(fd, path, info, error) && check_file(info, path, size_max, error)) return fd;
    close(fd);
    return -1;
}

static bool read_all(int fd, const char *path, u8 *at, size_t size, ed_Error *error)
{
    size_t got = 0;
    if (!ed_descriptor_read(fd, at, size, &got)) return failed(error, path, "cannot be read");
    return got == size
        || ed_target_refuse(error, ED_ERR_OS, path, "the file was truncated while it was read",
                            "try again");
}

/// Checks that the file was not written to while it was read: the bytes could be a mix of two
/// versions.
static bool check_unchanged(int fd, const ed_FileMark *before, const char *path, ed_Error *error)
{
    ed_FileInfo now;
    if (!look(fd, path, &now, error)) return false;
    bool same = now.mark.size == before->size && now.mark.written_ns == before->written_ns;
    return same
        || ed_target_refuse(error, ED_ERR_OS, path, "the file was modified while it was read",
                            "try again");
}

bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes,
                  ed_Error *error)
{
    ed_FileInfo info;
    char room[ED_PATH_SHOWN_MAX + 4];
    int fd = open_file(path, size_max, &info, error);
    if (fd < 0) return false;
    size_t size = (size_t)info.mark.size;
    u8 *at = (u8 *)ed_arena_push(arena, size, 64);
    if (!at)
        ed_fail(error, ED_ERR_LIMIT, "%s: not enough memory for its %zu bytes",
                ed_target_shown(path, room), size);
    bool good =
        at && read_all(fd, path, at, size, error) && check_unchanged(fd, &info.mark, path, error);
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

/// Opens the folder of the target. It is opened before anything is written, because it must be
/// synced after the rename. Returns false and sets errno on failure.
static bool open_folder(Save *save)
{
    char folder[ED_PATH_MAX];
    const char *target = save->target.path, *slash = strrchr(target, '/');
    int size = snprintf(save->name, sizeof save->name, "%s", slash ? slash + 1 : target);
    if (size < 0 || (size_t)size >= sizeof save->name) {
        errno = ENAMETOOLONG;
        return false;
    }
    size_t above = slash ? (size_t)(slash - target) + (slash == target) : 0;
    snprintf(folder, sizeof folder, "%.*s", (int)above, target);
    save->folder = ed_descriptor_open(AT_FDCWD, slash ? folder : ".", O_RDONLY | O_DIRECTORY, 0);
    return save->folder >= 0;
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

static bool is_own_file(const struct stat *st)
{
    return S_ISREG(st->st_mode) && st->st_uid == geteuid();
}

/// Removes a temporary file whose writer has ended. A writer holds a lock on its file while it
/// runs, so a file that can be locked here has no writer.
static void remove_leftover(int folder, const char *name)
{
    struct stat st, held;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !is_own_file(&st)) return;
    int fd = ed_descriptor_open(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) return;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &held) == 0 && held.st_ino == st.st_ino)
        unlinkat(folder, name, 0);
    close(fd);
}

static void remove_leftovers(const Save *save)
{
    int fd = ed_descriptor_open(save->folder, ".", O_RDONLY | O_DIRECTORY, 0);
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
    mode_t mode = save->target.replaces ? save->target.old.permissions & 0666 : 0666;
    for (u32 i = 0; i < NAMES_TRIED; i++) {
        snprintf(save->temporary, sizeof save->temporary, "%.*s.%u-%u.part", stem_size(save->name),
                 save->name, (u32)getpid(), i);
        int fd = ed_descriptor_open(save->folder, save->temporary,
                                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
        if (fd < 0 && errno != EEXIST) return -1;
        if (fd >= 0 && hold(fd)) return fd;
        if (fd >= 0) close(fd);
    }
    errno = EEXIST;
    return -1;
}

/// Gives the new file the mode, owner and group of the old one, as far as the system allows. If the
/// group cannot be set, the file's group gets no rights.
static void copy_owner_and_mode(int fd, const ed_FileInfo *old)
{
    mode_t mode = old->permissions & 0777;
    bool grouped =
        fchown(fd, old->owner, old->group) == 0 || fchown(fd, (uid_t)-1, old->group) == 0;
    if (!grouped) mode &= 0707;
    (void)fchmod(fd, mode);      // some file systems have no modes
}

// --- writing -------------------------------------------------------------------------------------

/// Writes the temporary file. Leaves no file after a failure.
static bool write_temporary(Save *save, const void *bytes, size_t size, bool sync)
{
    int fd = open_temporary(save);
    if (fd < 0) return false;
    if (save->target.replaces) copy_owner_and_mode(fd, &save->target.old);
    bool good = ed_descriptor_write(fd, bytes, size) && (!sync || ed_descriptor_sync(fd));
    return ed_descriptor_finish(fd, good, save->folder, save->temporary);
}

/// Removes the temporary file if it cannot be moved. Returns false and sets errno then.
static bool move_into_place(const Save *save)
{
    if (renameat(save->folder, save->temporary, save->folder, save->name) == 0) return true;
    int why = errno;
    unlinkat(save->folder, save->temporary, 0);
    errno = why;
    return false;
}

bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    Save save = { .path = path, .folder = -1 };
    if (!*path) {
        ed_fail(error, ED_ERR_OS, "a file name is missing");
        return false;
    }
    if (!ed_target_find(&save.target, path, error)) return false;
    if (!open_folder(&save)) return not_saved(&save, error);
    remove_leftovers(&save);
    bool good = (write_temporary(&save, bytes, size, true) && move_into_place(&save))
             || not_saved(&save, error);
    // A rename is only durable once the folder is synced. Some file systems return EINVAL because
    // they do not support this; it is not an error.
    if (good && !ed_descriptor_sync(save.folder) && errno != EINVAL)
        good = failed(error, path,
                      "saved, but may be lost in a power failure, so save again; its folder cannot "
                      "be synced");
    close(save.folder);
    return good;
}

int ed_file_write_new(const char *path, ed_FileAccess access, const void *bytes, size_t size)
{
    char room[ED_PATH_MAX];
    const char *whole = ed_start_folder_path(path, room);
    mode_t mode = access == ED_FILE_PRIVATE ? 0600 : 0666;
    int fd = ed_descriptor_open(AT_FDCWD, whole, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (fd < 0) return errno;
    bool good = ed_descriptor_write(fd, bytes, size);
    return ed_descriptor_finish(fd, good, AT_FDCWD, whole) ? 0 : errno;
}

int ed_file_write_beside(const ed_Target *target, const void *bytes, size_t size,
                         char temporary[ED_PATH_MAX])
{
    Save save = { .path = target->path, .target = *target, .folder = -1 };
    const char *slash = strrchr(target->path, '/');
    int above = slash ? (int)(slash + 1 - target->path) : 0;
    if (!open_folder(&save)) return errno;
    int failed = write_temporary(&save, bytes, size, false) ? 0 : errno;
    int length = snprintf(temporary, ED_PATH_MAX, "%.*s%s", above, target->path, save.temporary);
    if (!failed && (length < 0 || (u32)length >= ED_PATH_MAX)) {
        unlinkat(save.folder, save.temporary, 0);
        failed = ENAMETOOLONG;
    }
    close(save.folder);
    return failed;
}
