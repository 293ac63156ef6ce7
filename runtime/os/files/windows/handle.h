/// Handles of files: opening by the paths of eddie, reading and writing, and the status of a file
/// in the form of file_info.h. Functions that return an int return 0 or an errno value.
#ifndef ED_OS_WINDOWS_HANDLE_H
#define ED_OS_WINDOWS_HANDLE_H
#include <windows.h>
#include "runtime/os/files/file_info.h"
#include "runtime/os/system/windows/wide.h"
ED_C_BEGIN

#define ED_SHARE_ALL (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

// Programs that look at new files, such as virus scanners, lock them for a moment, and others for
// longer. A rename may also be denied for a moment without a lock that can be seen.
#define ED_LOCKED_MS 2000u
#define ED_DENIED_MS 100u

/// A path as the functions of Windows take it.
typedef struct ed_WidePath {
    wchar_t text[ED_WIDE_MAX];
} ed_WidePath;

typedef struct ed_OpenHow {
    DWORD access, share;      // as CreateFileW takes them
    DWORD creation;           // such as OPEN_EXISTING
    DWORD flags;              // and attributes
    SECURITY_ATTRIBUTES *rights;
    bool waits;      // for up to ED_LOCKED_MS while another program has it locked
} ed_OpenHow;

static inline HANDLE ed_handle_of(i64 number) { return (HANDLE)(intptr_t)number; }
static inline i64 ed_handle_number(HANDLE handle) { return (i64)(intptr_t)handle; }

/// Returns the errno value of the last error, which is never 0.
int ed_last_errno(void);

/// Called after the error of a call that was tried first at `begun_ms`, a time of GetTickCount64.
/// Pauses and returns true if the call should be tried again, since a lock may be the reason.
bool ed_handle_retry(u64 begun_ms, DWORD error);

/// Converts a path; a relative one is resolved from the start folder.
int ed_wide_path(const char *path, ed_WidePath *wide);
/// Opens a file or folder. On failure, `file` is INVALID_HANDLE_VALUE, and the last error of the
/// thread is set.
int ed_handle_open(HANDLE *file, const char *path, const ed_OpenHow *how);
/// Opens a path, not to read it but to ask what it leads to.
int ed_handle_open_status(HANDLE *file, const char *path, ed_FileLinks links);

/// Reads fewer bytes only at the end of the file, or on failure.
int ed_handle_read(HANDLE file, void *bytes, size_t size, size_t *got);
int ed_handle_write(HANDLE file, const void *bytes, size_t size);
/// Closes a new file, and deletes it if `failed`, the result of writing it, is not 0. Returns
/// `failed`.
int ed_handle_finish(HANDLE file, int failed, const char *path);

/// Renames an open file, whose handle needs DELETE, and replaces a file of the new name. If the
/// file system supports it, this also replaces a file that a program has open; the program's handle
/// still refers to the old file. Returns an error of Windows, or 0.
DWORD ed_handle_rename(HANDLE file, const wchar_t *to);
/// Returns the error of a failed rename, or ERROR_SHARING_VIOLATION if the reason is that a program
/// has the file of the new name open.
DWORD ed_handle_rename_error(DWORD error, const wchar_t *to);

int ed_handle_info(HANDLE file, ed_FileInfo *info);

ED_C_END
#endif
