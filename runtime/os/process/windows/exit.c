#include "runtime/os/process/exit.h"
#include <windows.h>

/// ExitProcess would call the exit functions of the game's libraries, and wait for locks that
/// another thread holds.
void ed_exit_now(int code) { TerminateProcess(GetCurrentProcess(), (UINT)code); }
