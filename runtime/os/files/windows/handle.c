#include "runtime/os/files/windows/handle.h"
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "runtime/os/files/start_folder.h"
#include "runtime/os/system/windows/file_time.h"

#define PART_MAX ((size_t)1 << 30)      // bytes of one call
#define PAUSE_MS 5u
#define RENAME_INFO_EX ((FILE_INFO_BY_HANDLE_CLASS)22)      // FileRenameInfoEx, of Windows 10 1607

int ed_last_errno(void)
{
    int value = ed_errno_of(GetLastError());
    return value ? value : EIO;
}

// --- locks of other programs ---------------------------------------------------------------------

bool ed_handle_retry(u64 begun_ms, DWORD error)
{
    const bool locked = ed_errno_of(error) == EBUSY;
    const u64 limit_ms = locked ? ED_LOCKED_MS : error == ERROR_ACCESS_DENIED ? ED_DENIED_MS : 0;
    if (GetTickCount64() - begun_ms >= limit_ms) return false;
    Sleep(PAUSE_MS);
    return true;
}

// --- opening -------------------------------------------------------------------------------------

int ed_wide_path(const char *path, ed_WidePath *wide)
{
    char room[ED_PATH_MAX];
    const char *whole = ed_start_folder_path(path, room);
    return ed_wide(whole, wide->text, ED_WIDE_MAX) ? 0 : ed_last_errno();
}

int ed_handle_open(HANDLE *file, const char *path, const ed_OpenHow *how)
{
    ed_WidePath wide;
    *file = INVALID_HANDLE_VALUE;
    int failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    const u64 begun_ms = GetTickCount64();
    for (;;) {
        *file = CreateFileW(wide.text, how->access, how->share, how->rights, how->creation,
                            how->flags, NULL);
        if (*file != INVALID_HANDLE_VALUE) return 0;
        failed = ed_last_errno();
        if (failed != EBUSY || !how->waits || !ed_handle_retry(begun_ms, GetLastError()))
            return failed;
    }
}

int ed_handle_open_status(HANDLE *file, const char *path, ed_FileLinks links)
{
    // The flag for backups makes it possible to open folders.
    DWORD itself = links == ED_LINK_ITSELF ? FILE_FLAG_OPEN_REPARSE_POINT : 0;
    ed_OpenHow how = { .access = FILE_READ_ATTRIBUTES,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_EXISTING,
                       .flags = FILE_FLAG_BACKUP_SEMANTICS | itself };
    return ed_handle_open(file, path, &how);
}

// --- reading and writing -------------------------------------------------------------------------

static DWORD part_of(size_t size) { return (DWORD)(size < PART_MAX ? size : PART_MAX); }

int ed_handle_read(HANDLE file, void *bytes, size_t size, size_t *got)
{
    for (*got = 0; *got < size;) {
        DWORD more = 0;
        if (!ReadFile(file, (u8 *)bytes + *got, part_of(size - *got), &more, NULL)) {
            DWORD error = GetLastError();
            return error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE ? 0 : ed_last_errno();
        }
        if (!more) return 0;
        *got += more;
    }
    return 0;
}

int ed_handle_write(HANDLE file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        DWORD put = 0;
        if (!WriteFile(file, (const u8 *)bytes + done, part_of(size - done), &put, NULL))
            return ed_last_errno();
        if (!put) return ENOSPC;
        done += put;
    }
    return 0;
}

int ed_handle_finish(HANDLE file, int failed, const char *path)
{
    ed_WidePath wide;
    CloseHandle(file);
    if (failed && ed_wide_path(path, &wide) == 0) DeleteFileW(wide.text);
    return failed;
}

// --- renaming ------------------------------------------------------------------------------------

typedef struct Rename {
    FILE_RENAME_INFO info;
    wchar_t rest[ED_WIDE_MAX];      // of info.FileName
} Rename;

static bool set_name(HANDLE file, FILE_INFO_BY_HANDLE_CLASS how, Rename *rename)
{
    return SetFileInformationByHandle(file, how, rename, sizeof *rename);
}

DWORD ed_handle_rename(HANDLE file, const wchar_t *to)
{
    Rename rename = { .info.RootDirectory = NULL };
    wchar_t whole[ED_WIDE_MAX];
    DWORD size = GetFullPathNameW(to, ED_WIDE_MAX, whole, NULL);
    if (!size) return GetLastError();
    if (size >= ED_WIDE_MAX) return ERROR_FILENAME_EXCED_RANGE;
    rename.info.FileNameLength = size * (DWORD)sizeof *whole;
    memcpy((u8 *)&rename + offsetof(FILE_RENAME_INFO, FileName), whole, (size + 1) * sizeof *whole);
    rename.info.Flags = FILE_RENAME_FLAG_REPLACE_IF_EXISTS | FILE_RENAME_FLAG_POSIX_SEMANTICS;
    if (set_name(file, RENAME_INFO_EX, &rename)) return ERROR_SUCCESS;
    rename.info.Flags = 0;
    rename.info.ReplaceIfExists = TRUE;
    return set_name(file, FileRenameInfo, &rename) ? ERROR_SUCCESS : GetLastError();
}

DWORD ed_handle_rename_error(DWORD error, const wchar_t *to)
{
    if (error != ERROR_ACCESS_DENIED) return error;
    HANDLE file = CreateFileW(to, DELETE, ED_SHARE_ALL, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return GetLastError() == ERROR_SHARING_VIOLATION ? ERROR_SHARING_VIOLATION : error;
    CloseHandle(file);
    return error;
}

// --- status --------------------------------------------------------------------------------------

static u64 join(DWORD high, DWORD low) { return (u64)high << 32 | low; }

/// The time of the last change of content or metadata. FAT does not have it.
static u64 changed_ns(HANDLE file, u64 written_ns)
{
    FILE_BASIC_INFO basic;
    bool known = GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic)
              && basic.ChangeTime.QuadPart > 0;
    if (!known) return written_ns;
    return ed_ns_of_file_time((FILETIME){ .dwLowDateTime = basic.ChangeTime.LowPart,
                                          .dwHighDateTime = (DWORD)basic.ChangeTime.HighPart });
}

/// A file can be a reparse point without being a link: then its content is elsewhere, for example.
static ed_FileKind kind_of(HANDLE file, DWORD attributes)
{
    FILE_ATTRIBUTE_TAG_INFO tag;
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT
        && GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof tag)) {
        if (IsReparseTagNameSurrogate(tag.ReparseTag)) return ED_FILE_LINK;
        if (tag.ReparseTag == IO_REPARSE_TAG_AF_UNIX) return ED_FILE_SOCKET;
    }
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? ED_FILE_FOLDER : ED_FILE_REGULAR;
}

int ed_handle_info(HANDLE file, ed_FileInfo *info)
{
    BY_HANDLE_FILE_INFORMATION found;
    *info = (ed_FileInfo){ .kind = ED_FILE_NONE };
    DWORD type = GetFileType(file);
    if (type == FILE_TYPE_UNKNOWN && GetLastError() != NO_ERROR) return ed_last_errno();
    if (type != FILE_TYPE_DISK) {
        info->kind = type == FILE_TYPE_PIPE ? ED_FILE_PIPE : ED_FILE_DEVICE;
        return 0;
    }
    if (!GetFileInformationByHandle(file, &found)) return ed_last_errno();
    info->kind = kind_of(file, found.dwFileAttributes);
    info->names = found.nNumberOfLinks;
    info->permissions = found.dwFileAttributes;
    info->mark.device = found.dwVolumeSerialNumber;
    info->mark.inode = join(found.nFileIndexHigh, found.nFileIndexLow);
    info->mark.size = join(found.nFileSizeHigh, found.nFileSizeLow);
    info->mark.written_ns = ed_ns_of_file_time(found.ftLastWriteTime);
    info->mark.changed_ns = changed_ns(file, info->mark.written_ns);
    return 0;
}
