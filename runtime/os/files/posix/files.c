#include "runtime/os/files/files.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "runtime/os/files/part_name.h"
#include "runtime/os/files/posix/descriptor.h"
#include "runtime/os/files/start_folder.h"

// --- where to write ------------------------------------------------------------------------------

typedef struct Save {
    const char *path;      // as the caller passed it
    ed_Target target;
    int folder;      // open descriptor of the folder that `name` and `temporary` are in
    char name[NAME_MAX + 1], temporary[NAME_MAX + 1];
} Save;

static bool not_saved(const Save *save, ed_Error *error)
{
    return ed_target_not_saved(&save->target, save->path, errno, error);
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
        if (ed_part_name_is_of(entry->d_name, save->name))
            remove_leftover(save->folder, entry->d_name);
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
    for (u32 i = 0; i < ED_PART_NAMES_TRIED; i++) {
        ed_part_name(save->temporary, sizeof save->temporary, save->name, (u32)getpid(), i);
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
        good = ed_target_refuse(error, ED_ERR_OS, path,
                                "saved, but may be lost in a power failure, so save again; its "
                                "folder cannot be synced",
                                strerror(errno));
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
