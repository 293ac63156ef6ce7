#include "runtime/os/files/file_info.h"
#include <errno.h>
#include <string.h>
#include "runtime/os/files/windows/handle.h"
#include "runtime/os/system/windows/file_time.h"

// --- status --------------------------------------------------------------------------------------

static bool is_pipe_name(const wchar_t *path)
{
    return _wcsnicmp(path, L"\\\\.\\pipe\\", 9) == 0 || _wcsnicmp(path, L"\\\\?\\pipe\\", 9) == 0;
}

/// Does not open the pipe: that would use up the connection that its server offers to another
/// program.
static int pipe_info(const wchar_t *path, ed_FileInfo *info)
{
    if (!WaitNamedPipeW(path, 1) && GetLastError() == ERROR_FILE_NOT_FOUND) return ENOENT;
    info->kind = ED_FILE_PIPE;
    return 0;
}

int ed_file_info(const char *path, ed_FileLinks links, ed_FileInfo *info)
{
    HANDLE file;
    ed_WidePath wide;
    *info = (ed_FileInfo){ .kind = ED_FILE_NONE };
    int failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    if (is_pipe_name(wide.text)) return pipe_info(wide.text, info);
    failed = ed_handle_open_status(&file, path, links);
    if (failed) return failed;
    failed = ed_handle_info(file, info);
    CloseHandle(file);
    return failed;
}

/// True if the system would open the file for that. It may be in use by another program now.
static bool may(const char *path, DWORD access)
{
    HANDLE file;
    ed_OpenHow how = { .access = access,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_EXISTING,
                       .flags = FILE_FLAG_BACKUP_SEMANTICS };
    if (ed_handle_open(&file, path, &how) != 0) return GetLastError() == ERROR_SHARING_VIOLATION;
    CloseHandle(file);
    return true;
}

bool ed_file_may_write(const char *path) { return may(path, FILE_WRITE_DATA); }

bool ed_file_may_run(const char *path) { return may(path, FILE_EXECUTE); }

/// Some file systems do not report names, or not in their normal form. Without them, links in the
/// path stay.
static DWORD find_real_path(HANDLE file, const wchar_t *path, wchar_t found[ED_WIDE_MAX])
{
    DWORD size = GetFinalPathNameByHandleW(file, found, ED_WIDE_MAX, FILE_NAME_NORMALIZED);
    if (!size) size = GetFinalPathNameByHandleW(file, found, ED_WIDE_MAX, FILE_NAME_OPENED);
    return size ? size : GetFullPathNameW(path, ED_WIDE_MAX, found, NULL);
}

int ed_file_real_path(const char *path, char real[ED_PATH_MAX])
{
    HANDLE file;
    ed_WidePath wide;
    wchar_t found[ED_WIDE_MAX];
    int failed = ed_wide_path(path, &wide);
    if (!failed) failed = ed_handle_open_status(&file, path, ED_LINK_FOLLOW);
    if (failed) return failed;
    DWORD size = find_real_path(file, wide.text, found);
    CloseHandle(file);
    if (size >= ED_WIDE_MAX) return ENAMETOOLONG;
    return size && ed_narrow(found, real, ED_PATH_MAX) ? 0 : ed_last_errno();
}

// --- names ---------------------------------------------------------------------------------------

/// Windows does not remove a read-only file, so that attribute is cleared first. On other systems,
/// only the rights to the folder matter.
static int remove_read_only(const wchar_t *path, DWORD attributes)
{
    if (!SetFileAttributesW(path, attributes & ~(DWORD)FILE_ATTRIBUTE_READONLY)) return EACCES;
    if (DeleteFileW(path)) return 0;
    int failed = ed_last_errno();
    SetFileAttributesW(path, attributes);
    return failed;
}

int ed_file_remove(const char *path)
{
    ed_WidePath wide;
    ed_FileInfo info;
    int failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    if (DeleteFileW(wide.text)) return 0;
    failed = ed_last_errno();
    if (ed_file_info(path, ED_LINK_ITSELF, &info) != 0) return failed;
    const DWORD attributes = info.permissions;
    bool folder = attributes & FILE_ATTRIBUTE_DIRECTORY;      // or a link to one
    if (folder && info.kind == ED_FILE_LINK)
        return RemoveDirectoryW(wide.text) ? 0 : ed_last_errno();
    return attributes & FILE_ATTRIBUTE_READONLY && !folder ? remove_read_only(wide.text, attributes)
                                                           : failed;
}

static bool is_folder(const wchar_t *path)
{
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_DIRECTORY;
}

static bool is_file(const wchar_t *path)
{
    return !(GetFileAttributesW(path)
             & FILE_ATTRIBUTE_DIRECTORY);      // if it does not exist, all bits are set
}

/// MoveFileExW does not replace a file that a program has open.
static bool replace_open(const wchar_t *from, const wchar_t *to)
{
    HANDLE file = CreateFileW(from, DELETE | SYNCHRONIZE, ED_SHARE_ALL, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool moved = ed_handle_rename(file, to) == ERROR_SUCCESS;
    CloseHandle(file);
    return moved;
}

int ed_file_rename(const char *from, const char *to)
{
    static const DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    ed_WidePath old, new;
    int failed = ed_wide_path(from, &old);
    if (!failed) failed = ed_wide_path(to, &new);
    // The system would replace a file with a folder.
    if (!failed && is_folder(old.text) && is_file(new.text)) return ENOTDIR;
    const u64 begun_ms = GetTickCount64();
    while (!failed) {
        if (MoveFileExW(old.text, new.text, how)) return 0;
        DWORD error = ed_handle_rename_error(GetLastError(), new.text);
        if (error != ERROR_ACCESS_DENIED && ed_errno_of(error) != EBUSY) return ed_errno_of(error);
        if (is_folder(new.text)) {
            if (!is_folder(old.text)) return EISDIR;
            if (!RemoveDirectoryW(new.text)) return ed_last_errno();
        } else if (replace_open(old.text, new.text)) return 0;
        else if (!ed_handle_retry(begun_ms, error)) return ed_errno_of(error);
    }
    return failed;
}

int ed_file_add_name(const char *path, const char *name)
{
    ed_WidePath old, new;
    int failed = ed_wide_path(path, &old);
    if (!failed) failed = ed_wide_path(name, &new);
    if (failed) return failed;
    return CreateHardLinkW(new.text, old.text, NULL) ? 0 : ed_last_errno();
}

int ed_file_set_written(const char *path, ed_FileLinks links, u64 written_ns)
{
    HANDLE file;
    FILETIME time = ed_file_time_of_ns(written_ns);
    if (written_ns == ED_FILE_NOW) GetSystemTimeAsFileTime(&time);      // the clock of NTFS
    DWORD itself = links == ED_LINK_ITSELF ? FILE_FLAG_OPEN_REPARSE_POINT : 0;
    ed_OpenHow how = { .access = FILE_WRITE_ATTRIBUTES,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_EXISTING,
                       .flags = FILE_FLAG_BACKUP_SEMANTICS | itself };
    int failed = ed_handle_open(&file, path, &how);
    if (failed) return failed;
    if (!SetFileTime(file, NULL, NULL, &time)) failed = ed_last_errno();
    CloseHandle(file);
    return failed;
}
