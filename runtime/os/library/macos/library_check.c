#include "runtime/os/library/library_check.h"
#include <string.h>
#include "runtime/os/library/macos/mach_image.h"

// The loader trusts a file's headers, and reads and writes at the addresses it finds there. So
// everything the loader follows is checked first: the header, the load commands, the segments, the
// symbols, what is exported, and the addresses that it writes. What code the library runs when it
// is loaded cannot be checked. The system itself compares the pages of the file with its signature,
// when they are first used.

// A test can define the processor, to check libraries for another one.
#if !defined(OWN_PROCESSOR)
#    if defined(__x86_64__)
#        define OWN_PROCESSOR ED_MACH_X86_64
#    else
#        define OWN_PROCESSOR ED_MACH_ARM64
#    endif
#endif
#define PAGE ((u64)(OWN_PROCESSOR == ED_MACH_ARM64 ? 16384 : 4096))

#define ADDRESS_MAX ((u64)1 << 47)
#define SIGNATURE_MAGIC 0xfade0cc0u      // read as big-endian

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
    if (bytes->size < 8 || !ed_mach_within(8, count * entry_bytes, bytes->size))
        return bad(error, "it is truncated: build it again");
    for (u64 i = 0; i < count; i++) {
        const u8 *entry = at + 8 + i * entry_bytes;
        if (big_endian(entry) != OWN_PROCESSOR) continue;
        u64 offset = large ? big_endian_64(entry + 8) : big_endian(entry + 8);
        u64 size = large ? big_endian_64(entry + 16) : big_endian(entry + 12);
        if (offset % PAGE || !ed_mach_within(offset, size, bytes->size))
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

/// Copies what a command contains. Returns false with an error if the command is too small.
static bool copy(const ed_MachImage *image, const u8 *at, u32 size, void *to, size_t needed)
{
    if (size < needed) return ed_mach_damaged(image, "a load command is too small");
    memcpy(to, at, needed);
    return true;
}

static bool add_segment(ed_MachImage *image, const u8 *at, u32 size)
{
    u32 index = image->segment_count;
    if (index == ED_MACH_SEGMENTS_MAX) return ed_mach_damaged(image, "it has too many segments");
    ed_MachSegment *it = &image->segments[index];
    if (!copy(image, at, size, it, sizeof *it)) return false;
    if ((size - sizeof *it) / sizeof(ed_MachSection) < it->sections)
        return ed_mach_damaged(image, "its sections lie outside their load command");
    image->segment_at[index] = (u64)(at - image->bytes.at);
    image->segment_count++;
    if (strncmp(it->name, "__LINKEDIT", sizeof it->name) == 0) image->links = it;
    return true;
}

/// Checks a text that begins at an offset in its command.
static bool check_text(const ed_MachImage *image, const u8 *at, u32 size)
{
    ed_MachDylib it = { .name = 0 };      // the command ED_MACH_RPATH begins with the same fields
    size_t fields = offsetof(ed_MachDylib, time);
    if (!copy(image, at, size, &it, fields)) return false;
    if (it.name >= fields && it.name < size && memchr(at + it.name, 0, size - it.name)) return true;
    return ed_mach_damaged(image, "a name lies outside its load command");
}

static bool add_dylib(ed_MachImage *image, const u8 *at, u32 size)
{
    image->dylibs++;
    return size >= sizeof(ed_MachDylib) ? check_text(image, at, size)
                                        : ed_mach_damaged(image, "a load command is too small");
}

static bool take_range(const ed_MachImage *image, const u8 *at, u32 size, ed_MachRange *range)
{
    ed_MachData it;
    if (!copy(image, at, size, &it, sizeof it)) return false;
    *range = it.at;
    return true;
}

/// The initializer of old libraries.
static bool check_routines(const ed_MachImage *image, const u8 *at, u32 size)
{
    ed_MachRoutines it;
    return copy(image, at, size, &it, sizeof it)
        && ed_mach_damaged(image, "it has an initializer of an old form");
}

static bool take_command(ed_MachImage *image, const u8 *at, ed_MachCommand command)
{
    u32 size = command.size;
    switch (command.kind) {
    case ED_MACH_SEGMENT: return add_segment(image, at, size);
    case ED_MACH_SYMBOLS: return copy(image, at, size, &image->symbols, sizeof image->symbols);
    case ED_MACH_DYNAMIC_SYMBOLS:
        return copy(image, at, size, &image->dynamic, sizeof image->dynamic);
    case ED_MACH_DYLD_INFO:
    case ED_MACH_DYLD_INFO_ONLY: return copy(image, at, size, &image->info, sizeof image->info);
    case ED_MACH_LOAD_DYLIB:
    case ED_MACH_LAZY_DYLIB:
    case ED_MACH_WEAK_DYLIB:
    case ED_MACH_REEXPORT_DYLIB:
    case ED_MACH_UPWARD_DYLIB: return add_dylib(image, at, size);
    case ED_MACH_ID_DYLIB:
    case ED_MACH_RPATH: return check_text(image, at, size);
    case ED_MACH_ROUTINES: return check_routines(image, at, size);
    case ED_MACH_SIGNATURE: return take_range(image, at, size, &image->signature);
    case ED_MACH_EXPORTS_TRIE: return take_range(image, at, size, &image->exports);
    case ED_MACH_CHAINED_FIXUPS: return take_range(image, at, size, &image->chains);
    default: return true;      // the loader reads nothing, or refuses the library
    }
}

static bool read_commands(ed_MachImage *image)
{
    const ed_MachHeader *header = &image->header;
    u64 at = sizeof *header, end = at + header->commands_bytes;
    if (end > image->bytes.size) return bad(image->error, "it is truncated: build it again");
    for (u32 i = 0; i < header->commands; i++) {
        ed_MachCommand command;
        if (!ed_mach_within(at, sizeof command, end))
            return ed_mach_damaged(image, "its load commands are cut off");
        memcpy(&command, image->bytes.at + at, sizeof command);
        if (command.size < sizeof command || command.size % 8
            || !ed_mach_within(at, command.size, end))
            return ed_mach_damaged(image, "a load command has an invalid size");
        if (!take_command(image, image->bytes.at + at, command)) return false;
        at += command.size;
    }
    return true;
}

// --- segments ------------------------------------------------------------------------------------

static bool check_segment(const ed_MachImage *image, const ed_MachSegment *it)
{
    if (!ed_mach_within(it->offset, it->file_bytes, image->bytes.size))
        return bad(image->error, "it is truncated: a segment lies beyond its end: build it again");
    if (it->file_bytes > it->bytes)
        return ed_mach_damaged(image, "a segment is larger in the file than in memory");
    if (!ed_mach_within(it->address, it->bytes, ADDRESS_MAX))
        return ed_mach_damaged(image, "a segment has an invalid address");
    if (it->address % PAGE || (it->file_bytes && it->offset % PAGE))
        return ed_mach_damaged(image, "a segment is not aligned to a page");
    return true;
}

static bool overlaps(const ed_MachSegment *a, const ed_MachSegment *b)
{
    return a->bytes && b->bytes && a->address < b->address + b->bytes
        && b->address < a->address + a->bytes;
}

static bool check_section(const ed_MachImage *image, const ed_MachSegment *segment,
                          const ed_MachSection *it)
{
    u32 kind = it->flags & 0xff;
    bool zeros =
        kind == ED_MACH_ZEROS || kind == ED_MACH_LARGE_ZEROS || kind == ED_MACH_THREAD_ZEROS;
    if (it->address < segment->address
        || !ed_mach_within(it->address - segment->address, it->bytes, segment->bytes))
        return ed_mach_damaged(image, "a section lies outside its segment");
    if (it->bytes && !zeros
        && (it->offset < segment->offset
            || it->offset - segment->offset != it->address - segment->address
            || !ed_mach_within(it->offset - segment->offset, it->bytes, segment->file_bytes)))
        return ed_mach_damaged(image, "a section lies outside its segment");
    return true;
}

/// Checks the initializers of a section, as far as their addresses do not depend on where the
/// library is loaded.
static bool check_called(const ed_MachImage *image, const ed_MachSection *it)
{
    u32 kind = it->flags & 0xff, offset;
    if ((kind == ED_MACH_INIT_POINTERS || kind == ED_MACH_TERM_POINTERS) && it->bytes % 8)
        return ed_mach_damaged(image, "an initializer lies outside the library");
    if (kind != ED_MACH_INIT_OFFSETS) return true;
    if (it->bytes % sizeof offset)
        return ed_mach_damaged(image, "an initializer lies outside the library");
    for (u64 i = 0; i < it->bytes; i += sizeof offset) {
        memcpy(&offset, image->bytes.at + it->offset + i, sizeof offset);
        if (!ed_mach_holds(image, image->first + offset, 1, true, ED_MACH_RUN))
            return ed_mach_damaged(image, "an initializer is not code");
    }
    return true;
}

static bool check_sections(const ed_MachImage *image, u32 index)
{
    const ed_MachSegment *segment = &image->segments[index];
    const u8 *at = image->bytes.at + image->segment_at[index] + sizeof *segment;
    for (u32 i = 0; i < segment->sections; i++) {
        ed_MachSection it;
        memcpy(&it, at + i * sizeof it, sizeof it);
        if (!check_section(image, segment, &it) || !check_called(image, &it)) return false;
    }
    return true;
}

/// The first segment of the file contains the header and the load commands, which the loader reads
/// in memory.
static bool check_first(const ed_MachImage *image, const ed_MachSegment *first)
{
    u64 needed = sizeof image->header + image->header.commands_bytes;
    bool good = first->address == image->first && first->file_bytes >= needed
             && (first->rights & (ED_MACH_READ | ED_MACH_RUN)) == (ED_MACH_READ | ED_MACH_RUN)
             && !(first->rights & ED_MACH_WRITE);
    return good || ed_mach_damaged(image, "its load commands lie outside the loaded part");
}

static bool check_segments(ed_MachImage *image)
{
    const ed_MachSegment *first = NULL;
    image->first = UINT64_MAX;
    for (u32 i = 0; i < image->segment_count; i++) {
        const ed_MachSegment *it = &image->segments[i];
        if (!check_segment(image, it)) return false;
        for (u32 k = 0; k < i; k++)
            if (overlaps(it, &image->segments[k]))
                return ed_mach_damaged(image, "segments overlap");
        if (!first && it->file_bytes && !it->offset) first = it;
        if (it->address < image->first) image->first = it->address;
        if (it->address + it->bytes > image->end) image->end = it->address + it->bytes;
    }
    if (!first || !image->links) return ed_mach_damaged(image, "a segment is missing");
    if (!check_first(image, first)) return false;
    for (u32 i = 0; i < image->segment_count; i++)
        if (!check_sections(image, i)) return false;
    return true;
}

// --- symbols -------------------------------------------------------------------------------------

/// The table of `count` entries, or NULL if it lies outside of __LINKEDIT.
static const u8 *table(const ed_MachImage *image, u32 offset, u32 count, u32 entry_bytes)
{
    u64 size = (u64)count * entry_bytes;
    return size <= UINT32_MAX ? ed_mach_links_at(image, (ed_MachRange){ offset, (u32)size }) : NULL;
}

static ed_MachSymbol symbol_at(const u8 *symbols, u32 index)
{
    ed_MachSymbol symbol;
    memcpy(&symbol, symbols + (size_t)index * sizeof symbol, sizeof symbol);
    return symbol;
}

static bool check_symbols(const ed_MachImage *image)
{
    const ed_MachSymbols *it = &image->symbols;
    if (!it->count) return true;
    const u8 *symbols = table(image, it->offset, it->count, sizeof(ed_MachSymbol));
    const u8 *names = table(image, it->names_offset, it->names_bytes, 1);
    if (!symbols) return ed_mach_damaged(image, "its symbol table lies outside the loaded part");
    if (!names || !it->names_bytes || names[it->names_bytes - 1])
        return ed_mach_damaged(image, "its string table is not terminated");
    for (u32 i = 0; i < it->count; i++) {
        ed_MachSymbol symbol = symbol_at(symbols, i);
        if (symbol.name >= it->names_bytes)
            return ed_mach_damaged(image, "the name of a symbol lies outside the string table");
        bool here = !(symbol.kind & ED_MACH_DEBUG_BITS)
                 && (symbol.kind & ED_MACH_KIND_BITS) == ED_MACH_IN_SECTION;
        if (here && (symbol.value < image->first || symbol.value > image->end))
            return ed_mach_damaged(image, "a symbol lies outside the library");
    }
    return true;
}

static bool check_dynamic_symbols(const ed_MachImage *image)
{
    const ed_MachDynamicSymbols *it = &image->dynamic;
    u32 count = image->symbols.count;
    if (!ed_mach_within(it->local, it->locals, count)
        || !ed_mach_within(it->external, it->externals, count)
        || !ed_mach_within(it->undefined, it->undefineds, count))
        return ed_mach_damaged(image, "its symbols lie outside their table");
    if (it->indirects && !table(image, it->indirect, it->indirects, sizeof(u32)))
        return ed_mach_damaged(image, "its symbol table lies outside the loaded part");
    // The newer forms are in ed_MachDyldInfo and in chains. Linkers no longer write this one.
    if (it->external_relocations_count || it->local_relocations_count)
        return ed_mach_damaged(image, "its relocations have an unknown form");
    return true;
}

// --- signature -----------------------------------------------------------------------------------

/// The system does not load code without a signature on arm64. Linkers add one.
static bool check_signature(const ed_MachImage *image)
{
    const u8 *at = image->signature.size ? ed_mach_links_at(image, image->signature) : NULL;
    if (!image->signature.size && OWN_PROCESSOR == ED_MACH_ARM64)
        return bad(image->error,
                   "it has no signature: link it again, or sign it with codesign -s -");
    if (!image->signature.size) return true;
    bool good = at && image->signature.size >= 12 && big_endian(at) == SIGNATURE_MAGIC
             && big_endian(at + 4) <= image->signature.size;
    return good || ed_mach_damaged(image, "its signature is cut off");
}

// --- all of it -----------------------------------------------------------------------------------

static bool check_image(ed_MachImage *image)
{
    u32 magic = image->bytes.size >= sizeof magic ? big_endian(image->bytes.at) : 0;
    if ((magic == ED_MACH_FAT || magic == ED_MACH_FAT_64)
        && !take_part(&image->bytes, image->error))
        return false;
    if (!check_kind(image->bytes, image->error)) return false;
    memcpy(&image->header, image->bytes.at, sizeof image->header);
    return check_header(&image->header, image->error) && read_commands(image)
        && check_segments(image) && check_symbols(image) && check_dynamic_symbols(image)
        && ed_mach_check_opcodes(image) && ed_mach_check_chains(image)
        && ed_mach_check_exports(image) && check_signature(image);
}

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    return check_image(&(ed_MachImage){ .bytes = bytes, .error = error });
}

/// In the file, the name of a C symbol has an additional '_' in front.
bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name))
{
    ed_Error unused = { .code = ED_OK };
    ed_MachImage image = { .bytes = bytes, .error = &unused };
    if (!check_image(&image)) return false;
    const u8 *symbols =
        table(&image, image.symbols.offset, image.symbols.count, sizeof(ed_MachSymbol));
    for (u32 i = 0; symbols && i < image.symbols.count; i++) {
        ed_MachSymbol symbol = symbol_at(symbols, i);
        const char *name = (const char *)image.bytes.at + image.symbols.names_offset + symbol.name;
        bool weak = !(symbol.kind & ED_MACH_DEBUG_BITS) && (symbol.description & ED_MACH_WEAK)
                 && (symbol.kind & ED_MACH_KIND_BITS) == ED_MACH_UNDEFINED;
        if (weak && !is_known(*name == '_' ? name + 1 : name)) return false;
    }
    return true;
}
