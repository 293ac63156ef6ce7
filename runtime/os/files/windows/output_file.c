#include "runtime/os/files/output_file.h"
#include <errno.h>
#include <string.h>
#include "runtime/os/files/windows/handle.h"

#define NAMES_TRIED 100u

/// Opens a new file in the user's folder for temporary files. It is deleted when its last handle is
/// closed, and kept in memory as long as the system has memory for it.
static int open_new(HANDLE *file)
{
    static volatile LONG counter;
    wchar_t folder[MAX_PATH + 1], path[MAX_PATH + 64];
    const DWORD flags = FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE;
    *file = INVALID_HANDLE_VALUE;
    DWORD size = GetTempPathW(ED_COUNT(folder), folder);
    if (!size) return ed_last_errno();
    if (size >= ED_COUNT(folder)) return ENAMETOOLONG;
    for (u32 i = 0; i < NAMES_TRIED; i++) {
        swprintf(path, ED_COUNT(path), L"%lseddie-output-%lu-%ld.tmp", folder,
                 GetCurrentProcessId(), InterlockedIncrement(&counter));
        *file = CreateFileW(path, GENERIC_READ | GENERIC_WRITE | DELETE, ED_SHARE_ALL, NULL,
                            CREATE_NEW, flags, NULL);
        if (*file != INVALID_HANDLE_VALUE) return 0;
        if (GetLastError() != ERROR_FILE_EXISTS) return ed_last_errno();
    }
    return EEXIST;
}

/// Locks all bytes from `bytes` on. Processes that inherit the handle do not inherit the right to
/// write there.
static int limit(HANDLE file, u32 bytes)
{
    OVERLAPPED from = { .Offset = bytes };
    const DWORD how = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    return LockFileEx(file, how, 0, MAXDWORD, LONG_MAX - 1, &from) ? 0 : ed_last_errno();
}

int ed_output_file_open(i64 *handle, u32 bytes)
{
    HANDLE file;
    int failed = open_new(&file);
    *handle = ed_handle_number(file);
    if (!failed) failed = limit(file, bytes);
    if (failed) ed_output_file_close(handle);
    return failed;
}

/// Reads through another handle, so that a child that still writes continues at its own position.
/// Reads no further than the end, since Windows refuses to read locked bytes.
u32 ed_output_file_read(i64 handle, char *text, u32 room)
{
    size_t got = 0;
    HANDLE file = ReOpenFile(ed_handle_of(handle), GENERIC_READ, ED_SHARE_ALL, 0);
    LARGE_INTEGER size;
    if (file != INVALID_HANDLE_VALUE) {
        if (GetFileSizeEx(file, &size) && size.QuadPart < room - 1) room = (u32)size.QuadPart + 1;
        ed_handle_read(file, text, room - 1, &got);
        CloseHandle(file);
    }
    text[got] = 0;
    return (u32)strlen(text);
}

void ed_output_file_close(i64 *handle)
{
    if (*handle != -1) CloseHandle(ed_handle_of(*handle));
    *handle = -1;
}
