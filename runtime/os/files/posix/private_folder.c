#include "runtime/os/files/private_folder.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#ifdef __APPLE__
#    include <sys/mount.h>
#else
#    include <sys/statvfs.h>
#endif
#include <unistd.h>
#include "runtime/os/files/posix/descriptor.h"

#define LETTERS "XXXXXX"      // mkdtemp replaces them
#define TRIES 100u            // another process may delete a new folder before it is locked

_Static_assert(sizeof LETTERS - 1 == ED_PRIVATE_NAME_LETTERS, "mkdtemp needs this many");

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/// Opens the folder. Returns -1 with errno if it is a link, is not a folder, belongs to another
/// user, or can be written by everyone.
static int open_own(const char *path)
{
    struct stat st;
    int fd = ed_descriptor_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    if (fd < 0) return -1;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && !(st.st_mode & S_IWOTH)) return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

// --- the parent ----------------------------------------------------------------------------------

static bool runs_no_code(const char *path)
{
#ifdef __APPLE__
    struct statfs system;
    return statfs(path, &system) == 0 && (system.f_flags & MNT_NOEXEC);
#elif defined(ST_NOEXEC)
    struct statvfs system;
    return statvfs(path, &system) == 0 && (system.f_flag & ST_NOEXEC);
#else
    (void)path;
    return false;
#endif
}

/// Whoever may rename a private folder could replace the code in it. That is the owner of the
/// parent and, without the sticky bit, every user if the mode lets everyone write.
const char *ed_private_parent_find(char parent[ED_PATH_MAX])
{
    struct stat st;
    const char *named = getenv("TMPDIR");
    if (!named || !*named) named = "/tmp";
    if (!realpath(named, parent) || stat(parent, &st) != 0) {
        int why = errno;
        snprintf(parent, ED_PATH_MAX, "%s", named);
        return strerror(why);
    }
    if (runs_no_code(parent)) return "it is mounted noexec, so code cannot run from there";
    if (st.st_uid != 0 && st.st_uid != geteuid()) return "it belongs to another user";
    if ((st.st_mode & S_IWOTH) && !(st.st_mode & S_ISVTX))
        return "other users can replace files in it: set its sticky bit (chmod +t)";
    return NULL;
}

// --- making and closing --------------------------------------------------------------------------

bool ed_private_folder_is_there(const char *path, i64 lock)
{
    struct stat here, there;
    return fstat((int)lock, &here) == 0 && lstat(path, &there) == 0 && same_file(&here, &there);
}

/// On a file system without locks, no process deletes folders.
int ed_private_folder_lock(const char *path, i64 *lock)
{
    int fd = open_own(path);
    *lock = ED_NO_PRIVATE_FOLDER;
    if (fd < 0) return errno;
    bool held = flock(fd, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (held && ed_private_folder_is_there(path, fd)) {
        *lock = fd;
        return 0;
    }
    close(fd);
    return EAGAIN;
}

void ed_private_folder_unlock(i64 lock) { close((int)lock); }

int ed_private_folder_make(const char *stem, char *path, size_t room, i64 *lock)
{
    int why = EAGAIN;
    *lock = ED_NO_PRIVATE_FOLDER;
    for (u32 i = 0; i < TRIES; i++) {
        int size = snprintf(path, room, "%s" LETTERS, stem);
        if (size < 0 || (size_t)size >= room) return ENAMETOOLONG;
        if (!mkdtemp(path)) return errno;
        why = ed_private_folder_lock(path, lock);
        if (!why) return 0;
        rmdir(path);
    }
    return why;
}

void ed_private_folder_close(const char *path, i64 lock)
{
    if (!ed_private_folder_is_there(path, lock) || rmdir(path) == 0) close((int)lock);
}

// --- abandoned folders ---------------------------------------------------------------------------

/// Calls `each` for all entries, or until it returns false. Returns true if it never did; false if
/// the folder cannot be read.
static bool all_entries(int folder, bool (*each)(int folder, const char *name, void *it), void *it)
{
    int fd = ed_descriptor_open(folder, ".", O_RDONLY | O_DIRECTORY, 0);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !dir) close(fd);
    if (!dir) return false;
    bool all = true;
    for (const struct dirent *entry; all && (entry = readdir(dir));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            all = each(folder, entry->d_name, it);
    closedir(dir);
    return all;
}

typedef struct Ours {
    bool (*accepts)(const char *name);
} Ours;

static bool is_ours(int folder, const char *name, void *it)
{
    struct stat st;
    return ((const Ours *)it)->accepts(name) && fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG(st.st_mode);
}

static bool remove_ours(int folder, const char *name, void *it)
{
    if (is_ours(folder, name, it)) unlinkat(folder, name, 0);
    return true;
}

/// A folder that contains anything else stays as it is: another program put it there.
bool ed_private_folder_delete_abandoned(const char *path, bool (*accepts)(const char *name))
{
    Ours ours = { accepts };
    struct stat st;
    int fd = open_own(path);
    if (fd < 0) return false;
    bool left = fstat(fd, &st) == 0 && (st.st_mode & 07777) == 0700
             && flock(fd, LOCK_EX | LOCK_NB) == 0 && all_entries(fd, is_ours, &ours);
    if (left) all_entries(fd, remove_ours, &ours);
    bool gone = left && rmdir(path) == 0;
    close(fd);
    return gone;
}

// --- files ---------------------------------------------------------------------------------------

/// True if the path leads to the file that was written. The loader opens the file by its path.
static bool is_path_of(const char *path, int folder, const char *name)
{
    struct stat here, there;
    return fstatat(folder, name, &here, AT_SYMLINK_NOFOLLOW) == 0 && lstat(path, &there) == 0
        && same_file(&here, &there);
}

static int put(int folder, const char *path, const char *name, const void *bytes, size_t size)
{
    int fd = ed_descriptor_open(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    if (fd < 0 || !ed_descriptor_finish(fd, ed_descriptor_write(fd, bytes, size), folder, name))
        return errno == EPERM ? EACCES : errno;
    if (is_path_of(path, folder, name)) return 0;
    unlinkat(folder, name, 0);
    return EXDEV;
}

int ed_private_file_put(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[ED_PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) return ENAMETOOLONG;
    int fd = open_own(folder);
    if (fd < 0) return errno == ELOOP || errno == ENOTDIR ? EPERM : errno;
    int failed = put(fd, path, name, bytes, size);
    close(fd);
    return failed;
}

void ed_private_file_remove(const char *path)
{
    char folder[ED_PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) >= sizeof folder) return;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    int fd = open_own(folder);
    if (fd < 0) return;
    unlinkat(fd, slash + 1, 0);
    close(fd);
}
