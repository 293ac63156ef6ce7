#include "runtime/os/process/exit.h"
#include <windows.h>

/// ExitProcess would call the libraries of the game, and wait for locks that another thread holds.
void ed_exit_now(int code) { TerminateProcess(GetCurrentProcess(), (UINT)code); }
