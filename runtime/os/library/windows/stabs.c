// Reads the debug information that tcc writes into a DLL, since addr2line is rarely installed on
// Windows. The section .stab has these entries for each source; names are in .stabstr:
//
//     SO game/sim.c                  the source; one without a name ends it
//     SOL game/util.h                the following functions are from this file
//     FUN update_foe:F1 at 0x1200    a function and its address
//     SLINE 41 at +0x13              a line, and the offset of its code in the function
#include "runtime/os/library/source_lines.h"
#include <stdio.h>
#include <string.h>
#include <windows.h>
#include "runtime/base/arena.h"
#include "runtime/os/files/files.h"

#define LIBRARY_BYTES_MAX ((size_t)256 << 20)

enum { FUN = 0x24, SLINE = 0x44, SO = 0x64, SOL = 0x84 };

typedef struct Stab {
    u32 name;      // offset in .stabstr
    u8 kind, other;
    u16 line;
    u32 address;
} Stab;

typedef struct Stabs {
    const Stab *at;
    u32 count;
    const char *names;
    u32 names_size;
} Stabs;

typedef struct Found {
    const Stab *function;
    const char *file;
    u32 line;
} Found;

static ed_Span section(ed_Span file, const IMAGE_NT_HEADERS64 *head, const char *name)
{
    const IMAGE_SECTION_HEADER *it = IMAGE_FIRST_SECTION(head);
    for (u32 i = 0; i < head->FileHeader.NumberOfSections; i++, it++) {
        bool inside = (const u8 *)(it + 1) <= file.at + file.size;
        if (!inside || strncmp((const char *)it->Name, name, IMAGE_SIZEOF_SHORT_NAME) != 0)
            continue;
        if (it->PointerToRawData > file.size
            || it->SizeOfRawData > file.size - it->PointerToRawData)
            break;
        return (ed_Span){ file.at + it->PointerToRawData, it->SizeOfRawData };
    }
    return (ed_Span){ NULL, 0 };
}

static bool open_stabs(Stabs *stabs, ed_Span file)
{
    const IMAGE_DOS_HEADER *dos = (const IMAGE_DOS_HEADER *)(const void *)file.at;
    if (file.size < sizeof *dos || (u32)dos->e_lfanew > file.size
        || file.size - (u32)dos->e_lfanew < sizeof(IMAGE_NT_HEADERS64))
        return false;
    const IMAGE_NT_HEADERS64 *head =
        (const IMAGE_NT_HEADERS64 *)(const void *)(file.at + (u32)dos->e_lfanew);
    ed_Span entries = section(file, head, ".stab"), names = section(file, head, ".stabstr");
    *stabs = (Stabs){ (const Stab *)(const void *)entries.at, (u32)(entries.size / sizeof(Stab)),
                      (const char *)names.at, (u32)names.size };
    return entries.size && names.size && names.at[names.size - 1] == 0;
}

static const char *name_of(const Stabs *stabs, const Stab *it)
{
    return it->name < stabs->names_size ? stabs->names + it->name : "";
}

/// Finds the function that contains the address: the last one that starts before it, in a source
/// that does not end before it.
static Found find(const Stabs *stabs, u64 address)
{
    Found found = { NULL, "", 0 };
    const char *file = "";
    bool in_function = false;
    for (u32 i = 0; i < stabs->count; i++) {
        const Stab *it = &stabs->at[i];
        const char *name = name_of(stabs, it);
        if (it->kind == SOL || (it->kind == SO && *name)) file = name;
        if (it->kind == SO && !*name && it->address <= address) found.function = NULL;
        if (it->kind == SO || (it->kind == FUN && *name)) in_function = false;
        if (it->kind == FUN && *name && it->address <= address) {
            found = (Found){ it, file, it->line };
            in_function = true;
        }
        if (it->kind == SLINE && in_function && found.function->address + it->address <= address)
            found.line = it->line;
    }
    return found;
}

static bool write_lines(const Stabs *stabs, const u64 *addresses, u32 count, char *text,
                        size_t room)
{
    size_t size = 0;
    bool any = false;
    for (u32 i = 0; i < count && size < room; i++) {
        Found found = find(stabs, addresses[i]);
        const char *name = found.function ? name_of(stabs, found.function) : "??";
        any |= found.function != NULL;
        size +=
            (size_t)snprintf(text + size, room - size, "%.*s at %s:%u\n", (int)strcspn(name, ":"),
                             name, found.function ? found.file : "??", found.line);
    }
    return any;
}

void ed_source_lines(const char *library, const u64 *addresses, u32 count, char *text, size_t room)
{
    static const char *const tool[] = { "addr2line", "-fpCe", NULL };
    ed_Arena memory;
    ed_Span file;
    Stabs stabs;
    *text = 0;
    if (!ed_arena_open(&memory, "debug information", LIBRARY_BYTES_MAX, NULL)) return;
    bool found = ed_file_read(library, LIBRARY_BYTES_MAX, &memory, &file, NULL)
              && open_stabs(&stabs, file) && write_lines(&stabs, addresses, count, text, room);
    ed_arena_close(&memory);
    if (!found) ed_source_lines_by_tool(tool, library, addresses, count, text, room);
}
