#include "runtime/os/files/files.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/os/files/folder.h"
#include "runtime/os/files/part_name.h"
#include "runtime/os/files/windows/handle.h"
#include "runtime/os/files/windows/rights.h"

// A temporary file is locked by not sharing the right to delete it, until it is in place or closed.

// The read-only attribute is left out: such files are refused.
#define KEPT_ATTRIBUTES (FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM)

typedef struct Save {
    ed_Target target;
    char folder[ED_PATH_MAX];      // of the target, with its last '/', or "."
    const char *name;              // of the target, without its folder
    char temporary[ED_PATH_MAX];
} Save;

/// Sets the folder and the name from the target. Its path may come from another program, with any
/// separators.
static void split(Save *save)
{
    const char *path = ed_path_use_slashes(save->target.path), *slash = strrchr(path, '/');
    int size = slash ? (int)(slash + 1 - path) : 1;
    save->name = slash ? slash + 1 : path;
    snprintf(save->folder, sizeof save->folder, "%.*s", size, slash ? path : ".");
}

/// Writes the path of an entry of the folder. Returns false if it is too long.
static bool in_folder(const Save *save, const char *name, char path[ED_PATH_MAX])
{
    const char *folder = strcmp(save->folder, ".") == 0 ? "" : save->folder;
    int size = snprintf(path, ED_PATH_MAX, "%s%s", folder, name);
    return size > 0 && (u32)size < ED_PATH_MAX;
}

// --- the temporary file --------------------------------------------------------------------------

/// Removes a temporary file whose writer has ended. While it runs, the system refuses.
static bool remove_leftover(void *it, const char *name)
{
    ed_FileInfo info;
    char path[ED_PATH_MAX];
    const Save *save = (const Save *)it;
    if (ed_part_name_is_of(name, save->name) && in_folder(save, name, path)
        && ed_file_info(path, ED_LINK_ITSELF, &info) == 0 && info.kind == ED_FILE_REGULAR)
        ed_file_remove(path);
    return true;
}

/// Creates a temporary file next to the target, with the rights that the system gives there.
static int open_temporary(Save *save, HANDLE *file)
{
    char name[ED_PATH_MAX];
    DWORD kept = save->target.replaces ? save->target.old.permissions & KEPT_ATTRIBUTES : 0;
    ed_OpenHow how = { .access = GENERIC_WRITE | WRITE_DAC | DELETE,
                       .share = FILE_SHARE_READ,
                       .creation = CREATE_NEW,
                       .flags = kept | FILE_FLAG_OPEN_REPARSE_POINT };
    for (u32 i = 0; i < ED_PART_NAMES_TRIED; i++) {
        ed_part_name(name, sizeof name, save->name, GetCurrentProcessId(), i);
        if (!in_folder(save, name, save->temporary)) return ENAMETOOLONG;
        int failed = ed_handle_open(file, save->temporary, &how);
        if (failed && GetLastError() == ERROR_INVALID_NAME) return EINVAL;
        if (failed != EEXIST) return failed;
    }
    return EEXIST;
}

/// Gives the new file the access list of the old one, as far as the system allows.
static void copy_rights(HANDLE file, const ed_Target *target)
{
    ed_WidePath wide;
    if (target->replaces && ed_wide_path(target->path, &wide) == 0) ed_rights_copy(file, wide.text);
}

/// Writes the temporary file, and keeps it open. Leaves no file after a failure.
static int write_temporary(Save *save, const void *bytes, size_t size, HANDLE *file)
{
    int failed = open_temporary(save, file);
    if (failed) return failed;
    copy_rights(*file, &save->target);
    failed = ed_handle_write(*file, bytes, size);
    return failed ? ed_handle_finish(*file, failed, save->temporary) : 0;
}

// --- writing -------------------------------------------------------------------------------------

static int rename_to_target(HANDLE file, const ed_Target *target)
{
    DWORD error;
    ed_WidePath wide;
    const u64 begun_ms = GetTickCount64();
    int failed = ed_wide_path(target->path, &wide);
    if (failed) return failed;
    do error = ed_handle_rename_error(ed_handle_rename(file, wide.text), wide.text);
    while (error && ed_handle_retry(begun_ms, error));
    return ed_errno_of(error);
}

/// Syncs the file, then its new name. Folders cannot be synced here.
static int move_into_place(HANDLE file, const Save *save)
{
    int failed = FlushFileBuffers(file) ? 0 : ed_last_errno();
    if (!failed) failed = rename_to_target(file, &save->target);
    if (failed) return ed_handle_finish(file, failed, save->temporary);
    FlushFileBuffers(file);
    CloseHandle(file);
    return 0;
}

bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error)
{
    HANDLE file;
    Save save = { .name = NULL };
    if (!*path) {
        ed_fail(error, ED_ERR_OS, "a file name is missing");
        return false;
    }
    if (!ed_target_find(&save.target, path, error)) return false;
    split(&save);
    ed_folder_list(save.folder, remove_leftover, &save);
    int failed = write_temporary(&save, bytes, size, &file);
    if (!failed) failed = move_into_place(file, &save);
    return !failed || ed_target_not_saved(&save.target, path, failed, error);
}

int ed_file_write_new(const char *path, ed_FileAccess access, const void *bytes, size_t size)
{
    HANDLE file;
    ed_PrivateRights rights;
    ed_OpenHow how = { .access = GENERIC_WRITE,
                       .share = FILE_SHARE_READ,
                       .creation = CREATE_NEW,
                       .flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT };
    int failed = access == ED_FILE_PRIVATE ? ed_rights_private(&rights) : 0;
    if (failed) return failed;
    if (access == ED_FILE_PRIVATE) how.rights = &rights.attributes;
    failed = ed_handle_open(&file, path, &how);
    return failed ? failed : ed_handle_finish(file, ed_handle_write(file, bytes, size), path);
}

int ed_file_write_beside(const ed_Target *target, const void *bytes, size_t size,
                         char temporary[ED_PATH_MAX])
{
    HANDLE file;
    Save save = { .target = *target };
    split(&save);
    int failed = write_temporary(&save, bytes, size, &file);
    if (!failed) CloseHandle(file);
    snprintf(temporary, ED_PATH_MAX, "%s", save.temporary);
    return failed;
}
