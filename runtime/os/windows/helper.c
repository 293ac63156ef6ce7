#include "runtime/os/helper.h"
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#include <tlhelp32.h>
#include <winternl.h>
#include "runtime/os/windows/end_code.h"

// --- in the parent -------------------------------------------------------------------------------

void ed_helper_release(ed_Child *helper)
{
    DWORD written;
    if (helper->input < 0) return;
    WriteFile((HANDLE)(intptr_t)helper->input, "\n", 1, &written, NULL);
    ed_child_close_pipes(helper);
}

// --- the parent's end ----------------------------------------------------------------------------

static u64 start_of(HANDLE process)
{
    FILETIME start = { 0, 0 }, others[3];
    if (!GetProcessTimes(process, &start, &others[0], &others[1], &others[2])) return 0;
    return (u64)start.dwHighDateTime << 32 | start.dwLowDateTime;
}

static DWORD parent_id(void)
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

/// NULL if it has ended. A process that is younger than this one got the parent's number later.
static HANDLE open_parent(void)
{
    DWORD id = parent_id();
    HANDLE parent =
        id ? OpenProcess(SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, id) : NULL;
    if (!parent || start_of(parent) <= start_of(GetCurrentProcess())) return parent;
    CloseHandle(parent);
    return NULL;
}

static DWORD WINAPI end_with_parent(void *parent)
{
    WaitForSingleObject(parent, INFINITE);
    TerminateProcess(GetCurrentProcess(), ED_CODE_KILLED);
    return 0;
}

// --- in the helper -------------------------------------------------------------------------------

/// The system writes no core files, but may show a dialog about a fault. If memory runs out, it
/// ends no process, but refuses memory.
void ed_helper_begin(void)
{
    HANDLE parent = open_parent();      // if it has ended already, ed_helper_wait notices that
    HANDLE waits = parent ? CreateThread(NULL, 65536, end_with_parent, parent,
                                         STACK_SIZE_PARAM_IS_A_RESERVATION, NULL)
                          : NULL;
    if (waits) CloseHandle(waits);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX | SEM_NOOPENFILEERRORBOX);
}

bool ed_helper_wait(void)
{
    char byte;
    DWORD got = 0;
    BOOL good = ReadFile(GetStdHandle(STD_INPUT_HANDLE), &byte, 1, &got, NULL);
    int nothing = _open("NUL", _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (nothing >= 0) _dup2(nothing, 0);
    if (nothing > 0) {
        SetStdHandle(STD_INPUT_HANDLE, (HANDLE)_get_osfhandle(0));
        if (nothing > 2) _close(nothing);
    }
    return good && got == 1;
}

// --- threads -------------------------------------------------------------------------------------

/// The system's loader starts threads of its own, which end later. They begin in ntdll.dll.
static bool is_of_system(DWORD id)
{
    void *at = NULL;
    HMODULE module = NULL;
    HANDLE thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, id);
    if (!thread) return false;
    NTSTATUS status = NtQueryInformationThread(thread, (THREADINFOCLASS)9, &at, sizeof at, NULL);
    CloseHandle(thread);
    return status >= 0 && at
        && GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS
                                  | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                              (const wchar_t *)at, &module)
        && module == GetModuleHandleW(L"ntdll.dll");
}

u32 ed_helper_threads(void)
{
    u32 count = 0;
    DWORD own = GetCurrentProcessId();
    THREADENTRY32 entry = { .dwSize = sizeof entry };
    HANDLE all = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    if (all == INVALID_HANDLE_VALUE) return 1;
    for (BOOL more = Thread32First(all, &entry); more; more = Thread32Next(all, &entry))
        count += entry.th32OwnerProcessID == own && !is_of_system(entry.th32ThreadID);
    CloseHandle(all);
    return count ? count : 1;
}
