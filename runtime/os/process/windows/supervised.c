#include "runtime/os/process/supervised.h"
#include <windows.h>
#include "runtime/os/process/windows/end_code.h"

// Requests to end come through the console. The system sends each of them to all processes of the
// console, so there is nothing to pass on. It does not report that a process was suspended.

#define TICK_MS 1000u

static volatile LONG request_count;      // the requests so far
static HANDLE request;                   // an event: there is a new request

/// When the console is closed or the user logs off, the system ends this process as soon as the
/// handler returns. So it does not return, and the system waits a few seconds.
static BOOL WINAPI on_request(DWORD kind)
{
    InterlockedIncrement(&request_count);
    if (request) SetEvent(request);
    if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) Sleep(INFINITE);
    return TRUE;
}

void ed_supervised_listen(void)
{
    if (!request) request = CreateEventW(NULL, FALSE, FALSE, NULL);
    SetConsoleCtrlHandler(on_request, TRUE);
}

void ed_supervised_stop_listening(void) { SetConsoleCtrlHandler(on_request, FALSE); }

u32 ed_supervised_requests(void) { return (u32)request_count; }

int ed_supervised_start(ed_Child *child, const ed_ChildStart *start)
{
    return ed_child_start(child, start);
}

/// The first tick after a request is at once.
ed_SupervisedEvent ed_supervised_wait(ed_Child *child)
{
    const HANDLE handles[] = { (HANDLE)(intptr_t)child->process, request };
    if (child->end == ED_CHILD_RUNS)
        WaitForMultipleObjects(request ? 2 : 1, handles, FALSE, TICK_MS);
    return ed_child_poll(child) == ED_CHILD_RUNS ? ED_SUPERVISED_TICK : ED_SUPERVISED_ENDED;
}

/// Nothing is reported as suspended.
void ed_supervised_continue(const ed_Child *child) { (void)child; }

ed_EndCause ed_supervised_cause(i32 code)
{
    switch ((u32)code) {
    case ED_CODE_KILLED: return ED_END_KILLED;
    case ED_CODE_ASKED: return ED_END_REQUEST;
    default: return ed_code_is_kill((u32)code) ? ED_END_CRASH : ED_END_OTHER;
    }
}
