#include "runtime/os/process/helper.h"
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#include <tlhelp32.h>
#include <winternl.h>
#include "runtime/os/process/windows/end_code.h"
#include "runtime/os/process/windows/parent.h"

// --- in the parent -------------------------------------------------------------------------------

void ed_helper_release(ed_Child *helper)
{
    DWORD written;
    if (helper->input < 0) return;
    WriteFile((HANDLE)(intptr_t)helper->input, "\n", 1, &written, NULL);
    ed_child_close_pipes(helper);
}

// --- the parent's end ----------------------------------------------------------------------------

static void end_now(void) { TerminateProcess(GetCurrentProcess(), ED_CODE_KILLED); }

// --- in the helper -------------------------------------------------------------------------------

/// The system writes no core files, but may show a dialog about a fault. If memory runs out, it
/// ends no process, but refuses memory.
void ed_helper_begin(void)
{
    ed_parent_on_end(end_now);      // if the parent has ended, ed_helper_wait notices it
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
