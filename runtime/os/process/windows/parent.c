#include "runtime/os/process/windows/parent.h"
#include <tlhelp32.h>

#define STACK_BYTES 65536u

static u64 start_of(HANDLE process)
{
    FILETIME start = { 0, 0 }, others[3];
    if (!GetProcessTimes(process, &start, &others[0], &others[1], &others[2])) return 0;
    return (u64)start.dwHighDateTime << 32 | start.dwLowDateTime;
}

static DWORD find_id(void)
{
    DWORD id = 0, own = GetCurrentProcessId();
    PROCESSENTRY32W entry = { .dwSize = sizeof entry };
    HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
    if (all == INVALID_HANDLE_VALUE) return 0;
    for (BOOL more = Process32FirstW(all, &entry); more && !id; more = Process32NextW(all, &entry))
        if (entry.th32ProcessID == own) id = entry.th32ParentProcessID;
    CloseHandle(all);
    return id;
}

/// A process that is younger than this one got the parent's ID later.
static HANDLE open_parent(void)
{
    const DWORD id = find_id(), rights = SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION;
    HANDLE parent = id ? OpenProcess(rights, FALSE, id) : NULL;
    if (!parent || start_of(parent) <= start_of(GetCurrentProcess())) return parent;
    CloseHandle(parent);
    return NULL;
}

HANDLE ed_parent(void)
{
    static HANDLE parent;
    static bool opened;
    if (!opened) parent = open_parent();
    opened = true;
    return parent;
}

static DWORD WINAPI wait_for_end(void *fn)
{
    WaitForSingleObject(ed_parent(), INFINITE);
    (*(void (**)(void))fn)();
    return 0;
}

bool ed_parent_on_end(void (*fn)(void))
{
    static void (*called)(void);      // the thread outlives this call
    if (!ed_parent() || WaitForSingleObject(ed_parent(), 0) == WAIT_OBJECT_0) return false;
    called = fn;
    HANDLE thread = CreateThread(NULL, STACK_BYTES, wait_for_end, &called,
                                 STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (thread) CloseHandle(thread);
    return thread;
}
