#include "runtime/os/files/open_file.h"
#include <errno.h>
#include "runtime/os/files/windows/handle.h"

// A handle that is not inherited is the default. INVALID_HANDLE_VALUE is -1, ED_NO_FILE.

static int open_as(i64 *file, const char *path, DWORD access, DWORD creation)
{
    HANDLE handle;
    ed_OpenHow how = {
        .access = access, .share = ED_SHARE_ALL, .creation = creation, .waits = true
    };
    how.flags = FILE_ATTRIBUTE_NORMAL;
    // A folder can be opened to be read, as elsewhere: the caller then checks what it is.
    if (access == GENERIC_READ) how.flags |= FILE_FLAG_BACKUP_SEMANTICS;
    int failed = ed_handle_open(&handle, path, &how);
    *file = ed_handle_number(handle);
    return failed;
}

int ed_file_open(i64 *file, const char *path)
{
    return open_as(file, path, GENERIC_READ, OPEN_EXISTING);
}

int ed_file_open_to_write(i64 *file, const char *path)
{
    return open_as(file, path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS);
}

void ed_file_close(i64 file)
{
    if (file != ED_NO_FILE) CloseHandle(ed_handle_of(file));
}

int ed_file_info_of(i64 file, ed_FileInfo *info)
{
    return ed_handle_info(ed_handle_of(file), info);
}

int ed_file_read_on(i64 file, void *bytes, size_t size, size_t *got)
{
    return ed_handle_read(ed_handle_of(file), bytes, size, got);
}

int ed_file_write_on(i64 file, const void *bytes, size_t size)
{
    int failed = ed_handle_write(ed_handle_of(file), bytes, size);
    // The file was opened only to be read. (Locked bytes are another error, which is EBUSY.)
    return failed && GetLastError() == ERROR_ACCESS_DENIED ? EBADF : failed;
}

int ed_file_empty(i64 file)
{
    LARGE_INTEGER start = { .QuadPart = 0 };
    HANDLE handle = ed_handle_of(file);
    bool emptied = SetFilePointerEx(handle, start, NULL, FILE_BEGIN) && SetEndOfFile(handle);
    return emptied ? 0 : ed_last_errno();
}

int ed_file_sync(i64 file) { return FlushFileBuffers(ed_handle_of(file)) ? 0 : ed_last_errno(); }
