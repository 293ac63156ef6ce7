#include "runtime/os/library/library_check.h"
#include <string.h>
#include <windows.h>

// The loader trusts a file's headers, and reads and writes at the addresses it finds there. So
// everything the loader follows is checked first: headers, sections, and the tables for exports,
// imports, relocations, thread-local storage and exceptions. What code the library runs when it is
// loaded cannot be checked.
//
// Addresses in the tables count from the start of the library in memory. Those of the table for
// thread-local storage are absolute, for a library at the address that it was linked for.

#if defined(__x86_64__)
#    define OWN_MACHINE IMAGE_FILE_MACHINE_AMD64
#else
#    define OWN_MACHINE IMAGE_FILE_MACHINE_ARM64
#endif

#define SECTIONS_MAX 96u      // the loader accepts no more
#define NAME_MAX_BYTES 4096u
#define CALLBACKS_MAX 4096u
#define SYMBOL_BYTES 18u          // of the symbol table for debuggers
#define ORDINAL (1ull << 63)      // an import by number

typedef struct Image {
    ed_Span bytes;
    ed_Error *error;
    IMAGE_FILE_HEADER file;
    IMAGE_OPTIONAL_HEADER64 head;
    IMAGE_SECTION_HEADER sections[SECTIONS_MAX];
} Image;

static bool within(u64 offset, u64 size, u64 total)
{
    return offset <= total && size <= total - offset;
}

static bool bad(ed_Error *error, const char *what)
{
    ed_fail(error, ED_ERR_MODULE, "%s", what);
    return false;
}

static bool damaged(const Image *image, const char *what)
{
    ed_fail(image->error, ED_ERR_MODULE, "the library is damaged (%s): build it again", what);
    return false;
}

static bool truncated(const Image *image)
{
    return bad(image->error, "it is truncated: build it again");
}

// --- kind of file --------------------------------------------------------------------------------

static u16 short_at(ed_Span bytes, u64 offset)
{
    u16 value = 0;
    if (within(offset, sizeof value, bytes.size)) memcpy(&value, bytes.at + offset, sizeof value);
    return value;
}

static bool check_kind(ed_Span bytes, ed_Error *error)
{
    if (bytes.size == 0) return bad(error, "the file is empty: build it again");
    if (bytes.size >= 8 && memcmp(bytes.at, "!<arch>\n", 8) == 0)
        return bad(error, "it is a static archive: link its objects with -shared");
    if (short_at(bytes, 0) == OWN_MACHINE && bytes.size >= sizeof(IMAGE_FILE_HEADER))
        return bad(error, "it is an object file: link it with -shared");
    if (bytes.size < 2 || memcmp(bytes.at, "MZ", 2) != 0)
        return bad(error,
                   "it is not a shared library: name the file that the build links with -shared");
    return true;
}

static bool check_machine(const Image *image)
{
    const IMAGE_FILE_HEADER *file = &image->file;
    if (file->Machine == IMAGE_FILE_MACHINE_I386)
        return bad(image->error, "it is built for 32 bits: build it for this machine");
    if (file->Machine != OWN_MACHINE || image->head.Magic != IMAGE_NT_OPTIONAL_HDR64_MAGIC)
        return bad(image->error, "it is built for another machine: build it here");
    if (!(file->Characteristics & IMAGE_FILE_EXECUTABLE_IMAGE))
        return bad(image->error, "it is not a shared library: link it with -shared");
    if (!(file->Characteristics & IMAGE_FILE_DLL))
        return bad(image->error, "it is a program: link it with -shared");
    return true;
}

/// Reads the headers. The optional one may end before its last directories.
static bool read_headers(Image *image)
{
    u32 at = 0, signature;
    ed_Span bytes = image->bytes;
    const u64 at_file = sizeof signature, at_head = at_file + sizeof image->file;
    if (!within(offsetof(IMAGE_DOS_HEADER, e_lfanew), sizeof at, bytes.size))
        return truncated(image);
    memcpy(&at, bytes.at + offsetof(IMAGE_DOS_HEADER, e_lfanew), sizeof at);
    if (!within(at, at_head, bytes.size)) return truncated(image);
    memcpy(&signature, bytes.at + at, sizeof signature);
    if (signature != IMAGE_NT_SIGNATURE || at % 4)
        return bad(image->error, "it is a program of another system: build it here");
    memcpy(&image->file, bytes.at + at + at_file, sizeof image->file);
    u64 size = image->file.SizeOfOptionalHeader, count = image->file.NumberOfSections;
    u64 at_sections = at + at_head + size;
    if (!within(at_sections, count * sizeof *image->sections, bytes.size)) return truncated(image);
    memcpy(&image->head, bytes.at + at + at_head,
           size < sizeof image->head ? size : sizeof image->head);
    if (!check_machine(image)) return false;
    u64 known = offsetof(IMAGE_OPTIONAL_HEADER64, DataDirectory);
    u64 directories = image->head.NumberOfRvaAndSizes;
    if (size < known || directories > IMAGE_NUMBEROF_DIRECTORY_ENTRIES
        || size < known + directories * sizeof(IMAGE_DATA_DIRECTORY))
        return damaged(image, "its headers have an unknown size");
    if (count == 0 || count > SECTIONS_MAX)
        return damaged(image, "its number of sections is invalid");
    memcpy(image->sections, bytes.at + at_sections, count * sizeof *image->sections);
    if (at_sections + count * sizeof *image->sections > image->head.SizeOfHeaders)
        return damaged(image, "its sections are not part of its headers");
    return true;
}

/// Checks the symbols for debuggers, which the loader does not read: they are at the end of the
/// file, so a truncated file is found. The size of their names comes after them.
static bool check_end(const Image *image)
{
    u32 names = 0;
    u64 at = image->file.PointerToSymbolTable;
    u64 size = (u64)image->file.NumberOfSymbols * SYMBOL_BYTES;
    if (!at) return true;
    if (!within(at, size + sizeof names, image->bytes.size)) return truncated(image);
    memcpy(&names, image->bytes.at + at + size, sizeof names);
    return within(at, size + names, image->bytes.size) || truncated(image);
}

// --- sections ------------------------------------------------------------------------------------

static bool is_power(u64 value) { return value && (value & (value - 1)) == 0; }

static u64 round_up(u64 value, u64 to) { return (value + to - 1) / to * to; }

/// The size in memory; a linker may leave it out.
static u64 memory_size(const IMAGE_SECTION_HEADER *it)
{
    return it->Misc.VirtualSize ? it->Misc.VirtualSize : it->SizeOfRawData;
}

static bool check_section(const Image *image, const IMAGE_SECTION_HEADER *it, u64 *end)
{
    const IMAGE_OPTIONAL_HEADER64 *head = &image->head;
    if (it->SizeOfRawData && !within(it->PointerToRawData, it->SizeOfRawData, image->bytes.size))
        return bad(image->error, "it is truncated: a section lies beyond its end: build it again");
    if (it->SizeOfRawData && it->PointerToRawData % head->FileAlignment)
        return damaged(image, "a section is not aligned");
    if (it->VirtualAddress != *end) return damaged(image, "sections overlap, or leave a gap");
    *end = round_up(it->VirtualAddress + memory_size(it), head->SectionAlignment);
    return *end <= head->SizeOfImage || damaged(image, "a section lies outside its memory");
}

static bool check_sections(const Image *image)
{
    const IMAGE_OPTIONAL_HEADER64 *head = &image->head;
    if (!is_power(head->SectionAlignment) || !is_power(head->FileAlignment)
        || head->SectionAlignment < 4096 || head->FileAlignment > head->SectionAlignment)
        return damaged(image, "its alignment is invalid");
    if (head->SizeOfHeaders > image->bytes.size) return truncated(image);
    if (head->SizeOfImage % head->SectionAlignment || head->SizeOfImage > INT32_MAX
        || head->SizeOfHeaders > head->SizeOfImage || head->ImageBase % 65536)
        return damaged(image, "its memory has an invalid size or address");
    u64 end = round_up(head->SizeOfHeaders, head->SectionAlignment);
    for (u32 i = 0; i < image->file.NumberOfSections; i++)
        if (!check_section(image, &image->sections[i], &end)) return false;
    return true;
}

/// The section that contains the address range and has the given characteristics. `in_file`: the
/// range must lie in the part that the file stores. NULL if there is no such section.
static const IMAGE_SECTION_HEADER *holder(const Image *image, u64 at, u64 size, bool in_file,
                                          u32 kind)
{
    for (u32 i = 0; i < image->file.NumberOfSections; i++) {
        const IMAGE_SECTION_HEADER *it = &image->sections[i];
        u64 most = memory_size(it);
        if (in_file && most > it->SizeOfRawData) most = it->SizeOfRawData;
        if ((it->Characteristics & kind) == kind && at >= it->VirtualAddress
            && within(at - it->VirtualAddress, size, most))
            return it;
    }
    return NULL;
}

static const u8 *at_address(const Image *image, u64 at, u64 size)
{
    const IMAGE_SECTION_HEADER *it = holder(image, at, size, true, IMAGE_SCN_MEM_READ);
    return it ? image->bytes.at + it->PointerToRawData + (at - it->VirtualAddress) : NULL;
}

/// Copies a record that the file stores at an address.
static bool read_record(const Image *image, u64 address, void *to, size_t size)
{
    const u8 *at = at_address(image, address, size);
    if (at) memcpy(to, at, size);
    return at != NULL;
}

/// True if a text starts at the address and ends in the same section.
static bool has_text(const Image *image, u64 address)
{
    const IMAGE_SECTION_HEADER *it = holder(image, address, 1, true, IMAGE_SCN_MEM_READ);
    u64 room = it ? it->SizeOfRawData - (address - it->VirtualAddress) : 0;
    const u8 *at = it ? at_address(image, address, 1) : NULL;
    return at && memchr(at, 0, room < NAME_MAX_BYTES ? room : NAME_MAX_BYTES) != NULL;
}

static IMAGE_DATA_DIRECTORY directory(const Image *image, u32 number)
{
    IMAGE_DATA_DIRECTORY none = { 0, 0 };
    return number < image->head.NumberOfRvaAndSizes ? image->head.DataDirectory[number] : none;
}

// --- exports -------------------------------------------------------------------------------------

/// An exported address that points into the export table itself leads to the name of a function of
/// another library.
static bool check_export(const Image *image, IMAGE_DATA_DIRECTORY table, u64 at)
{
    if (!at) return true;
    if (at >= table.VirtualAddress && at - table.VirtualAddress < table.Size)
        return has_text(image, at);
    return holder(image, at, 1, false, IMAGE_SCN_MEM_READ) != NULL;
}

static bool check_exports(const Image *image)
{
    static const char what[] = "its exports lie outside the loaded part";
    IMAGE_EXPORT_DIRECTORY it;
    IMAGE_DATA_DIRECTORY table = directory(image, IMAGE_DIRECTORY_ENTRY_EXPORT);
    if (!table.VirtualAddress) return true;
    if (table.Size < sizeof it || !read_record(image, table.VirtualAddress, &it, sizeof it)
        || !at_address(image, table.VirtualAddress, table.Size))
        return damaged(image, what);
    u64 functions = it.NumberOfFunctions, count = it.NumberOfNames;
    if ((functions && !at_address(image, it.AddressOfFunctions, functions * 4))
        || (count && !at_address(image, it.AddressOfNames, count * 4))
        || (count && !at_address(image, it.AddressOfNameOrdinals, count * 2)))
        return damaged(image, what);
    for (u64 i = 0; i < functions; i++) {
        u32 at = 0;
        read_record(image, it.AddressOfFunctions + i * 4, &at, sizeof at);
        if (!check_export(image, table, at)) return damaged(image, what);
    }
    for (u64 i = 0; i < count; i++) {
        u32 name = 0;
        u16 number = 0;
        read_record(image, it.AddressOfNames + i * 4, &name, sizeof name);
        read_record(image, it.AddressOfNameOrdinals + i * 2, &number, sizeof number);
        if (!has_text(image, name) || number >= functions)
            return damaged(image, "the name of an export leads outside the file");
    }
    return true;
}

// --- imports -------------------------------------------------------------------------------------

/// Checks the functions that are imported from one library: a table of names, and one of addresses,
/// which the loader writes. Each ends with a zero.
static bool check_functions(const Image *image, u64 names, u64 addresses)
{
    for (u64 i = 0;; i++) {
        u64 name;
        if (!read_record(image, names + i * 8, &name, sizeof name)
            || !holder(image, addresses + i * 8, 8, false, IMAGE_SCN_MEM_READ))
            return false;
        if (!name) return true;
        if (!(name & ORDINAL) && (name > UINT32_MAX || !has_text(image, name + 2))) return false;
    }
}

static bool check_imports(const Image *image)
{
    static const char what[] = "its imports lie outside the loaded part";
    IMAGE_DATA_DIRECTORY table = directory(image, IMAGE_DIRECTORY_ENTRY_IMPORT);
    for (u64 at = table.VirtualAddress; at;) {
        IMAGE_IMPORT_DESCRIPTOR it;
        if (!read_record(image, at, &it, sizeof it)) return damaged(image, what);
        if (!it.Name) break;
        u64 names = it.OriginalFirstThunk ? it.OriginalFirstThunk : it.FirstThunk;
        if (!has_text(image, it.Name) || !check_functions(image, names, it.FirstThunk))
            return damaged(image, what);
        at += sizeof it;
    }
    IMAGE_DATA_DIRECTORY addresses = directory(image, IMAGE_DIRECTORY_ENTRY_IAT);
    if (addresses.Size
        && !holder(image, addresses.VirtualAddress, addresses.Size, false, IMAGE_SCN_MEM_READ))
        return damaged(image, what);
    return true;
}

// --- relocations ---------------------------------------------------------------------------------

/// A relocation has its kind in the highest 4 bits, and the offset in its page in the others.
static bool check_relocation(const Image *image, u64 page, u16 it)
{
    u64 at = page + (it & 0xfffu);
    switch (it >> 12) {
    case IMAGE_REL_BASED_ABSOLUTE: return true;      // fills a block up
    case IMAGE_REL_BASED_DIR64: return holder(image, at, 8, true, 0) != NULL;
    case IMAGE_REL_BASED_HIGHLOW: return holder(image, at, 4, true, 0) != NULL;
    default: return false;
    }
}

/// Checks the blocks of relocations, one for each page.
static bool check_relocations(const Image *image)
{
    IMAGE_DATA_DIRECTORY table = directory(image, IMAGE_DIRECTORY_ENTRY_BASERELOC);
    u64 at = table.VirtualAddress, end = at + table.Size;
    if (!table.Size) return true;
    if (!at_address(image, at, table.Size))
        return damaged(image, "its relocations lie outside the loaded part");
    while (at < end) {
        IMAGE_BASE_RELOCATION block;
        bool good = within(sizeof block, 0, end - at)
                 && read_record(image, at, &block, sizeof block)
                 && block.SizeOfBlock >= sizeof block && block.SizeOfBlock <= end - at
                 && block.SizeOfBlock % 2 == 0;
        if (!good) return damaged(image, "its relocations have an unknown form");
        for (u64 i = sizeof block; i < block.SizeOfBlock; i += 2) {
            u16 it = 0;
            read_record(image, at + i, &it, sizeof it);
            if (!check_relocation(image, block.VirtualAddress, it))
                return damaged(image, "a relocation lies outside the loaded part");
        }
        at += block.SizeOfBlock;
    }
    return true;
}

// --- thread-local storage, exceptions, and the entry ---------------------------------------------

/// The section that contains an absolute address, for a library at the address it was linked for.
static const IMAGE_SECTION_HEADER *linked_holder(const Image *image, u64 at, u64 size, bool in_file,
                                                 u32 kind)
{
    u64 base = image->head.ImageBase;
    return at >= base ? holder(image, at - base, size, in_file, kind) : NULL;
}

/// Checks the functions that are called when a thread starts or ends. A zero ends their list.
static bool check_callbacks(const Image *image, u64 list)
{
    for (u64 i = 0; list && i < CALLBACKS_MAX; i++) {
        u64 function;
        if (list < image->head.ImageBase
            || !read_record(image, list - image->head.ImageBase + i * 8, &function, 8))
            return false;
        if (!function) return true;
        if (!linked_holder(image, function, 1, true, IMAGE_SCN_MEM_EXECUTE)) return false;
    }
    return !list;
}

static bool check_storage(const Image *image)
{
    IMAGE_TLS_DIRECTORY64 it;
    IMAGE_DATA_DIRECTORY table = directory(image, IMAGE_DIRECTORY_ENTRY_TLS);
    if (!table.VirtualAddress) return true;
    if (table.Size < sizeof it || !read_record(image, table.VirtualAddress, &it, sizeof it))
        return damaged(image, "its thread-local storage lies outside the loaded part");
    u64 size = it.EndAddressOfRawData - it.StartAddressOfRawData;
    if (it.EndAddressOfRawData < it.StartAddressOfRawData
        || (size
            && !linked_holder(image, it.StartAddressOfRawData, size, false, IMAGE_SCN_MEM_READ))
        || !linked_holder(image, it.AddressOfIndex, 4, false, IMAGE_SCN_MEM_WRITE)
        || it.SizeOfZeroFill > INT32_MAX || !check_callbacks(image, it.AddressOfCallBacks))
        return damaged(image, "its thread-local storage is invalid");
    return true;
}

/// Checks the table that leads from code to its unwind information. It is sorted.
static bool check_exceptions(const Image *image)
{
    IMAGE_DATA_DIRECTORY table = directory(image, IMAGE_DIRECTORY_ENTRY_EXCEPTION);
    u64 size = sizeof(IMAGE_RUNTIME_FUNCTION_ENTRY), before = 0;
    if (!table.Size) return true;
    if (table.Size % size || !at_address(image, table.VirtualAddress, table.Size))
        return damaged(image, "its exception table lies outside the loaded part");
#if defined(__x86_64__)
    for (u64 i = 0; i < table.Size / size; i++) {
        IMAGE_RUNTIME_FUNCTION_ENTRY it = { .BeginAddress = 0 };
        read_record(image, table.VirtualAddress + i * size, &it, sizeof it);
        u64 code = it.EndAddress - (u64)it.BeginAddress;
        if (it.EndAddress <= it.BeginAddress || it.BeginAddress < before
            || !holder(image, it.BeginAddress, code, true, IMAGE_SCN_MEM_EXECUTE)
            || !at_address(image, it.UnwindData & ~1u, 4))
            return damaged(image, "its exception table leads outside the loaded part");
        before = it.BeginAddress;
    }
#endif
    return true;
}

/// Checks the other tables that the loader reads: they must lie in the loaded part.
static bool check_others(const Image *image)
{
    static const u32 others[] = { IMAGE_DIRECTORY_ENTRY_RESOURCE, IMAGE_DIRECTORY_ENTRY_DEBUG,
                                  IMAGE_DIRECTORY_ENTRY_LOAD_CONFIG,
                                  IMAGE_DIRECTORY_ENTRY_DELAY_IMPORT };
    for (u32 i = 0; i < ED_COUNT(others); i++) {
        IMAGE_DATA_DIRECTORY it = directory(image, others[i]);
        if (it.Size && !at_address(image, it.VirtualAddress, it.Size))
            return damaged(image, "a table lies outside the loaded part");
    }
    IMAGE_DATA_DIRECTORY bound = directory(image, IMAGE_DIRECTORY_ENTRY_BOUND_IMPORT),
                         net = directory(image, IMAGE_DIRECTORY_ENTRY_COM_DESCRIPTOR);
    if (bound.Size || net.Size)
        return bad(image->error, "it is a .NET assembly, or has bound imports");
    u32 entry = image->head.AddressOfEntryPoint;
    if (entry && !holder(image, entry, 1, true, IMAGE_SCN_MEM_EXECUTE))
        return damaged(image, "its entry is not code");
    return true;
}

static bool check_image(Image *image)
{
    return check_kind(image->bytes, image->error) && read_headers(image) && check_sections(image)
        && check_end(image) && check_exports(image) && check_imports(image)
        && check_relocations(image) && check_storage(image) && check_exceptions(image)
        && check_others(image);
}

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    return check_image(&(Image){ .bytes = bytes, .error = error });
}

/// A library has no undefined symbols: the linker refuses them, or sets weak ones to zero.
bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name))
{
    ed_Error unused = { .code = ED_OK };
    (void)is_known;
    return ed_library_check(bytes, &unused);
}
