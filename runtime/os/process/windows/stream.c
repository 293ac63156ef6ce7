#include "runtime/os/process/stream.h"
#include <errno.h>
#include <string.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/process/stop_request.h"
#include "runtime/os/files/windows/handle.h"

#define LOOK_MS 1u      // between two looks at a pipe, which cannot be waited for

// --- the console ---------------------------------------------------------------------------------

// A user types lines into the console, which are only shown while a program reads them. So a thread
// reads lines all the time.
#define LINE_WIDE 1024u
#define CONTROL_Z 26

typedef struct Console {
    HANDLE input, full, empty;      // `full` and `empty` are events
    char text[LINE_WIDE * 3 + 1];
    size_t size, taken;
    int failed;
    bool ended;
} Console;

static Console console;

/// Reads a line as UTF-8. Ctrl+Z at its start is the end, as in other programs for the console.
static void read_line(void)
{
    wchar_t wide[LINE_WIDE];
    DWORD count = 0;
    SetLastError(ERROR_SUCCESS);
    bool good = ReadConsoleW(console.input, wide, LINE_WIDE, &count, NULL);
    // Ctrl+C also ends the line, and reads nothing.
    bool interrupted = GetLastError() == ERROR_OPERATION_ABORTED;
    console.failed = good || interrupted ? 0 : ed_last_errno();
    console.ended = good && !interrupted && (!count || wide[0] == CONTROL_Z);
    int size = good && count ? WideCharToMultiByte(CP_UTF8, 0, wide, (int)count, console.text,
                                                   (int)sizeof console.text, NULL, NULL)
                             : 0;
    console.size = size > 0 ? (size_t)size : 0;
    console.taken = 0;
}

static DWORD WINAPI read_lines(void *unused)
{
    (void)unused;
    while (WaitForSingleObject(console.empty, INFINITE) == WAIT_OBJECT_0) {
        read_line();
        if (console.size || console.failed || console.ended) SetEvent(console.full);
        else SetEvent(console.empty);
    }
    return 0;
}

/// Starts the thread. It ends with the process.
static int open_console(HANDLE input)
{
    if (console.input) return 0;
    console.full = CreateEventW(NULL, TRUE, FALSE, NULL);
    console.empty = CreateEventW(NULL, FALSE, TRUE, NULL);
    if (!console.full || !console.empty) return ed_last_errno();
    console.input = input;
    HANDLE thread = CreateThread(NULL, 0, read_lines, NULL, 0, NULL);
    if (!thread) {
        console.input = NULL;
        return ed_last_errno();
    }
    CloseHandle(thread);
    return 0;
}

static int read_console(void *bytes, size_t room, size_t *size, bool *ended)
{
    WaitForSingleObject(console.full, INFINITE);
    size_t left = console.size - console.taken;
    *ended = console.ended;
    if (console.failed || console.ended) return console.failed;
    *size = left < room ? left : room;
    memcpy(bytes, console.text + console.taken, *size);
    console.taken += *size;
    if (*size < left) return 0;
    ResetEvent(console.full);
    SetEvent(console.empty);
    return 0;
}

static bool is_console(HANDLE input)
{
    DWORD mode;
    return GetConsoleMode(input, &mode);
}

// --- streams -------------------------------------------------------------------------------------

static HANDLE standard_input(void) { return GetStdHandle(STD_INPUT_HANDLE); }

static int open_standard_input(i64 *stream)
{
    HANDLE input = standard_input();
    *stream = ED_STREAM_CLOSED;
    if (!input || input == INVALID_HANDLE_VALUE) return EBADF;      // a program without a console
    int failed = is_console(input) ? open_console(input) : 0;
    if (!failed) *stream = ed_handle_number(input);
    return failed;
}

/// A named pipe exists here only while the program that it belongs to runs.
int ed_stream_open(i64 *stream, const char *path)
{
    HANDLE file;
    ed_FileInfo info;
    ed_OpenHow how = { .access = GENERIC_READ,
                       .share = ED_SHARE_ALL,
                       .creation = OPEN_EXISTING,
                       .flags = FILE_ATTRIBUTE_NORMAL,
                       .waits = true };
    *stream = ED_STREAM_CLOSED;
    if (strcmp(path, "-") == 0) return open_standard_input(stream);
    int failed = ed_file_info(path, ED_LINK_FOLLOW, &info);
    if (!failed && info.kind == ED_FILE_FOLDER) failed = EISDIR;
    if (!failed) failed = ed_handle_open(&file, path, &how);
    if (!failed) *stream = ed_handle_number(file);
    return failed;
}

void ed_stream_close(i64 *stream)
{
    HANDLE file = ed_handle_of(*stream);
    if (*stream != ED_STREAM_CLOSED && file != standard_input()) CloseHandle(file);
    *stream = ED_STREAM_CLOSED;
}

/// True if a read would return at once. Reading a file always does; reading a pipe without a writer
/// returns the end of the stream.
static bool is_ready(HANDLE file)
{
    DWORD size = 0;
    if (console.input && file == console.input)
        return WaitForSingleObject(console.full, 0) == WAIT_OBJECT_0;
    if (GetFileType(file) != FILE_TYPE_PIPE) return true;
    return !PeekNamedPipe(file, NULL, 0, NULL, &size, NULL) || size > 0;
}

/// A request to stop ends the wait, as a signal does elsewhere.
bool ed_stream_wait(i64 stream, int wait_ms)
{
    HANDLE file = ed_handle_of(stream);
    u64 start_ns = ed_now_ns(), limit_ns = wait_ms > 0 ? (u64)wait_ms * 1000000u : 0;
    bool stopped = ed_stop_requested();
    while (!is_ready(file)) {
        if (wait_ms >= 0 && ed_now_ns() - start_ns >= limit_ns) return false;
        if (ed_stop_requested() != stopped) return false;
        if (file == console.input) WaitForSingleObject(console.full, LOOK_MS);
        else ed_sleep_ms(LOOK_MS);
    }
    return true;
}

/// Called after a read of zero bytes. True if the stream has not ended: a program can write zero
/// bytes to a pipe.
static bool is_still_open(HANDLE file)
{
    return GetFileType(file) == FILE_TYPE_PIPE && PeekNamedPipe(file, NULL, 0, NULL, NULL, NULL);
}

int ed_stream_read(i64 stream, void *bytes, size_t room, size_t *size, bool *ended)
{
    DWORD got = 0, part = (DWORD)(room < MAXDWORD ? room : MAXDWORD);
    HANDLE file = ed_handle_of(stream);
    *size = 0;
    *ended = false;
    if (console.input && file == console.input) return read_console(bytes, room, size, ended);
    if (ReadFile(file, bytes, part, &got, NULL)) {
        *size = got;
        *ended = !got && !is_still_open(file);
        return 0;
    }
    DWORD error = GetLastError();
    *ended = error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF;
    return *ended || error == ERROR_OPERATION_ABORTED ? 0 : ed_errno_of(error);
}
