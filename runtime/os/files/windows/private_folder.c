#include "runtime/os/files/private_folder.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/err.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/files/windows/handle.h"
#include "runtime/os/files/windows/rights.h"

// The lock of a folder is a handle that has the right to delete it and shares this right, so that
// there can be several. Whoever deletes abandoned folders does not share it, so a lock and a
// deletion exclude each other.

#define NOT_DELETE (FILE_SHARE_READ | FILE_SHARE_WRITE)

#define TRIES 100u      // another process may delete a new folder before it is locked
#define FOLDER_FLAGS (FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)

/// Opens the folder. Fails with EPERM if it is a link, is not a folder, belongs to another user, or
/// can be written by everyone.
static int open_own(HANDLE *folder, const char *path, DWORD access, DWORD share)
{
    ed_FileInfo info;
    ed_OpenHow how = { .access = access | FILE_LIST_DIRECTORY | READ_CONTROL,
                       .share = share,
                       .creation = OPEN_EXISTING,
                       .flags = FOLDER_FLAGS };
    int failed = ed_handle_open(folder, path, &how);
    if (failed) return failed;
    bool own = ed_handle_info(*folder, &info) == 0 && info.kind == ED_FILE_FOLDER
            && !ed_rights_problem(*folder, ED_RIGHTS_ADD);
    if (own) return 0;
    CloseHandle(*folder);
    *folder = INVALID_HANDLE_VALUE;
    return EPERM;
}

// --- the parent ----------------------------------------------------------------------------------

/// Names the folder. A TMPDIR without a drive is meant for programs that imitate another system.
static bool name_parent(wchar_t *named, DWORD room)
{
    DWORD size = GetEnvironmentVariableW(L"TMPDIR", named, room);
    if (size > 2 && size < room && named[1] == L':') return true;
    size = GetTempPathW(room, named);
    return size && size < room;
}

/// On Windows, code can be loaded from every folder. Whoever may rename a private folder could
/// replace the code in it.
const char *ed_private_parent_find(char parent[ED_PATH_MAX])
{
    wchar_t named[ED_WIDE_MAX];
    char text[ED_PATH_MAX];
    HANDLE folder;
    ed_OpenHow how = { .access = READ_CONTROL,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_EXISTING,
                       .flags = FILE_FLAG_BACKUP_SEMANTICS };
    parent[0] = 0;
    if (!name_parent(named, ED_COUNT(named)) || !ed_narrow(named, text, sizeof text))
        return ed_errno_text(ed_last_errno());
    snprintf(parent, ED_PATH_MAX, "%s", text);
    int failed = ed_handle_open(&folder, text, &how);
    if (failed) return ed_errno_text(failed);
    const char *problem = ed_rights_problem(folder, ED_RIGHTS_REPLACE);
    CloseHandle(folder);
    failed = ed_file_real_path(text, parent);
    if (failed) snprintf(parent, ED_PATH_MAX, "%s", text);
    return failed ? ed_errno_text(failed) : problem;
}

// --- making and closing --------------------------------------------------------------------------

bool ed_private_folder_is_there(const char *path, i64 lock)
{
    ed_FileInfo here, there;
    return ed_handle_info(ed_handle_of(lock), &here) == 0
        && ed_file_info(path, ED_LINK_ITSELF, &there) == 0
        && ed_file_is_same(&here.mark, &there.mark);
}

/// Writes STEM and random letters. Another name for each `turn`.
static int write_name(const char *stem, char *path, size_t room, u32 turn)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    char end[ED_PRIVATE_NAME_LETTERS + 1] = "";
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    u64 number = ((u64)now.QuadPart + turn) * 0x9e3779b97f4a7c15u + GetCurrentProcessId();
    number ^= number >> 29;
    for (u32 i = 0; i < ED_PRIVATE_NAME_LETTERS; i++, number /= sizeof letters - 1)
        end[i] = letters[number % (sizeof letters - 1)];
    int size = snprintf(path, room, "%s%s", stem, end);
    return size < 0 || (size_t)size >= room ? ENAMETOOLONG : 0;
}

int ed_private_folder_lock(const char *path, i64 *lock)
{
    HANDLE folder;
    int failed = open_own(&folder, path, DELETE, ED_SHARE_ALL);
    *lock = failed ? ED_NO_PRIVATE_FOLDER : ed_handle_number(folder);
    // EBUSY, EACCES, ENOENT: another process is deleting the folder, which looked abandoned.
    return failed == EBUSY || failed == EACCES || failed == ENOENT ? EAGAIN : failed;
}

void ed_private_folder_unlock(i64 lock) { CloseHandle(ed_handle_of(lock)); }

static int make_and_lock(const char *path, ed_PrivateRights *rights, i64 *lock)
{
    ed_WidePath wide;
    int failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    if (!CreateDirectoryW(wide.text, &rights->attributes)) return ed_last_errno();
    failed = ed_private_folder_lock(path, lock);
    if (failed) RemoveDirectoryW(wide.text);
    return failed;
}

int ed_private_folder_make(const char *stem, char *path, size_t room, i64 *lock)
{
    ed_PrivateRights rights;
    *lock = ED_NO_PRIVATE_FOLDER;
    int failed = ed_rights_private(&rights);
    if (failed) return failed;
    failed = EAGAIN;
    for (u32 i = 0; i < TRIES && (failed == EAGAIN || failed == EEXIST); i++) {
        failed = write_name(stem, path, room, i);
        if (!failed) failed = make_and_lock(path, &rights, lock);
    }
    return failed;
}

/// The system deletes the folder when its handle is closed; it refuses if the folder is not empty.
static bool delete_on_close(HANDLE folder)
{
    FILE_DISPOSITION_INFO end = { .DeleteFile = TRUE };
    return SetFileInformationByHandle(folder, FileDispositionInfo, &end, sizeof end);
}

void ed_private_folder_close(const char *path, i64 lock)
{
    HANDLE folder = ed_handle_of(lock);
    if (lock == ED_NO_PRIVATE_FOLDER) return;
    if (!ed_private_folder_is_there(path, lock) || delete_on_close(folder)) CloseHandle(folder);
}

// --- abandoned folders ---------------------------------------------------------------------------

typedef struct Ours {
    const char *folder;
    bool (*accepts)(const char *name);
    bool all;      // all files are ours
} Ours;

static bool is_ours(const Ours *ours, const char *name, char path[ED_PATH_MAX])
{
    ed_FileInfo info;
    int size = snprintf(path, ED_PATH_MAX, "%s/%s", ours->folder, name);
    return size > 0 && (u32)size < ED_PATH_MAX && ours->accepts(name)
        && ed_file_info(path, ED_LINK_ITSELF, &info) == 0 && info.kind == ED_FILE_REGULAR;
}

static bool check_ours(void *it, const char *name)
{
    char path[ED_PATH_MAX];
    Ours *ours = (Ours *)it;
    ours->all = is_ours(ours, name, path);
    return ours->all;
}

static bool remove_ours(void *it, const char *name)
{
    char path[ED_PATH_MAX];
    if (is_ours((const Ours *)it, name, path)) ed_file_remove(path);
    return true;
}

/// A folder that contains anything else stays as it is: another program put it there.
bool ed_private_folder_delete_abandoned(const char *path, bool (*accepts)(const char *name))
{
    Ours ours = { path, accepts, true };
    HANDLE folder;
    if (open_own(&folder, path, 0, NOT_DELETE) != 0) return false;
    bool left = ed_folder_list(path, check_ours, &ours) == 0 && ours.all;
    if (left) ed_folder_list(path, remove_ours, &ours);
    CloseHandle(folder);
    return left && ed_folder_remove(path) == 0;
}

// --- files ---------------------------------------------------------------------------------------

static int put(const char *path, const void *bytes, size_t size)
{
    HANDLE file;
    ed_PrivateRights rights;
    int failed = ed_rights_private(&rights);
    if (failed) return failed;
    ed_OpenHow how = { .access = GENERIC_WRITE,
                       .share = FILE_SHARE_READ,
                       .creation = CREATE_NEW,
                       .flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT,
                       .rights = &rights.attributes };
    failed = ed_handle_open(&file, path, &how);
    if (failed) return failed == EPERM ? EACCES : failed;
    return ed_handle_finish(file, ed_handle_write(file, bytes, size), path);
}

int ed_private_file_put(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[ED_PATH_MAX];
    HANDLE open;
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path) return ENAMETOOLONG;
    int failed = open_own(&open, folder, 0, ED_SHARE_ALL);
    if (failed) return failed;
    failed = put(path, bytes, size);
    if (!failed && !ed_private_folder_is_there(folder, ed_handle_number(open))) {
        ed_file_remove(path);
        failed = EXDEV;
    }
    CloseHandle(open);
    return failed;
}

void ed_private_file_remove(const char *path)
{
    char folder[ED_PATH_MAX];
    HANDLE open;
    const char *slash = strrchr(path, '/');
    if (!slash || (size_t)(slash - path) >= sizeof folder) return;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    if (open_own(&open, folder, 0, ED_SHARE_ALL) != 0) return;
    ed_file_remove(path);
    CloseHandle(open);
}
