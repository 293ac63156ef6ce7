#include "runtime/os/process/exit.h"
#include <windows.h>

/// ExitProcess would run the exit code of the game's libraries, and wait for locks that another
/// thread holds.
void ed_exit_now(int code) { TerminateProcess(GetCurrentProcess(), (UINT)code); }
