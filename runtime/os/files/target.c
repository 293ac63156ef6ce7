#include "runtime/os/files/target.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/os/files/start_folder.h"

const char *ed_target_shown(const char *path, char room[ED_PATH_SHOWN_MAX + 4])
{
    size_t size = strlen(path);
    if (size <= ED_PATH_SHOWN_MAX) return path;
    const char *tail = path + size - ED_PATH_SHOWN_MAX;
    while ((*tail & 0xc0) == 0x80) tail++;      // do not split a UTF-8 character
    snprintf(room, ED_PATH_SHOWN_MAX + 4, "…%s", tail);
    return room;
}

const char *ed_target_kind(ed_FileKind kind)
{
    return kind == ED_FILE_FOLDER ? "a folder"
         : kind == ED_FILE_PIPE   ? "a pipe"
         : kind == ED_FILE_SOCKET ? "a socket"
                                  : "a device";
}

const char *ed_target_advice(int why)
{
    switch (why) {
    case ENOSPC:
#ifdef EDQUOT
    case EDQUOT:
#endif
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

bool ed_target_not_saved(const ed_Target *target, const char *path, int why, ed_Error *error)
{
    char room[ED_PATH_SHOWN_MAX + 4];
    ed_fail(error, ED_ERR_OS, "%s: cannot be saved: %s: %s%s", ed_target_shown(path, room),
            ed_errno_text(why), ed_target_advice(why),
            target->replaces ? "; the existing file is unchanged" : "");
    return false;
}

static bool check_old(const ed_Target *target, const char *path, ed_Error *error)
{
    char what[64];
    snprintf(what, sizeof what, "is %s, not a file", ed_target_kind(target->old.kind));
    if (target->old.kind != ED_FILE_REGULAR)
        return ed_target_refuse(error, ED_ERR_OS, path, what, "choose another name");
    return ed_file_may_write(path)
        || ed_target_refuse(error, ED_ERR_OS, path, "the file is read-only",
                            "choose another name, or make it writable");
}

static bool find_old(ed_Target *target, const char *path, ed_Error *error)
{
    if (!check_old(target, path, error)) return false;
    int failed = ed_file_real_path(path, target->path);
    return !failed
        || ed_target_refuse(error, ED_ERR_OS, path, ed_errno_text(failed),
                            ed_target_advice(failed));
}

bool ed_target_find(ed_Target *target, const char *path, ed_Error *error)
{
    ed_FileInfo link;
    char room[ED_PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (strlen(path) >= ED_PATH_MAX)
        return ed_target_refuse(error, ED_ERR_LIMIT, path, "the name is too long", "");
    int why = ed_file_info(path, ED_LINK_FOLLOW, &target->old);
    target->replaces = why == 0;
    if (target->replaces) return find_old(target, path, error);
    ed_file_info(path, ED_LINK_ITSELF, &link);
    if (link.kind == ED_FILE_LINK) {
        bool dangling = why == ENOENT;
        return ed_target_refuse(
            error, ED_ERR_OS, path,
            dangling ? "is a link to a file that does not exist" : ed_errno_text(why),
            dangling ? "remove it, or choose another name" : ed_target_advice(why));
    }
    snprintf(target->path, sizeof target->path, "%s", ed_start_folder_path(path, room));
    return *(slash ? slash + 1 : path)
        || ed_target_refuse(error, ED_ERR_OS, path, "a file name is missing", "");
}

int ed_target_remove(const char *path)
{
    ed_FileInfo info;
    int failed = ed_file_info(path, ED_LINK_ITSELF, &info);
    if (failed) return failed == ENOENT ? 0 : failed;
    bool removable = info.kind == ED_FILE_REGULAR || info.kind == ED_FILE_LINK;
    return removable ? ed_file_remove(path) : EINVAL;
}
