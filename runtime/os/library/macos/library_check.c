#include "runtime/os/library/library_check.h"
#include <string.h>
#include "runtime/os/library/macos/mach_file.h"

// A test can define the processor, to check libraries for another one.
#if !defined(OWN_PROCESSOR)
#    if defined(__x86_64__)
#        define OWN_PROCESSOR ED_MACH_X86_64
#    else
#        define OWN_PROCESSOR ED_MACH_ARM64
#    endif
#endif
#define PAGE ((u64)(OWN_PROCESSOR == ED_MACH_ARM64 ? 16384 : 4096))

static bool within(u64 offset, u64 size, u64 total)
{
    return offset <= total && size <= total - offset;
}

static bool bad(ed_Error *error, const char *what)
{
    ed_fail(error, ED_ERR_MODULE, "%s", what);
    return false;
}

static u32 big_endian(const u8 *at)
{
    return (u32)at[0] << 24 | (u32)at[1] << 16 | (u32)at[2] << 8 | at[3];
}

static u64 big_endian_64(const u8 *at) { return (u64)big_endian(at) << 32 | big_endian(at + 4); }

// --- a file for several processors ---------------------------------------------------------------

/// Replaces the bytes by those for this processor. The file begins with a magic number and the
/// number of entries. Each entry has the processor, its variant, the offset, the size and the
/// alignment; in the larger form, offset and size have 64 bits.
static bool take_part(ed_Span *bytes, ed_Error *error)
{
    const u8 *at = bytes->at;
    bool large = big_endian(at) == ED_MACH_FAT_64;
    u64 entry_bytes = large ? 32 : 20, count = bytes->size < 8 ? 0 : big_endian(at + 4);
    if (bytes->size < 8 || !within(8, count * entry_bytes, bytes->size))
        return bad(error, "it is truncated: build it again");
    for (u64 i = 0; i < count; i++) {
        const u8 *entry = at + 8 + i * entry_bytes;
        if (big_endian(entry) != OWN_PROCESSOR) continue;
        u64 offset = large ? big_endian_64(entry + 8) : big_endian(entry + 8);
        u64 size = large ? big_endian_64(entry + 16) : big_endian(entry + 12);
        if (offset % PAGE || !within(offset, size, bytes->size))
            return bad(error, "it is truncated: build it again");
        *bytes = (ed_Span){ at + offset, (size_t)size };
        return true;
    }
    return bad(error, "it is built for another machine: build it here");
}

// --- kind of file --------------------------------------------------------------------------------

static bool check_kind(ed_Span bytes, ed_Error *error)
{
    static const char archive[] = "!<arch>\n";
    u32 magic = 0;
    if (bytes.size == 0) return bad(error, "the file is empty: build it again");
    if (bytes.size >= sizeof archive - 1 && memcmp(bytes.at, archive, sizeof archive - 1) == 0)
        return bad(error, "it is a static archive: link its objects with -dynamiclib");
    if (bytes.size >= sizeof magic) memcpy(&magic, bytes.at, sizeof magic);
    if (magic == ED_MACH_MAGIC_32)
        return bad(error, "it is built for 32 bits: build it for this machine");
    if (magic != ED_MACH_MAGIC)
        return bad(error, "it is not a shared library: name the file that the build links with "
                          "-dynamiclib");
    if (bytes.size < sizeof(ed_MachHeader)) return bad(error, "it is truncated: build it again");
    return true;
}

static bool check_header(const ed_MachHeader *header, ed_Error *error)
{
    if (header->processor != OWN_PROCESSOR)
        return bad(error, "it is built for another machine: build it here");
    switch (header->type) {
    case ED_MACH_DYLIB:
    case ED_MACH_BUNDLE: return true;
    case ED_MACH_OBJECT: return bad(error, "it is an object file: link it with -dynamiclib");
    case ED_MACH_PROGRAM: return bad(error, "it is a program: link it with -dynamiclib");
    case ED_MACH_CORE: return bad(error, "it is a core dump: name the game's library");
    case ED_MACH_STUB: return bad(error, "it has no code: name the game's library");
    case ED_MACH_DSYM: return bad(error, "it has debug information only: name the game's library");
    default: return bad(error, "it is not a shared library: link it with -dynamiclib");
    }
}

// --- load commands -------------------------------------------------------------------------------

/// The last segment of a file, __LINKEDIT, ends with the file.
static bool check_segment(ed_Span bytes, u64 at, u32 size, ed_Error *error)
{
    ed_MachSegment it;
    if (size < sizeof it) return bad(error, "it is truncated: build it again");
    memcpy(&it, bytes.at + at, sizeof it);
    if (within(it.offset, it.file_bytes, bytes.size)) return true;
    return bad(error, "it is truncated: a segment lies beyond its end: build it again");
}

/// Checks that all load commands and all segments are in the file.
static bool check_commands(ed_Span bytes, const ed_MachHeader *header, ed_Error *error)
{
    bool is_signed = false;
    u64 at = sizeof *header, end = at + header->commands_bytes;
    if (end > bytes.size) return bad(error, "it is truncated: build it again");
    for (u32 i = 0; i < header->commands; i++) {
        ed_MachCommand command = { .size = 0 };
        if (within(at, sizeof command, end)) memcpy(&command, bytes.at + at, sizeof command);
        if (command.size < sizeof command || !within(at, command.size, end))
            return bad(error, "the library is damaged (its load commands): build it again");
        if (command.kind == ED_MACH_SEGMENT && !check_segment(bytes, at, command.size, error))
            return false;
        is_signed |= command.kind == ED_MACH_SIGNATURE;
        at += command.size;
    }
    // The system does not load code without a signature on arm64. Linkers add one.
    if (!is_signed && OWN_PROCESSOR == ED_MACH_ARM64)
        return bad(error, "it has no signature: link it again, or sign it with codesign -s -");
    return true;
}

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    ed_MachHeader header;
    u32 magic = bytes.size >= sizeof magic ? big_endian(bytes.at) : 0;
    if ((magic == ED_MACH_FAT || magic == ED_MACH_FAT_64) && !take_part(&bytes, error))
        return false;
    if (!check_kind(bytes, error)) return false;
    memcpy(&header, bytes.at, sizeof header);
    return check_header(&header, error) && check_commands(bytes, &header, error);
}
