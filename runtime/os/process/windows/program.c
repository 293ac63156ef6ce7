#include "runtime/os/process/program.h"
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include "runtime/base/arena.h"
#include "runtime/os/system/environment.h"
#include "runtime/os/system/windows/wide.h"

/// The C library's own split of the command line, without patterns such as *.c.
typedef struct StartInfo {
    int new_mode;
} StartInfo;
extern int __cdecl __wgetmainargs(int *argc, wchar_t ***argv, wchar_t ***environment,
                                  int expand_patterns, StartInfo *info);

#define ARGUMENTS_BYTES_MAX ((size_t)1 << 20)      // a command line has 32,767 characters

static ed_Arena memory;      // the arguments, for as long as the process lives

static char *convert(const wchar_t *argument)
{
    size_t size = 3 * wcslen(argument) + 1;
    char *text = (char *)ed_arena_push(&memory, size, 1);
    return text && ed_narrow_text(argument, text, size) ? text : NULL;
}

/// Replaces all of the arguments, or none.
static void convert_arguments(int *argc, char ***argv)
{
    wchar_t **from = NULL, **environment = NULL;
    StartInfo info = { 0 };
    int count = 0;
    if (__wgetmainargs(&count, &from, &environment, 0, &info) != 0 || count <= 0 || memory.base
        || !ed_arena_open(&memory, "arguments", ARGUMENTS_BYTES_MAX, NULL))
        return;
    char **to = (char **)ed_arena_push(&memory, ((size_t)count + 1) * sizeof *to, sizeof *to);
    for (int i = 0; i < count && to; i++)
        if (!(to[i] = convert(from[i]))) return;
    if (!to) return;
    ed_path_use_slashes(to[0]);
    *argc = count;
    *argv = to;
}

static UINT found_page;      // the code page that the console had before eddie changed it

/// The console outlives the program, and the next one may not write UTF-8.
static void restore_console(void) { SetConsoleOutputCP(found_page); }

/// A console shows the text of eddie, which is UTF-8 with escape sequences for colors.
static void prepare_console(DWORD stream)
{
    DWORD mode;
    const HANDLE console = GetStdHandle(stream);
    if (!GetConsoleMode(console, &mode)) return;
    SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    const UINT page = GetConsoleOutputCP();
    if (page == CP_UTF8 || !SetConsoleOutputCP(CP_UTF8)) return;
    found_page = page;
    atexit(restore_console);
}

void ed_program_begin(int *argc, char ***argv)
{
    for (int i = 0; i < 3; i++) _setmode(i, _O_BINARY);
    _fmode = _O_BINARY;
    prepare_console(STD_OUTPUT_HANDLE);
    prepare_console(STD_ERROR_HANDLE);
    convert_arguments(argc, argv);
}

bool ed_program_path(char *path, size_t room)
{
    wchar_t wide[ED_WIDE_MAX];
    DWORD size = GetModuleFileNameW(NULL, wide, ED_WIDE_MAX);
    bool good = size && size < ED_WIDE_MAX && ed_narrow(wide, path, room);
    if (!good && room) *path = 0;
    return good;
}
