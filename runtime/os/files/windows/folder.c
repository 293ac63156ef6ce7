#include "runtime/os/files/folder.h"
#include <errno.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/windows/handle.h"

#define NAME_BYTES 1024u      // 255 characters of UTF-16 are at most 765 bytes

// --- listing -------------------------------------------------------------------------------------

static bool is_itself_or_parent(const wchar_t *name)
{
    return wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0;
}

/// Calls `each` for the entries. A name that is not valid UTF-16 cannot be opened by any path of
/// eddie, and is skipped.
static int list(HANDLE found, WIN32_FIND_DATAW *entry, bool (*each)(void *it, const char *name),
                void *it)
{
    char name[NAME_BYTES];
    do
        if (!is_itself_or_parent(entry->cFileName)
            && ed_narrow_text(entry->cFileName, name, sizeof name) && !each(it, name))
            return 0;
    while (FindNextFileW(found, entry));
    return GetLastError() == ERROR_NO_MORE_FILES ? 0 : ed_last_errno();
}

int ed_folder_list(const char *path, bool (*each)(void *it, const char *name), void *it)
{
    WIN32_FIND_DATAW entry;
    ed_WidePath wide;
    ed_FileInfo info;
    int failed = ed_file_info(path, ED_LINK_FOLLOW, &info);
    if (!failed && info.kind != ED_FILE_FOLDER) failed = ENOTDIR;
    if (!failed) failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    size_t size = wcslen(wide.text);
    if (size + 3 > ED_WIDE_MAX) return ENAMETOOLONG;
    wcscpy(wide.text + size, wide.text[size - 1] == L'\\' ? L"*" : L"\\*");
    HANDLE found = FindFirstFileExW(wide.text, FindExInfoBasic, &entry, FindExSearchNameMatch, NULL,
                                    FIND_FIRST_EX_LARGE_FETCH);
    if (found == INVALID_HANDLE_VALUE)      // the root of an empty drive does not have "." and ".."
        return GetLastError() == ERROR_FILE_NOT_FOUND ? 0 : ed_last_errno();
    failed = list(found, &entry, each, it);
    FindClose(found);
    return failed;
}

// --- making and removing -------------------------------------------------------------------------

int ed_folder_make(const char *path)
{
    ed_WidePath wide;
    int failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    if (CreateDirectoryW(wide.text, NULL)) return 0;
    // The system refuses to create the root of a drive as if there were no right to it.
    failed = ed_last_errno();
    bool exists = failed == EACCES && GetFileAttributesW(wide.text) != INVALID_FILE_ATTRIBUTES;
    return exists ? EEXIST : failed;
}

int ed_folder_remove(const char *path)
{
    ed_WidePath wide;
    int failed = ed_wide_path(path, &wide);
    if (failed) return failed;
    return RemoveDirectoryW(wide.text) ? 0 : ed_last_errno();
}

// --- locking -------------------------------------------------------------------------------------

#define NOT_LOCKED 0      // a handle that the system never gives

/// Makes a named object of the system, which exists while a process has it open. A folder itself
/// cannot be locked here, and an exclusive handle of it would prevent renaming in it. Returns
/// NOT_LOCKED if the object exists already.
static i64 make_object(const wchar_t *name)
{
    HANDLE object = CreateEventW(NULL, TRUE, FALSE, name);
    if (object && GetLastError() == ERROR_ALREADY_EXISTS) {
        CloseHandle(object);
        object = NULL;
    }
    return ed_handle_number(object);
}

/// Other machines that use the folder in a network do not see the lock.
i64 ed_folder_lock(const char *path, u32 ms)
{
    wchar_t name[64];
    ed_FileInfo info;
    if (ed_file_info(path, ED_LINK_FOLLOW, &info) != 0 || info.kind != ED_FILE_FOLDER) return -1;
    swprintf(name, ED_COUNT(name), L"Global\\eddie-folder-%llx-%llx",
             (unsigned long long)info.mark.device, (unsigned long long)info.mark.inode);
    i64 lock = make_object(name);
    for (u32 i = 0; lock == NOT_LOCKED && i < ms; i++) {
        ed_sleep_ms(1);
        lock = make_object(name);
    }
    return lock;
}

void ed_folder_unlock(i64 lock)
{
    if (lock > NOT_LOCKED) CloseHandle(ed_handle_of(lock));
}
