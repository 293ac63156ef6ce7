#include "runtime/os/target.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *ed_target_shown(const char *path, char room[ED_PATH_SHOWN_MAX + 4])
{
    size_t size = strlen(path);
    if (size <= ED_PATH_SHOWN_MAX) return path;
    const char *tail = path + size - ED_PATH_SHOWN_MAX;
    while ((*tail & 0xc0) == 0x80) tail++;      // do not split a UTF-8 character
    snprintf(room, ED_PATH_SHOWN_MAX + 4, "…%s", tail);
    return room;
}

const char *ed_target_kind(mode_t mode)
{
    return S_ISDIR(mode)  ? "a folder"
         : S_ISFIFO(mode) ? "a pipe"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

const char *ed_target_advice(int why)
{
    switch (why) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return "free some space, or choose another path";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a path that you may write to";
    case ENOENT:
    case ENOTDIR: return "create its folder first, or choose another path";
    case EMFILE:
    case ENFILE: return "too many files are open: close some programs, then try again";
    case ENAMETOOLONG: return "choose a shorter name";
    case EIO: return "the disk may be failing: choose another disk";
    default: return "try again, or choose another path";
    }
}

bool ed_target_refuse(ed_Error *error, ed_Err code, const char *path, const char *what,
                      const char *help)
{
    char room[ED_PATH_SHOWN_MAX + 4];
    ed_fail(error, code, "%s: %s%s%s", ed_target_shown(path, room), what, *help ? ": " : "", help);
    return false;
}

static bool check_old(const ed_Target *target, const char *path, const char *whole, ed_Error *error)
{
    char what[64];
    snprintf(what, sizeof what, "is %s, not a file", ed_target_kind(target->old.st_mode));
    if (!S_ISREG(target->old.st_mode))
        return ed_target_refuse(error, ED_ERR_OS, path, what, "choose another name");
    return faccessat(AT_FDCWD, whole, W_OK, AT_EACCESS) == 0
        || ed_target_refuse(error, ED_ERR_OS, path, "the file is read-only",
                            "choose another name, or chmod +w it");
}

bool ed_target_find(ed_Target *target, const char *path, const char *whole, ed_Error *error)
{
    struct stat link;
    const char *slash = strrchr(path, '/');
    if (strlen(path) >= PATH_MAX)
        return ed_target_refuse(error, ED_ERR_LIMIT, path, "the name is too long", "");
    target->replaces = stat(whole, &target->old) == 0;
    if (target->replaces) {
        if (!check_old(target, path, whole, error)) return false;
        if (realpath(whole, target->path)) return true;
        return ed_target_refuse(error, ED_ERR_OS, path, strerror(errno), ed_target_advice(errno));
    }
    int why = errno;
    if (lstat(whole, &link) == 0 && S_ISLNK(link.st_mode)) {
        bool dangling = why == ENOENT;
        return ed_target_refuse(
            error, ED_ERR_OS, path,
            dangling ? "is a link to a file that does not exist" : strerror(why),
            dangling ? "remove it, or choose another name" : ed_target_advice(why));
    }
    snprintf(target->path, sizeof target->path, "%s", whole);
    return *(slash ? slash + 1 : path)
        || ed_target_refuse(error, ED_ERR_OS, path, "a file name is missing", "");
}

bool ed_target_remove(const char *path)
{
    struct stat st;
    if (lstat(path, &st) != 0) return errno == ENOENT;
    if (S_ISREG(st.st_mode) || S_ISLNK(st.st_mode)) return unlink(path) == 0;
    errno = EINVAL;
    return false;
}
