#include "runtime/os/process/stop_request.h"
#include <windows.h>
#include "runtime/os/process/windows/end_code.h"
#include "runtime/os/process/windows/stop_ask.h"

typedef enum StopFrom { STOP_NONE, STOP_USER, STOP_PROGRAM } StopFrom;

static volatile LONG last_request = STOP_NONE;
static volatile LONG listens;

/// Runs in a separate thread. Programs ask with the event of Ctrl+Break, since it is the only one
/// that reaches a group of processes. When this returns after the console was closed, or the user
/// logs off, the system ends the process at once. So it waits: either the process ends by itself
/// meanwhile, or the system ends it after a few seconds.
static BOOL WINAPI on_stop(DWORD event)
{
    InterlockedExchange(&last_request, event == CTRL_BREAK_EVENT ? STOP_PROGRAM : STOP_USER);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) Sleep(INFINITE);
    return TRUE;
}

/// A program that was started to ignore Ctrl+C does not get this event. Writing to a closed pipe
/// ends no process here.
void ed_stop_listen(void)
{
    // Not twice: each registration would be called.
    SetConsoleCtrlHandler(on_stop, FALSE);
    SetConsoleCtrlHandler(on_stop, TRUE);
    InterlockedExchange(&listens, 1);
}

void ed_stop_ask(void)
{
    if (!listens) TerminateProcess(GetCurrentProcess(), ED_CODE_ASKED);
    InterlockedExchange(&last_request, STOP_PROGRAM);
}

bool ed_stop_requested(void) { return last_request != STOP_NONE; }

bool ed_stop_by_program(void) { return last_request == STOP_PROGRAM; }
