#include "runtime/live/copy_dir.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "runtime/os/posix/descriptor.h"

#define PREFIX "eddie-code-"
#define RANDOM 6u       // letters and digits that mkdtemp appends
#define TRIES 100u      // another process may delete a new folder before it is locked

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/// Opens the folder. Returns -1 with errno if it is a link, is not a folder, belongs to another
/// user, or can be written by everyone.
static int open_own(int parent, const char *name)
{
    struct stat st;
    int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && !(st.st_mode & S_IWOTH)) return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

// --- abandoned folders ---------------------------------------------------------------------------

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_folder_name(const char *name)
{
    size_t size = sizeof PREFIX - 1;
    if (strncmp(name, PREFIX, size) != 0 || strlen(name) != size + RANDOM) return false;
    while (name[size] && is_letter_or_digit(name[size])) size++;
    return !name[size];
}

/// True for names of the form NAME-NUMBER.so.
static bool is_copy_name(const char *name)
{
    const char *dash = strrchr(name, '-');
    if (!dash || dash == name) return false;
    size_t digits = strspn(dash + 1, "0123456789");
    return digits > 0 && strcmp(dash + 1 + digits, ".so") == 0;
}

static bool is_copy(int folder, const char *name)
{
    struct stat st;
    return is_copy_name(name) && fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG(st.st_mode);
}

static DIR *list(int folder)
{
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
    if (fd >= 0 && !dir) close(fd);
    return dir;
}

/// False if the folder contains anything else. Another program put it there, so then nothing is
/// deleted.
static bool holds_copies_only(int folder)
{
    bool only = true;
    DIR *dir = list(folder);
    if (!dir) return false;
    for (struct dirent *entry; only && (entry = readdir(dir));)
        only = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0
            || is_copy(folder, entry->d_name);
    closedir(dir);
    return only;
}

static void remove_copies(int folder)
{
    DIR *dir = list(folder);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (is_copy(folder, entry->d_name)) unlinkat(folder, entry->d_name, 0);
    closedir(dir);
}

static bool sweep_one(int parent, const char *name)
{
    struct stat st;
    int fd = open_own(parent, name);
    if (fd < 0) return false;
    bool left = fstat(fd, &st) == 0 && (st.st_mode & 07777) == 0700
             && flock(fd, LOCK_EX | LOCK_NB) == 0 && holds_copies_only(fd);
    if (left) remove_copies(fd);
    bool gone = left && unlinkat(parent, name, AT_REMOVEDIR) == 0;
    close(fd);
    return gone;
}

u32 ed_copy_dir_sweep(const char *parent)
{
    u32 swept = 0;
    DIR *dir = opendir(parent);
    if (!dir) return 0;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (is_folder_name(entry->d_name)) swept += sweep_one(dirfd(dir), entry->d_name);
    closedir(dir);
    return swept;
}

// --- opening and closing -------------------------------------------------------------------------

static bool folder_failed(ed_Error *error, const char *parent, const char *why)
{
    ed_fail(
        error, ED_ERR_OS,
        "%.128s: cannot be used for copies of the game's library: %s: set TMPDIR to another folder",
        parent, why);
    return false;
}

/// Finds the parent of the copy folder and checks its owner and mode. Whoever may rename the copy
/// folder could replace the code in it. That is the owner of the parent and, without the sticky
/// bit, every user who may write to it.
static bool find_parent(char parent[PATH_MAX], ed_Error *error)
{
    struct stat st;
    struct statvfs system;
    const char *named = getenv("TMPDIR");
    if (!named || !*named) named = "/tmp";
    if (!realpath(named, parent) || stat(parent, &st) != 0)
        return folder_failed(error, named, strerror(errno));
    if (strlen(parent) + sizeof "/" PREFIX + RANDOM > ED_COPY_DIR_PATH_MAX)
        return folder_failed(error, parent, "the name is too long");
    if (statvfs(parent, &system) == 0 && (system.f_flag & ST_NOEXEC))
        return folder_failed(error, parent, "it is mounted noexec, so code cannot run from there");
    if (st.st_uid != 0 && st.st_uid != geteuid())
        return folder_failed(error, parent, "it belongs to another user");
    if ((st.st_mode & S_IWOTH) && !(st.st_mode & S_ISVTX))
        return folder_failed(error, parent,
                             "other users can replace files in it: set its sticky bit (chmod +t)");
    return true;
}

/// True if the path still leads to the open folder.
static bool is_there(const ed_CopyDir *folder)
{
    struct stat here, there;
    return *folder->path && fstat(folder->lock, &here) == 0 && lstat(folder->path, &there) == 0
        && same_file(&here, &there);
}

/// Opens and locks the new folder. False if another process is about to delete it, since it looked
/// abandoned before it was locked. On a file system without locks, no process deletes folders.
static bool hold(ed_CopyDir *folder)
{
    folder->lock = open_own(AT_FDCWD, folder->path);
    if (folder->lock < 0) return false;
    bool held = flock(folder->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    if (held && is_there(folder)) return true;
    close(folder->lock);
    errno = EAGAIN;
    return false;
}

bool ed_copy_dir_open(ed_CopyDir *folder, ed_Error *error)
{
    char parent[PATH_MAX];
    int why = 0;
    *folder = (ed_CopyDir){ .lock = -1 };
    if (!find_parent(parent, error)) return false;
    ed_copy_dir_sweep(parent);
    for (u32 i = 0; i < TRIES; i++) {
        snprintf(folder->path, sizeof folder->path, "%.*s/" PREFIX "XXXXXX",
                 (int)(ED_COPY_DIR_PATH_MAX - sizeof "/" PREFIX "XXXXXX"), parent);
        bool made = mkdtemp(folder->path);
        if (made && hold(folder)) return true;
        why = errno;
        if (!made) break;
        rmdir(folder->path);
    }
    folder->path[0] = 0;
    return folder_failed(error, parent, strerror(why));
}

bool ed_copy_dir_renew(ed_CopyDir *folder, ed_Error *error)
{
    if (is_there(folder)) return true;
    ed_copy_dir_close(folder);
    return ed_copy_dir_open(folder, error);
}

void ed_copy_dir_close(ed_CopyDir *folder)
{
    if (!*folder->path) return;
    bool there = is_there(folder);
    if (!there || rmdir(folder->path) == 0) close(folder->lock);
    *folder = (ed_CopyDir){ .lock = -1 };
}

// --- files in it ---------------------------------------------------------------------------------

static bool write_failed(ed_Error *error, const char *folder, const char *why)
{
    ed_fail(error, ED_ERR_OS, "%.200s: the library cannot be copied there: %s", folder, why);
    return false;
}

/// True if the path leads to the file that was written. The loader opens the file by its path.
static bool is_path_of(const char *path, int folder, const char *name)
{
    struct stat here, there;
    return fstatat(folder, name, &here, AT_SYMLINK_NOFOLLOW) == 0 && lstat(path, &there) == 0
        && same_file(&here, &there);
}

bool ed_copy_dir_put(const char *folder, const char *name, const void *bytes, size_t size,
                     ed_Error *error)
{
    char path[PATH_MAX];
    int fd = open_own(AT_FDCWD, folder);
    if (fd < 0)
        return write_failed(
            error, folder,
            errno == EPERM || errno == ELOOP || errno == ENOTDIR
                ? "other users can write to that folder, or it belongs to another user"
                : strerror(errno));
    int file = ed_descriptor_open(fd, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    bool good =
        file >= 0 && ed_descriptor_finish(file, ed_descriptor_write(file, bytes, size), fd, name);
    if (!good)
        write_failed(
            error, folder,
            errno == ENOSPC
                ? "the disk is full: free some space, or set TMPDIR to a folder on another disk"
                : strerror(errno));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (good && !is_path_of(path, fd, name)) {
        unlinkat(fd, name, 0);
        good = write_failed(error, folder, "it was replaced by another folder");
    }
    close(fd);
    return good;
}

void ed_copy_dir_remove(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (!slash) return;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    int fd = open_own(AT_FDCWD, folder);
    if (fd < 0) return;
    unlinkat(fd, slash + 1, 0);
    close(fd);
}
