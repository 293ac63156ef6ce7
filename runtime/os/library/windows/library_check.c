#include "runtime/os/library/library_check.h"
#include <string.h>
#include <windows.h>

#if defined(__x86_64__)
#    define OWN_MACHINE IMAGE_FILE_MACHINE_AMD64
#else
#    define OWN_MACHINE IMAGE_FILE_MACHINE_ARM64
#endif

#define SYMBOL_BYTES 18u      // of the symbol table for debuggers

typedef struct Image {
    ed_Span bytes;
    ed_Error *error;
    IMAGE_FILE_HEADER file;
    IMAGE_OPTIONAL_HEADER64 head;
    u64 at_sections;
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
    u64 size = image->file.SizeOfOptionalHeader;
    image->at_sections = at + at_head + size;
    if (image->at_sections > bytes.size) return truncated(image);
    memcpy(&image->head, bytes.at + at + at_head,
           size < sizeof image->head ? size : sizeof image->head);
    return check_machine(image);
}

static bool check_sections(const Image *image)
{
    u64 count = image->file.NumberOfSections, at = image->at_sections, size = image->bytes.size;
    if (!within(at, count * sizeof(IMAGE_SECTION_HEADER), size) || image->head.SizeOfHeaders > size)
        return truncated(image);
    for (u64 i = 0; i < count; i++) {
        IMAGE_SECTION_HEADER it;
        memcpy(&it, image->bytes.at + at + i * sizeof it, sizeof it);
        if (it.SizeOfRawData && !within(it.PointerToRawData, it.SizeOfRawData, size))
            return bad(image->error,
                       "it is truncated: a section lies beyond its end: build it again");
    }
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

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    Image image = { .bytes = bytes, .error = error };
    return check_kind(bytes, error) && read_headers(&image) && check_sections(&image)
        && check_end(&image);
}
