#include "runtime/os/library/loader.h"
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include "runtime/os/system/environment.h"
#include "runtime/os/system/windows/wide.h"

static char reason[ED_PATH_MAX + 512];      // why the last call failed; "": it did not

/// Some texts of the system name the file as %1.
static void keep_reason(const char *path, DWORD error)
{
    wchar_t wide[256] = L"", it[] = L"it";
    char text[512] = "", *names[] = { (char *)it, (char *)it, (char *)it };
    FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_ARGUMENT_ARRAY, NULL, error, 0, wide,
                   ED_COUNT(wide), (va_list *)(void *)names);
    ed_narrow_text(wide, text, sizeof text);
    size_t size = strlen(text);
    while (size && strchr("\r\n .", text[size - 1])) text[--size] = 0;
    if (size) snprintf(reason, sizeof reason, "%s: %s", path, text);
    else snprintf(reason, sizeof reason, "%s: error %lu", path, (unsigned long)error);
}

/// What the library needs is looked for beside the library, beside the program and in the system's
/// folder, and only then as usual, along PATH. No dialog is shown.
void *ed_loader_open(const char *path)
{
    wchar_t wide[ED_WIDE_MAX];
    DWORD mode = 0;
    HMODULE library = NULL;
    reason[0] = 0;
    SetThreadErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX, &mode);
    bool good = ed_wide(path, wide, ED_WIDE_MAX);
    if (good)
        library = LoadLibraryExW(
            wide, NULL, LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
    DWORD error = library ? 0 : GetLastError();
    if (good && error == ERROR_MOD_NOT_FOUND
        && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES) {
        library = LoadLibraryExW(wide, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
        error = library ? 0 : GetLastError();
    }
    SetThreadErrorMode(mode, NULL);
    if (!library) keep_reason(path, error);
    return library;
}

void ed_loader_close(void *library) { FreeLibrary((HMODULE)library); }

const char *ed_loader_error(void)
{
    static char last[sizeof reason];
    if (!reason[0]) return "the loader gave no reason";
    memcpy(last, reason, sizeof last);
    reason[0] = 0;
    return last;
}

static void *symbol_of(HMODULE library, const char *name)
{
    FARPROC found = GetProcAddress(library, name);
    void *symbol;
    memcpy(&symbol, &found, sizeof symbol);
    return symbol;
}

void *ed_loader_symbol(void *library, const char *name)
{
    return symbol_of((HMODULE)library, name);
}

bool ed_loader_has(const char *path)
{
    wchar_t wide[ED_WIDE_MAX];
    HMODULE library = NULL;
    return ed_wide(path, wide, ED_WIDE_MAX)
        && GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT, wide, &library);
}

// --- tables of libraries in memory ---------------------------------------------------------------

static const IMAGE_DATA_DIRECTORY *directory(const u8 *base, u32 number)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)(const void *)base;
    const IMAGE_NT_HEADERS64 *head =
        (const IMAGE_NT_HEADERS64 *)(const void *)(base + dos->e_lfanew);
    const IMAGE_DATA_DIRECTORY *it = &head->OptionalHeader.DataDirectory[number];
    return number < head->OptionalHeader.NumberOfRvaAndSizes && it->Size ? it : NULL;
}

/// Searches the libraries that the program was linked with, but not those that they were linked
/// with.
void *ed_loader_hidden_function(const char *name)
{
    const u8 *program = (const u8 *)GetModuleHandleW(NULL);
    const IMAGE_DATA_DIRECTORY *table = directory(program, IMAGE_DIRECTORY_ENTRY_IMPORT);
    if (!table) return NULL;
    const IMAGE_IMPORT_DESCRIPTOR *it =
        (const IMAGE_IMPORT_DESCRIPTOR *)(const void *)(program + table->VirtualAddress);
    for (; it->Name; it++) {
        HMODULE library = GetModuleHandleA((const char *)program + it->Name);
        void *symbol = library ? symbol_of(library, name) : NULL;
        if (symbol) return symbol;
    }
    return NULL;
}

bool ed_loader_unloads(void) { return true; }

bool ed_loader_knows(const char *name)
{
    return symbol_of(GetModuleHandleW(NULL), name) || ed_loader_hidden_function(name);
}

// --- functions by address ------------------------------------------------------------------------

/// The address that the loader wrote into the table of imports. &free may be a jump in the program.
u64 ed_loader_c_library(void)
{
    extern void *__imp_free;
    return (u64)(uintptr_t)__imp_free;
}

/// The start of the function that contains the address, relative to the library. A function may
/// consist of several parts, each with its own unwind information, which then leads to that of the
/// first one. 0: the function has no such information.
static u32 function_start(u64 address)
{
    DWORD64 base = 0;
    const RUNTIME_FUNCTION *it = RtlLookupFunctionEntry(address, &base, NULL);
    for (u32 i = 0; it && i < 32; i++) {
        const u8 *info = (const u8 *)(uintptr_t)(base + it->UnwindData);
        if (!((info[0] >> 3) & UNW_FLAG_CHAININFO)) return it->BeginAddress;
        it = (const RUNTIME_FUNCTION *)(const void *)(info + 4 + ((info[2] + 1u) & ~1u) * 2);
    }
    return 0;
}

/// The exported function that starts at `start`; if that is 0, the last one before `at`.
static const char *exported_name(const u8 *base, u32 start, u32 at)
{
    const IMAGE_DATA_DIRECTORY *where = directory(base, IMAGE_DIRECTORY_ENTRY_EXPORT);
    const char *best = "";
    u32 best_at = 0;
    if (!where) return "";
    const IMAGE_EXPORT_DIRECTORY *table =
        (const IMAGE_EXPORT_DIRECTORY *)(const void *)(base + where->VirtualAddress);
    const u32 *functions = (const u32 *)(const void *)(base + table->AddressOfFunctions),
              *names = (const u32 *)(const void *)(base + table->AddressOfNames);
    const u16 *numbers = (const u16 *)(const void *)(base + table->AddressOfNameOrdinals);
    for (u32 i = 0; i < table->NumberOfNames; i++) {
        u32 function = functions[numbers[i]];
        if (start ? function != start : function > at || function <= best_at) continue;
        best = (const char *)base + names[i];
        best_at = function;
        if (start) break;
    }
    return best;
}

const void *ed_loader_base(const void *address)
{
    HMODULE library = NULL;
    bool found = GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS
                                        | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                                    (const wchar_t *)address, &library);
    return found ? library : NULL;
}

const char *ed_loader_function_at(u64 address)
{
    const u8 *base = (const u8 *)ed_loader_base((const void *)(uintptr_t)address);
    return base
             ? exported_name(base, function_start(address), (u32)(address - (u64)(uintptr_t)base))
             : "";
}

bool ed_loader_block(u64 base, u64 end)
{
    return VirtualAlloc((void *)(uintptr_t)base, (size_t)(end - base), MEM_RESERVE, PAGE_NOACCESS);
}

void ed_loader_unblock(u64 base, u64 end)
{
    (void)end;
    VirtualFree((void *)(uintptr_t)base, 0, MEM_RELEASE);
}
