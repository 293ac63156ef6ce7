#include "runtime/os/files/file_read.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/os/files/open_file.h"
#include "runtime/os/files/target.h"

static bool fail_file(ed_Error *error, const char *path, const char *what, int why)
{
    return ed_target_refuse(error, ED_ERR_OS, path, what, ed_errno_text(why));
}

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
            size_max == ed_snapshot_bytes_max() ? ed_limit_hint(size_max) : "");
    return false;
}

static bool read_info(i64 file, const char *path, ed_FileInfo *info, ed_Error *error)
{
    int why = ed_file_info_of(file, info);
    return !why || fail_file(error, path, "cannot be read", why);
}

/// Opens a regular file. It is also checked before it is opened, because opening a pipe or a device
/// can have side effects.
static i64 open_file(const char *path, size_t size_max, ed_FileInfo *info, ed_Error *error)
{
    i64 file = ED_NO_FILE;
    int why = ed_file_info(path, ED_LINK_FOLLOW, info);
    if (!why && !check_file(info, path, size_max, error)) return ED_NO_FILE;
    if (!why) why = ed_file_open(&file, path);
    if (why) {
        fail_file(error, path, "cannot be opened", why);
        return ED_NO_FILE;
    }
    if (read_info(file, path, info, error) && check_file(info, path, size_max, error)) return file;
    ed_file_close(file);
    return ED_NO_FILE;
}

static bool read_all(i64 file, const char *path, u8 *at, size_t size, ed_Error *error)
{
    size_t got = 0;
    int why = ed_file_read_on(file, at, size, &got);
    if (why) return fail_file(error, path, "cannot be read", why);
    return got == size
        || ed_target_refuse(error, ED_ERR_OS, path, "the file was truncated while it was read",
                            "try again");
}

/// Checks that the file was not written to while it was read: the bytes could be a mix of two
/// versions.
static bool check_unchanged(i64 file, const ed_FileMark *before, const char *path, ed_Error *error)
{
    ed_FileInfo now;
    if (!read_info(file, path, &now, error)) return false;
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
    i64 file = open_file(path, size_max, &info, error);
    if (file == ED_NO_FILE) return false;
    size_t size = (size_t)info.mark.size;
    u8 *at = (u8 *)ed_arena_push(arena, size, 64);
    if (!at)
        ed_fail(error, ED_ERR_LIMIT, "%s: not enough memory for its %zu bytes",
                ed_target_shown(path, room), size);
    bool good = at && read_all(file, path, at, size, error)
             && check_unchanged(file, &info.mark, path, error);
    ed_file_close(file);
    if (good) *bytes = (ed_Span){ at, size };
    return good;
}
