#include "runtime/os/files/watch_events.h"
#include <string.h>
#include "runtime/os/files/windows/handle.h"

// A request for each folder waits in the system until something changes there. All requests share
// one event, which only ends a wait: the requests themselves show what is done. The handle of an
// ed_WatchEvents is the address of a Watches.
//
// While the handle of a folder is open, the folder itself can be deleted or renamed. The folders
// above it cannot be renamed: the system refuses this.

#define CHANGES_BYTES 8192u
#define NAME_MAX_WIDE 256u
#define FOLDER_CHANGES \
    (FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME | FILE_NOTIFY_CHANGE_ATTRIBUTES \
     | FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE)
#define FILE_CHANGES (FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE)

typedef struct Folder Folder;
struct Folder {
    Folder *next;
    HANDLE handle;      // INVALID_HANDLE_VALUE: the folder is gone, and this can be used again
    ed_FileMark mark;
    OVERLAPPED request;
    bool asked;                       // the request is in the system
    wchar_t name[NAME_MAX_WIDE];      // of the only entry that counts, or ""
    DWORD changes[CHANGES_BYTES / sizeof(DWORD)];
};

typedef struct Watches {
    HANDLE event;
    Folder *first;
    Folder *next_to_check;      // the next one to be checked by close_deleted, or NULL
} Watches;

static Watches *watches_of(const ed_WatchEvents *events)
{
    return events->handle == -1 ? NULL : (Watches *)(uintptr_t)events->handle;
}

static void *take_memory(size_t size)
{
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

static void give_memory(void *memory) { VirtualFree(memory, 0, MEM_RELEASE); }

// --- requests ------------------------------------------------------------------------------------

static bool ask(const Watches *watches, Folder *folder)
{
    folder->request = (OVERLAPPED){ .hEvent = watches->event };
    folder->asked = ReadDirectoryChangesW(folder->handle, folder->changes, sizeof folder->changes,
                                          FALSE, *folder->name ? FILE_CHANGES : FOLDER_CHANGES,
                                          NULL, &folder->request, NULL);
    return folder->asked;
}

static void close_folder(Folder *folder)
{
    if (folder->handle == INVALID_HANDLE_VALUE) return;
    // The system writes to the request until it has ended. The event does not show that: it may be
    // set because of another request.
    if (folder->asked) CancelIoEx(folder->handle, &folder->request);
    while (folder->asked && !HasOverlappedIoCompleted(&folder->request)) Sleep(1);
    CloseHandle(folder->handle);
    folder->handle = INVALID_HANDLE_VALUE;
    folder->asked = false;
}

/// True if one of the reported entries counts. If none is reported, more changed than fit, and any
/// entry may be among them.
static bool counts(const Folder *folder, DWORD size)
{
    const u8 *at = (const u8 *)folder->changes;
    if (!size || !*folder->name) return true;
    for (;;) {
        FILE_NOTIFY_INFORMATION change;
        memcpy(&change, at, sizeof change);
        const wchar_t *name =
            (const wchar_t *)(const void *)(at + offsetof(FILE_NOTIFY_INFORMATION, FileName));
        size_t length = change.FileNameLength / sizeof *name;
        if (length == wcslen(folder->name) && _wcsnicmp(name, folder->name, length) == 0)
            return true;
        if (!change.NextEntryOffset) return false;
        at += change.NextEntryOffset;
    }
}

/// True if something happened since the request. Asks again.
static bool take(const Watches *watches, Folder *folder)
{
    DWORD size = 0;
    if (!folder->asked || !HasOverlappedIoCompleted(&folder->request)) return false;
    bool done = GetOverlappedResult(folder->handle, &folder->request, &size, FALSE);
    // A request ends when its thread ends, or when there are more changes than fit. Other errors
    // mean that the folder is gone.
    DWORD error = GetLastError();
    bool again = done || error == ERROR_OPERATION_ABORTED || error == ERROR_NOTIFY_ENUM_DIR;
    bool any = !done || counts(folder, size);
    folder->asked = false;
    if (!again || !ask(watches, folder)) close_folder(folder);
    return any || folder->handle == INVALID_HANDLE_VALUE;
}

/// A deleted folder exists until its last handle is closed, and not every file system ends the
/// requests for it. So each call checks one folder. Returns true if it was deleted.
static bool close_deleted(Watches *watches)
{
    FILE_STANDARD_INFO info;
    Folder *folder = watches->next_to_check ? watches->next_to_check : watches->first;
    if (!folder) return false;
    watches->next_to_check = folder->next;
    if (folder->handle == INVALID_HANDLE_VALUE
        || !GetFileInformationByHandleEx(folder->handle, FileStandardInfo, &info, sizeof info)
        || !info.DeletePending)
        return false;
    close_folder(folder);
    return true;
}

// --- opening and closing -------------------------------------------------------------------------

void ed_watch_events_open(ed_WatchEvents *events)
{
    Watches *watches = (Watches *)take_memory(sizeof *watches);
    events->handle = -1;
    if (!watches) return;
    watches->event = CreateEventW(NULL, FALSE, FALSE, NULL);
    if (watches->event) events->handle = (i64)(uintptr_t)watches;
    else give_memory(watches);
}

void ed_watch_events_close(ed_WatchEvents *events)
{
    Watches *watches = watches_of(events);
    events->handle = -1;
    if (!watches) return;
    for (Folder *folder = watches->first, *next; folder; folder = next) {
        next = folder->next;
        close_folder(folder);
        give_memory(folder);
    }
    CloseHandle(watches->event);
    give_memory(watches);
}

// --- adding --------------------------------------------------------------------------------------

/// True if the changes that count are reported already.
static bool is_watched(const Watches *watches, const ed_FileMark *mark, const wchar_t *name)
{
    for (const Folder *folder = watches->first; folder; folder = folder->next)
        if (folder->handle != INVALID_HANDLE_VALUE && ed_file_is_same(&folder->mark, mark)
            && (!*folder->name || _wcsicmp(folder->name, name) == 0))
            return true;
    return false;
}

/// Returns one whose folder is gone, or a new one; NULL if there is no memory.
static Folder *unused(Watches *watches)
{
    Folder *folder = watches->first;
    while (folder && folder->handle != INVALID_HANDLE_VALUE) folder = folder->next;
    if (folder) return folder;
    folder = (Folder *)take_memory(sizeof *folder);
    if (!folder) return NULL;
    folder->handle = INVALID_HANDLE_VALUE;
    folder->next = watches->first;
    watches->first = folder;
    return folder;
}

static bool watch(Watches *watches, HANDLE handle, const ed_FileMark *mark, const wchar_t *name)
{
    Folder *folder = unused(watches);
    if (!folder || wcslen(name) >= NAME_MAX_WIDE) return false;
    folder->mark = *mark;
    wcscpy(folder->name, name);
    folder->handle = handle;
    if (ask(watches, folder)) return true;
    folder->handle = INVALID_HANDLE_VALUE;      // its handle is closed by the caller
    return false;
}

/// Watches the entry `name` of the folder, or all entries if it is "".
static bool add(const ed_WatchEvents *events, const char *path, const wchar_t *name)
{
    Watches *watches = watches_of(events);
    HANDLE handle;
    ed_FileInfo info;
    ed_OpenHow how = { .access = FILE_LIST_DIRECTORY,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_EXISTING,
                       .flags = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED };
    if (!watches || ed_handle_open(&handle, path, &how) != 0) return false;
    bool good = ed_handle_info(handle, &info) == 0 && info.kind == ED_FILE_FOLDER;
    if (good && !is_watched(watches, &info.mark, name) && watch(watches, handle, &info.mark, name))
        return true;
    good = good && is_watched(watches, &info.mark, name);
    CloseHandle(handle);
    return good;
}

void ed_watch_events_add_folder(ed_WatchEvents *events, const char *path)
{
    add(events, path, L"");
}

/// The system reports changes of folders only: the folder that the file is in, once all links are
/// followed. A write by another name, a hard link elsewhere, is not reported.
void ed_watch_events_add_file(ed_WatchEvents *events, const char *path)
{
    char real[ED_PATH_MAX];
    wchar_t name[NAME_MAX_WIDE];
    if (events->handle == -1 || ed_file_real_path(path, real) != 0) return;
    char *slash = strrchr(real, '/');
    if (!slash || !ed_wide_text(slash + 1, name, ED_COUNT(name)) || !*name) return;
    slash[1] = 0;
    add(events, real, name);
}

// --- taking --------------------------------------------------------------------------------------

bool ed_watch_events_take(ed_WatchEvents *events)
{
    Watches *watches = watches_of(events);
    bool any = watches && close_deleted(watches);
    for (Folder *folder = watches ? watches->first : NULL; folder; folder = folder->next)
        any |= take(watches, folder);
    return any;
}

static bool is_done(const Watches *watches)
{
    for (const Folder *folder = watches->first; folder; folder = folder->next)
        if (folder->asked && HasOverlappedIoCompleted(&folder->request)) return true;
    return false;
}

/// Asking again clears the event, even if another folder has set it. So the requests are looked at
/// before.
void ed_watch_events_wait(const ed_WatchEvents *events, u32 ms)
{
    const Watches *watches = watches_of(events);
    if (!watches) Sleep(ms);
    else if (!is_done(watches)) WaitForSingleObject(watches->event, ms);
}

bool ed_watch_events_work(const char *folder)
{
    ed_WatchEvents events;
    ed_watch_events_open(&events);
    bool work = add(&events, folder, L"");
    ed_watch_events_close(&events);
    return work;
}
