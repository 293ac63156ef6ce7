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
