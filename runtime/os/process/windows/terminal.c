#include "runtime/os/process/terminal.h"
#include <io.h>
#include <windows.h>

static HANDLE handle_of(FILE *stream)
{
    const int file = _fileno(stream);
    return file >= 0 ? (HANDLE)_get_osfhandle(file) : INVALID_HANDLE_VALUE;
}

/// The C library's _isatty is also true for the device NUL.
bool ed_is_terminal(FILE *stream)
{
    DWORD mode;
    return GetConsoleMode(handle_of(stream), &mode);
}

u32 ed_terminal_columns(FILE *stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(stream), &info)) return 0;
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    return columns > 0 ? (u32)columns : 0;
}
