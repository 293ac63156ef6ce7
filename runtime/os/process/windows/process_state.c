#include "runtime/os/process/process_state.h"
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <windows.h>
#include "runtime/os/system/floats.h"
#include "runtime/os/files/start_folder.h"

// Windows has no signal masks, no limits that a process sets itself, no umask, and no timers that
// end a process. The handler for abort is set again by ed_catch_unblock.

#define FILES 3u      // standard input, output and error

typedef BOOL WINAPI SameObject(HANDLE, HANDLE);

typedef struct File {
    HANDLE handle;      // NULL: it was closed
    int copy;           // -1: none
} File;

static struct State {
    ed_Floats floats;
    char folder[ED_PATH_MAX];      // the working folder at the last check
    File files[FILES];
    SameObject *same_object;      // NULL: this system does not have it
} state = { .files = { { .copy = -1 }, { .copy = -1 }, { .copy = -1 } } };

// --- checks of one part each: true if it had changed ---------------------------------------------

static bool check_floats(void)
{
    ed_Floats now = ed_floats_now();
    if (now.control == state.floats.control && now.x87 == state.floats.x87) return false;
    ed_floats_set(state.floats);
    return true;
}

/// It is not a change if the working folder is now the start folder: eddie itself returns there.
static bool check_folder(void)
{
    char now[ED_PATH_MAX];
    if (ed_working_folder(now) != 0) return false;
    bool changed = strcmp(now, state.folder) != 0 && strcmp(now, ed_start_folder()) != 0;
    memcpy(state.folder, now, sizeof state.folder);
    return changed;
}

/// The C library calls this when a file number is not open. By default, it may end the program.
static void ignore_number(const wchar_t *text, const wchar_t *function, const wchar_t *file,
                          unsigned line, uintptr_t unused)
{
    (void)text, (void)function, (void)file, (void)line, (void)unused;
}

/// The system's handle of a file number; NULL: it is closed.
static HANDLE handle_of(int number)
{
    _invalid_parameter_handler before = _set_invalid_parameter_handler(ignore_number);
    intptr_t handle = _get_osfhandle(number);
    _set_invalid_parameter_handler(before);
    return handle == -1 || handle == -2 ? NULL : (HANDLE)handle;
}

/// A file that was opened later may have got the same handle.
static bool is_same(HANDLE handle, const File *file)
{
    if (handle != file->handle) return false;
    return file->copy < 0 || !state.same_object
        || state.same_object(handle, (HANDLE)_get_osfhandle(file->copy));
}

/// Restores a file number, or opens NUL there. A closed number is worse than a wrong one, since the
/// next opened file gets it.
static void restore_file(int number, File *file)
{
    static const DWORD names[FILES] = { STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE };
    int nothing = -1;
    if (file->copy < 0 || _dup2(file->copy, number) < 0)
        nothing = _open("NUL", _O_RDWR | _O_BINARY | _O_NOINHERIT);
    if (nothing >= 0 && nothing != number) {
        _dup2(nothing, number);
        _close(nothing);
    }
    file->handle = handle_of(number);
    SetStdHandle(names[number], file->handle);
}

static bool check_files(char *detail)
{
    static const char *const names[FILES] = { "standard input", "standard output",
                                              "standard error" };
    bool changed = false;
    for (int i = 0; i < (int)FILES; i++) {
        File *file = &state.files[i];
        if (!file->handle || is_same(handle_of(i), file)) continue;
        restore_file(i, file);
        snprintf(detail, ED_PROCESS_DETAIL_MAX, "%s", names[i]);
        changed = true;
    }
    return changed;
}

// --- all parts -----------------------------------------------------------------------------------

bool ed_process_state_restore(ed_ProcessPart part, char detail[ED_PROCESS_DETAIL_MAX])
{
    switch (part) {
    case ED_PROCESS_FLOATS: return check_floats();
    case ED_PROCESS_FOLDER: return check_folder();
    case ED_PROCESS_FILES: return check_files(detail);
    case ED_PROCESS_SIGNALS:
    case ED_PROCESS_MASK:
    case ED_PROCESS_LIMITS:
    case ED_PROCESS_UMASK:
    case ED_PROCESS_TIMERS:
    case ED_PROCESS_PRCTL:
    case ED_PROCESS_PARTS: break;
    }
    return false;
}

const char *ed_process_state_lost_limit(void) { return NULL; }

// --- taking --------------------------------------------------------------------------------------

void ed_process_state_keep_handler(int signal) { (void)signal; }

static void drop_files(void)
{
    for (u32 i = 0; i < FILES; i++) {
        if (state.files[i].copy >= 0) _close(state.files[i].copy);
        state.files[i].copy = -1;
    }
}

/// The copies are not for other programs.
static void take_files(void)
{
    drop_files();
    for (int i = 0; i < (int)FILES; i++) {
        File *file = &state.files[i];
        file->handle = handle_of(i);
        if (file->handle) file->copy = _dup(i);
        if (file->copy >= 0)
            SetHandleInformation((HANDLE)_get_osfhandle(file->copy), HANDLE_FLAG_INHERIT, 0);
    }
}

void ed_process_state_take(void)
{
    FARPROC found = GetProcAddress(GetModuleHandleW(L"kernelbase.dll"), "CompareObjectHandles");
    state.same_object = (SameObject *)(void (*)(void))found;
    state.floats = ed_floats_now();
    if (ed_working_folder(state.folder) != 0) state.folder[0] = 0;
    take_files();
}

void ed_process_state_drop(void) { drop_files(); }
