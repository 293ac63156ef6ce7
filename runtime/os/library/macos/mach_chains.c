#include <string.h>
#include "runtime/os/library/macos/mach_image.h"

// Chained fixups: the newer form of the list of pointers that the loader has to fill in (the older
// one is in mach_opcodes.c). The pointers of a page are a chain: each one has the distance to the
// next one in its own bytes. A header leads to the starts of the chains, for each page of each
// segment, and to the symbols.

#define NO_CHAIN 0xffffu      // in a page
#define POINTER 8u
#define STRIDE 4u            // unit of the distance
#define PAGE_STARTS 22u      // offset in Starts

typedef struct Header {
    u32 version, starts, imports, names;      // offsets
    u32 import_count, import_form, name_form;
} Header;

typedef struct Starts {      // of a segment
    u32 size;
    u16 page_bytes, form;
    u64 address;      // from the first one of the library
    u32 most;
    u16 pages;
} Starts;      // the offset of the first pointer of each page follows

enum { FORM_ADDRESS = 2, FORM_OFFSET = 6 };      // both have the same distances

typedef struct Chains {
    const ed_MachImage *image;
    const u8 *at;
    u64 size;
    Header header;
} Chains;

static bool read(const Chains *it, u64 offset, void *to, size_t size)
{
    if (!ed_mach_within(offset, size, it->size)) return false;
    memcpy(to, it->at + offset, size);
    return true;
}

// --- symbols -------------------------------------------------------------------------------------

static const u32 import_bytes[] = { 0, 4, 8, 16 };      // by form

static bool read_import(const Chains *it, u32 index, u64 *name, i64 *dylib)
{
    u64 wide = 0;
    u32 form = it->header.import_form, word = 0;
    u64 offset = it->header.imports + (u64)index * import_bytes[form];
    bool good =
        form == 3 ? read(it, offset, &wide, sizeof wide) : read(it, offset, &word, sizeof word);
    *name = form == 3 ? wide >> 32 : word >> 9;
    *dylib = form == 3 ? (i16)(u16)wide : (i8)(u8)word;
    return good;
}

static bool check_imports(const Chains *it)
{
    const Header *header = &it->header;
    if (!header->import_count) return true;
    if (header->name_form || !header->import_form || header->import_form >= ED_COUNT(import_bytes))
        return ed_mach_damaged(it->image, "its symbols have an unknown form");
    if (header->names >= it->size || it->at[it->size - 1])
        return ed_mach_damaged(it->image, "its string table is not terminated");
    for (u32 i = 0; i < header->import_count; i++) {
        u64 name;
        i64 dylib;
        if (!read_import(it, i, &name, &dylib) || name >= it->size - header->names)
            return ed_mach_damaged(it->image, "the name of a symbol lies outside the string table");
        if (!ed_mach_has_dylib(it->image, dylib))
            return ed_mach_damaged(it->image, "a symbol is in a library that is not named");
    }
    return true;
}

// --- chains --------------------------------------------------------------------------------------

/// Follows the chain of a page. `offset` is that of the pointer in the segment, `end` that of the
/// end of the page.
static bool check_chain(const Chains *it, const ed_MachSegment *segment, u64 offset, u64 end)
{
    for (u64 distance = 1; distance;) {
        u64 pointer;
        if (offset + POINTER > end || !ed_mach_within(offset, POINTER, segment->file_bytes))
            return ed_mach_damaged(it->image, "a relocation lies outside writable memory");
        memcpy(&pointer, it->image->bytes.at + segment->offset + offset, sizeof pointer);
        bool binds = pointer >> 63;
        if (binds && (pointer & 0xffffff) >= it->header.import_count)
            return ed_mach_damaged(it->image,
                                   "a relocation refers to a symbol that does not exist");
        distance = pointer >> 51 & 0xfff;
        offset += distance * STRIDE;
    }
    return true;
}

static bool check_starts(const Chains *it, const ed_MachSegment *segment, u64 at)
{
    Starts starts;
    if (!ed_mach_within(at, PAGE_STARTS, it->size))
        return ed_mach_damaged(it->image, "its relocations are cut off");
    memcpy(&starts, it->at + at, PAGE_STARTS);
    if ((starts.form != FORM_ADDRESS && starts.form != FORM_OFFSET) || !starts.page_bytes
        || starts.address != segment->address - it->image->first)
        return ed_mach_damaged(it->image, "its relocations have an unknown form");
    for (u64 i = 0; i < starts.pages; i++) {
        u16 first;
        u64 page = i * starts.page_bytes;
        if (!read(it, at + PAGE_STARTS + i * sizeof first, &first, sizeof first))
            return ed_mach_damaged(it->image, "its relocations are cut off");
        if (first == NO_CHAIN) continue;
        if (!(segment->rights & ED_MACH_WRITE))
            return ed_mach_damaged(it->image, "a relocation lies outside writable memory");
        // A pointer may continue on the next page.
        if (!check_chain(it, segment, page + first, page + starts.page_bytes + POINTER - STRIDE))
            return false;
    }
    return true;
}

bool ed_mach_check_chains(const ed_MachImage *image)
{
    Chains chains = { .image = image, .size = image->chains.size };
    u32 count, at;
    if (!chains.size) return true;
    chains.at = ed_mach_links_at(image, image->chains);
    if (!chains.at || !read(&chains, 0, &chains.header, sizeof chains.header)
        || !read(&chains, chains.header.starts, &count, sizeof count))
        return ed_mach_damaged(image, "its relocations lie outside the loaded part");
    if (chains.header.version || count > image->segment_count)
        return ed_mach_damaged(image, "its relocations have an unknown form");
    if (!check_imports(&chains)) return false;
    for (u32 i = 0; i < count; i++) {
        u64 offset = chains.header.starts + sizeof count + (u64)i * sizeof at;
        if (!read(&chains, offset, &at, sizeof at))
            return ed_mach_damaged(image, "its relocations are cut off");
        if (at && !check_starts(&chains, &image->segments[i], chains.header.starts + (u64)at))
            return false;
    }
    return true;
}
