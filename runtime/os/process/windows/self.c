#include "runtime/os/process/self.h"
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include "runtime/os/process/program.h"
#include "runtime/os/process/windows/parent.h"
#include "runtime/os/process/windows/stop_ask.h"
#include "runtime/os/system/windows/wide.h"

/// The file of a program that runs cannot be deleted.
bool ed_self_program(char *path, size_t room) { return ed_program_path(path, room); }

i64 ed_self_id(void) { return GetCurrentProcessId(); }

/// After the parent's end, 0: Windows gives this process no other parent.
i64 ed_self_parent_id(void)
{
    HANDLE parent = ed_parent();
    bool runs = parent && WaitForSingleObject(parent, 0) != WAIT_OBJECT_0;
    return runs ? GetProcessId(parent) : 0;
}

bool ed_self_end_with(i64 parent)
{
    return ed_self_parent_id() == parent && ed_parent_on_end(ed_stop_ask);
}

#define NAME_MAX_CHARS 128u
#define VALUE_MAX_CHARS 32768u      // more than Windows allows

/// The C library has its own copy of the variables, so the variable is removed there, too.
static void remove_variable(const wchar_t *name)
{
    wchar_t change[NAME_MAX_CHARS + 1];
    if (_snwprintf(change, ED_COUNT(change), L"%ls=", name) > 0) _wputenv(change);
    SetEnvironmentVariableW(name, NULL);
}

bool ed_self_take_variable(const char *name, char *value, size_t room)
{
    static wchar_t wide[VALUE_MAX_CHARS];
    wchar_t wide_name[NAME_MAX_CHARS];
    if (!ed_wide_text(name, wide_name, ED_COUNT(wide_name))) return false;
    SetLastError(ERROR_SUCCESS);
    DWORD size = GetEnvironmentVariableW(wide_name, wide, VALUE_MAX_CHARS);
    if (GetLastError() == ERROR_ENVVAR_NOT_FOUND || size >= VALUE_MAX_CHARS) return false;
    if (size >= room) wide[size = room ? (DWORD)room - 1 : 0] = 0;
    while (!ed_narrow_text(wide, value, room) && size) wide[--size] = 0;
    remove_variable(wide_name);
    return true;
}
