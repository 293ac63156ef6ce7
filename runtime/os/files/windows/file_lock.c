#include "runtime/os/files/file_lock.h"
#include <errno.h>
#include "runtime/os/files/windows/handle.h"
#include "runtime/os/system/windows/file_time.h"

// Windows locks ranges of bytes, and the lock also prevents reading and writing. So the locked byte
// is far after the end of any content.
#define LOCKED_HIGH 0x40000000u

static int lock_byte(HANDLE file)
{
    OVERLAPPED at = { .OffsetHigh = LOCKED_HIGH };
    const DWORD how = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    if (LockFileEx(file, how, 0, 1, 0, &at)) return 0;
    DWORD error = GetLastError();
    return error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING ? EWOULDBLOCK
                                                                      : ed_errno_of(error);
}

int ed_file_lock_take(i64 *lock, const char *path)
{
    HANDLE file;
    ed_FileInfo info;
    ed_OpenHow how = { .access = GENERIC_READ | GENERIC_WRITE,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_ALWAYS,
                       .flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT };
    *lock = ED_NO_LOCK;
    int failed = ed_handle_open(&file, path, &how);
    if (failed) return failed;
    failed = ed_handle_info(file, &info);
    if (!failed && info.kind == ED_FILE_LINK) failed = ELOOP;
    if (!failed) failed = lock_byte(file);
    if (failed) CloseHandle(file);
    else *lock = ed_handle_number(file);
    return failed;
}

void ed_file_lock_release(i64 *lock)
{
    OVERLAPPED at = { .OffsetHigh = LOCKED_HIGH };
    if (*lock != ED_NO_LOCK) {
        // After closing alone, the system may take a while to unlock.
        UnlockFileEx(ed_handle_of(*lock), 0, 1, 0, &at);
        CloseHandle(ed_handle_of(*lock));
    }
    *lock = ED_NO_LOCK;
}

/// Setting a date changes the metadata, and the file system notes when, by its own clock.
u64 ed_file_lock_now_ns(i64 lock)
{
    ed_FileInfo info;
    FILETIME time;
    if (lock == ED_NO_LOCK) return 0;
    GetSystemTimeAsFileTime(&time);
    if (!SetFileTime(ed_handle_of(lock), NULL, NULL, &time)
        || ed_handle_info(ed_handle_of(lock), &info) != 0)
        return 0;
    time = ed_file_time_of_ns(info.mark.changed_ns);
    return SetFileTime(ed_handle_of(lock), NULL, NULL, &time) ? info.mark.changed_ns : 0;
}
