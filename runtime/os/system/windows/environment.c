#include "runtime/os/system/environment.h"
#include <errno.h>
#include <string.h>
#include <windows.h>
#include "runtime/base/arena.h"
#include "runtime/os/system/windows/wide.h"

#define TEXT_BYTES_MAX ((size_t)16 << 20)
#define LIST_BYTES_MAX ((size_t)16 << 20)

int ed_working_folder(char path[ED_PATH_MAX])
{
    wchar_t wide[ED_WIDE_MAX];
    DWORD size = GetCurrentDirectoryW(ED_WIDE_MAX, wide);
    if (size >= ED_WIDE_MAX) return ERANGE;
    if (!size || !ed_narrow(wide, path, ED_PATH_MAX)) return ed_errno_of(GetLastError());
    // The folder may be on a drive that was removed.
    bool exists = GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    return exists ? 0 : ed_errno_of(GetLastError());
}

int ed_working_folder_enter(const char *path)
{
    wchar_t wide[ED_WIDE_MAX];
    bool good = ed_wide(path, wide, ED_WIDE_MAX) && SetCurrentDirectoryW(wide);
    return good ? 0 : ed_errno_of(GetLastError());
}

static bool is_slash(char c) { return c == '/' || c == '\\'; }

/// A path like "/folder" or "C:file" depends on the current drive or on its folder. But it cannot
/// be appended to another path, so it counts as absolute, and the system resolves it.
bool ed_path_is_absolute(const char *path)
{
    const bool letter = (path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z');
    return is_slash(path[0]) || (letter && path[1] == ':');
}

char *ed_path_use_slashes(char *path)
{
    for (char *c = path; *c; c++)
        if (*c == '\\') *c = '/';
    return path;
}

static ed_Arena texts, list;      // of the last call

static bool open_again(ed_Arena *arena, size_t bytes)
{
    if (!arena->base && !ed_arena_open(arena, "environment", bytes, NULL)) return false;
    ed_arena_reset(arena);
    return true;
}

/// Appends a variable. One that cannot be converted is left out.
static bool add(const wchar_t *variable)
{
    size_t size = 3 * wcslen(variable) + 1;      // at most
    char *text = (char *)ed_arena_push_raw(&texts, size, 1);
    if (!text) return false;
    bool good = ed_narrow_text(variable, text, size);
    ed_arena_extend_raw(&texts, text, size, good ? strlen(text) + 1 : 0);
    char **item = good ? (char **)ed_arena_push(&list, sizeof *item, sizeof *item) : NULL;
    if (item) *item = text;
    return item || !good;
}

/// The variables whose names begin with '=' belong to cmd.exe: they are the folders of the drives.
char **ed_environment(void)
{
    wchar_t *all = open_again(&texts, TEXT_BYTES_MAX) && open_again(&list, LIST_BYTES_MAX)
                     ? GetEnvironmentStringsW()
                     : NULL;
    bool good = all;
    for (const wchar_t *at = all; good && *at; at += wcslen(at) + 1)
        if (*at != L'=') good = add(at);
    if (all) FreeEnvironmentStringsW(all);
    good = good && list.used && ed_arena_push(&list, sizeof(char *), sizeof(char *));      // NULL
    return good ? (char **)(void *)list.base : NULL;
}
