#include "runtime/os/process/process_info.h"
#include <windows.h>

/// `process` is the handle of an ed_Child.
bool ed_process_is_traced(i64 process)
{
    BOOL traced = FALSE;
    if (!process) return IsDebuggerPresent();
    if (process == -1) return false;      // no child; for Windows, -1 is this process
    return CheckRemoteDebuggerPresent((HANDLE)(intptr_t)process, &traced) && traced;
}

i64 ed_thread_number(void) { return GetCurrentThreadId(); }

/// The system may have given the number to a thread of another process meanwhile.
bool ed_thread_has_ended(i64 number)
{
    HANDLE thread =
        OpenThread(SYNCHRONIZE | THREAD_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)number);
    if (!thread) return GetLastError() == ERROR_INVALID_PARAMETER;
    bool other = GetProcessIdOfThread(thread) != GetCurrentProcessId();
    bool ended = WaitForSingleObject(thread, 0) == WAIT_OBJECT_0;
    CloseHandle(thread);
    return ended || other;
}

/// In units of 100 ns, as the system counts them.
static u64 time_of(FILETIME user, FILETIME kernel)
{
    const ULARGE_INTEGER a = { .LowPart = user.dwLowDateTime, .HighPart = user.dwHighDateTime },
                         b = { .LowPart = kernel.dwLowDateTime, .HighPart = kernel.dwHighDateTime };
    return (u64)(a.QuadPart + b.QuadPart);
}

u64 ed_thread_used_ns(i64 number)
{
    FILETIME start, end, kernel, user;
    HANDLE thread = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)number);
    if (!thread) return 0;
    bool known = GetThreadTimes(thread, &start, &end, &kernel, &user);
    CloseHandle(thread);
    return known ? time_of(user, kernel) * 100 : 0;
}

u64 ed_process_used_ns(i64 process)
{
    FILETIME start, end, kernel, user;
    const HANDLE handle = (HANDLE)(intptr_t)process;
    return GetProcessTimes(handle, &start, &end, &kernel, &user) ? time_of(user, kernel) * 100 : 0;
}

void ed_process_break(void) { DebugBreak(); }
