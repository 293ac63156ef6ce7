#include "runtime/os/system/windows/wide.h"
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <windows.h>
#include "runtime/os/system/environment.h"

// A folder's path may have 247 characters, and callers append a few, such as "\*".
#define PLAIN_MAX 240u

static bool fail(DWORD error)
{
    SetLastError(error);
    return false;
}

/// A conversion that fails because of its room leaves ERROR_INSUFFICIENT_BUFFER. For a path that
/// means that it is too long.
static bool fail_convert(DWORD error)
{
    return fail(error == ERROR_INSUFFICIENT_BUFFER ? ERROR_FILENAME_EXCED_RANGE : error);
}

bool ed_wide_text(const char *text, wchar_t *room, u32 count)
{
    const int most = count > INT_MAX ? INT_MAX : (int)count;
    if (!most) return fail(ERROR_FILENAME_EXCED_RANGE);
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, room, most)) return true;
    DWORD error = GetLastError();
    room[0] = 0;
    return fail_convert(error);
}

bool ed_narrow_text(const wchar_t *text, char *room, size_t size)
{
    const int most = size > INT_MAX ? INT_MAX : (int)size;
    if (!most) return fail(ERROR_FILENAME_EXCED_RANGE);
    if (WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, text, -1, room, most, NULL, NULL))
        return true;
    DWORD error = GetLastError();
    room[0] = 0;
    return fail_convert(error);
}

static bool starts_with(const wchar_t *text, const wchar_t *start)
{
    return wcsncmp(text, start, wcslen(start)) == 0;
}

/// The path is a device's, or has a prefix already: Windows takes it as it is.
static bool is_verbatim(const wchar_t *path)
{
    return starts_with(path, L"\\\\?\\") || starts_with(path, L"\\\\.\\");
}

/// Makes the path absolute. With the prefix, Windows does not resolve "." and "..", so this is done
/// first. "\\server\share" becomes "\\?\UNC\server\share".
static bool lengthen(wchar_t *path, u32 count)
{
    wchar_t full[ED_WIDE_MAX];
    DWORD size = GetFullPathNameW(path, ED_WIDE_MAX, full, NULL);
    if (!size) return false;
    if (size >= ED_WIDE_MAX) return fail(ERROR_FILENAME_EXCED_RANGE);
    const bool verbatim = is_verbatim(full), share = !verbatim && starts_with(full, L"\\\\");
    const wchar_t *prefix = verbatim ? L"" : share ? L"\\\\?\\UNC\\" : L"\\\\?\\";
    const wchar_t *rest = share ? full + 2 : full;
    if (wcslen(prefix) + wcslen(rest) >= count) return fail(ERROR_FILENAME_EXCED_RANGE);
    wcscpy(path, prefix);
    wcscat(path, rest);
    return true;
}

/// Windows takes the rest of a name after a colon as the name of a stream in the file.
static bool names_stream(const wchar_t *path)
{
    const wchar_t *colon = wcschr(path, L':');
    return colon && (colon != path + 1 || wcschr(colon + 1, L':'));
}

bool ed_wide(const char *path, wchar_t *room, u32 count)
{
    if (!path[0]) {
        if (count) room[0] = 0;
        return fail(ERROR_PATH_NOT_FOUND);
    }
    if (!ed_wide_text(path, room, count)) return false;
    for (wchar_t *c = room; *c; c++)
        if (*c == L'/') *c = L'\\';
    if (is_verbatim(room)) return true;
    if (names_stream(room)) return fail(ERROR_INVALID_NAME);
    DWORD size = GetFullPathNameW(room, 0, NULL, NULL);      // with the terminator
    if (!size) return false;
    return size <= PLAIN_MAX || lengthen(room, count);
}

bool ed_narrow(const wchar_t *path, char *room, size_t size)
{
    const bool share = starts_with(path, L"\\\\?\\UNC\\");
    if (share) path += wcslen(L"\\\\?\\UNC");
    else if (starts_with(path, L"\\\\?\\")) path += wcslen(L"\\\\?\\");
    if (share && size < 2) return fail(ERROR_FILENAME_EXCED_RANGE);
    if (!ed_narrow_text(path, room + share, size - share)) {
        const DWORD error = GetLastError();
        if (size) room[0] = 0;
        return fail(error);
    }
    if (share) room[0] = '/';
    ed_path_use_slashes(room);
    return true;
}

// Only values that the C library of Windows has a text for.
static const struct {
    DWORD error;
    int value;
} errno_values[] = {
    { ERROR_FILE_NOT_FOUND, ENOENT },
    { ERROR_PATH_NOT_FOUND, ENOENT },
    { ERROR_INVALID_DRIVE, ENOENT },
    { ERROR_BAD_NETPATH, ENOENT },
    { ERROR_BAD_NET_NAME, ENOENT },
    { ERROR_INVALID_NAME, ENOENT },
    { ERROR_BAD_PATHNAME, ENOENT },
    { ERROR_MOD_NOT_FOUND, ENOENT },
    { ERROR_PROC_NOT_FOUND, ENOENT },
    { ERROR_ENVVAR_NOT_FOUND, ENOENT },
    { ERROR_DELETE_PENDING, ENOENT },
    { ERROR_ACCESS_DENIED, EACCES },
    { ERROR_NETWORK_ACCESS_DENIED, EACCES },
    { ERROR_CANT_ACCESS_FILE, EACCES },
    { ERROR_SHARING_VIOLATION, EBUSY },
    { ERROR_LOCK_VIOLATION, EBUSY },
    { ERROR_USER_MAPPED_FILE, EBUSY },
    { ERROR_PRIVILEGE_NOT_HELD, EPERM },
    { ERROR_FILE_EXISTS, EEXIST },
    { ERROR_ALREADY_EXISTS, EEXIST },
    { ERROR_DIRECTORY, ENOTDIR },
    { ERROR_DIR_NOT_EMPTY, ENOTEMPTY },
    { ERROR_CURRENT_DIRECTORY, EBUSY },
    { ERROR_BUSY, EBUSY },
    { ERROR_PIPE_BUSY, EBUSY },
    { ERROR_TOO_MANY_OPEN_FILES, EMFILE },
    { ERROR_NOT_ENOUGH_MEMORY, ENOMEM },
    { ERROR_OUTOFMEMORY, ENOMEM },
    { ERROR_COMMITMENT_LIMIT, ENOMEM },
    { ERROR_COMMITMENT_MINIMUM, ENOMEM },
    { ERROR_NOT_ENOUGH_QUOTA, ENOMEM },
    { ERROR_NO_SYSTEM_RESOURCES, ENOMEM },
    { ERROR_DISK_FULL, ENOSPC },
    { ERROR_HANDLE_DISK_FULL, ENOSPC },
    { ERROR_FILE_TOO_LARGE, EFBIG },
    { ERROR_WRITE_PROTECT, EROFS },
    { ERROR_NOT_READY, ENODEV },
    { ERROR_INVALID_HANDLE, EBADF },
    { ERROR_INVALID_TARGET_HANDLE, EBADF },
    { ERROR_BROKEN_PIPE, EPIPE },
    { ERROR_NO_DATA, EPIPE },
    { ERROR_SEEK, ESPIPE },
    { ERROR_NOT_SAME_DEVICE, EXDEV },
    { ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG },
    { ERROR_BUFFER_OVERFLOW, ENAMETOOLONG },
    { ERROR_NO_UNICODE_TRANSLATION, EILSEQ },
    { ERROR_INVALID_FUNCTION, ENOSYS },
    { ERROR_NOT_SUPPORTED, ENOSYS },
    { ERROR_CALL_NOT_IMPLEMENTED, ENOSYS },
    { ERROR_INVALID_PARAMETER, EINVAL },
    { ERROR_INVALID_ADDRESS, EINVAL },
    { ERROR_FILE_INVALID, EINVAL },
    { ERROR_NEGATIVE_SEEK, EINVAL },
    { ERROR_NOT_A_REPARSE_POINT, EINVAL },
    { ERROR_CANT_RESOLVE_FILENAME, EINVAL },
    { ERROR_BAD_FORMAT, ENOEXEC },
    { ERROR_BAD_EXE_FORMAT, ENOEXEC },
    { ERROR_EXE_MACHINE_TYPE_MISMATCH, ENOEXEC },
    { ERROR_NO_PROC_SLOTS, EAGAIN },
    { ERROR_MAX_THRDS_REACHED, EAGAIN },
    { ERROR_WAIT_NO_CHILDREN, ECHILD },
    { ERROR_OPERATION_ABORTED, EINTR },
    { ERROR_PARTIAL_COPY, EFAULT },
    { ERROR_NOACCESS, EFAULT },
};

int ed_errno_of(unsigned long error)
{
    if (!error) return 0;
    for (size_t i = 0; i < sizeof errno_values / sizeof errno_values[0]; i++)
        if (errno_values[i].error == error) return errno_values[i].value;
    return EIO;
}
