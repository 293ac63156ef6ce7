#include "runtime/os/library/library_image.h"
#include <string.h>
#include <windows.h>
#include <winternl.h>
#include "runtime/os/system/environment.h"
#include "runtime/os/system/windows/wide.h"

#define LIBRARIES_MAX 4096u      // in the loader's list, which another thread may change

// --- the address range ---------------------------------------------------------------------------

/// The file and its folder, such as "eddie-code-ab12cd/game.dll-1.dll". The system may name the
/// parent folder differently.
static const char *tail_of(const char *path)
{
    const char *file = strrchr(path, '/'), *folder = file;
    while (folder && folder > path && folder[-1] != '/') folder--;
    return folder ? folder : path;
}

static bool is_slash(wchar_t unit) { return unit == '/' || unit == '\\'; }

/// The case of ASCII letters does not matter.
static wchar_t folded(wchar_t unit)
{
    if (unit >= 'A' && unit <= 'Z') return (wchar_t)(unit + 'a' - 'A');
    return is_slash(unit) ? L'/' : unit;
}

static bool ends_with(const UNICODE_STRING *name, const wchar_t *tail, u32 size)
{
    u32 length = name->Length / 2u;
    if (length <= size || !is_slash(name->Buffer[length - size - 1])) return false;
    for (u32 i = 0; i < size; i++)
        if (folded(name->Buffer[length - size + i]) != folded(tail[i])) return false;
    return true;
}

static u32 image_size(const u8 *base)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)(const void *)base;
    const IMAGE_NT_HEADERS64 *head =
        (const IMAGE_NT_HEADERS64 *)(const void *)(base + dos->e_lfanew);
    return head->OptionalHeader.SizeOfImage;
}

static PEB *process_block(void)
{
    PEB *block;
    __asm__("movq %%gs:%c1, %0" : "=r"(block) : "i"(offsetof(TEB, ProcessEnvironmentBlock)));
    return block;
}

/// Reads the loader's own list. A call of the loader would wait for its lock, which a thread that
/// hangs in the loader has.
bool ed_library_range(const char *path, u64 *base, u64 *end)
{
    wchar_t tail[1024];
    const char *from = tail_of(path);
    int size = *from ? MultiByteToWideChar(CP_UTF8, 0, from, (int)strlen(from), tail, 1024) : 0;
    const LIST_ENTRY *list = &process_block()->Ldr->InMemoryOrderModuleList, *it = list->Flink;
    *base = *end = 0;
    for (u32 i = 0; size > 0 && it && it != list && i < LIBRARIES_MAX; i++, it = it->Flink) {
        const LDR_DATA_TABLE_ENTRY *entry =
            CONTAINING_RECORD(it, LDR_DATA_TABLE_ENTRY, InMemoryOrderLinks);
        if (!entry->DllBase || !ends_with(&entry->FullDllName, tail, (u32)size)) continue;
        *base = (u64)(uintptr_t)entry->DllBase;
        *end = *base + image_size((const u8 *)entry->DllBase);
        return true;
    }
    return false;
}

// --- the linked address --------------------------------------------------------------------------

static bool read_at(HANDLE file, u32 offset, void *to, DWORD size)
{
    DWORD got = 0;
    OVERLAPPED at = { .Offset = offset };
    return ReadFile(file, to, size, &got, &at) && got == size;
}

u64 ed_library_linked_address(const char *path)
{
    wchar_t wide[ED_WIDE_MAX];
    IMAGE_DOS_HEADER dos;
    IMAGE_NT_HEADERS64 head = { .Signature = 0 };
    if (!ed_wide(path, wide, ED_WIDE_MAX)) return 0;
    HANDLE file =
        CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE) return 0;
    bool good = read_at(file, 0, &dos, sizeof dos)
             && read_at(file, (u32)dos.e_lfanew, &head, sizeof head)
             && head.Signature == IMAGE_NT_SIGNATURE
             && head.OptionalHeader.Magic == IMAGE_NT_OPTIONAL_HDR64_MAGIC;
    CloseHandle(file);
    return good ? head.OptionalHeader.ImageBase : 0;
}

void ed_library_each(void (*take)(void *it, const char *path), void *it) { (void)take, (void)it; }
