#include "runtime/os/library/macos/mach_image.h"

#define WEAK_SEARCH (-3)      // the lowest special number of a library

bool ed_mach_damaged(const ed_MachImage *image, const char *what)
{
    ed_fail(image->error, ED_ERR_MODULE, "the library is damaged (%s): build it again", what);
    return false;
}

bool ed_mach_within(u64 offset, u64 size, u64 total)
{
    return offset <= total && size <= total - offset;
}

bool ed_mach_holds(const ed_MachImage *image, u64 address, u64 size, bool in_file, u32 rights)
{
    for (u32 i = 0; i < image->segment_count; i++) {
        const ed_MachSegment *it = &image->segments[i];
        if ((it->rights & rights) == rights && address >= it->address
            && ed_mach_within(address - it->address, size, in_file ? it->file_bytes : it->bytes))
            return true;
    }
    return false;
}

const u8 *ed_mach_links_at(const ed_MachImage *image, ed_MachRange range)
{
    const ed_MachSegment *links = image->links;
    bool inside = range.offset >= links->offset
               && ed_mach_within(range.offset - links->offset, range.size, links->file_bytes);
    return inside ? image->bytes.at + range.offset : NULL;
}

bool ed_mach_has_dylib(const ed_MachImage *image, i64 number)
{
    return number >= WEAK_SEARCH && number <= (i64)image->dylibs;
}

// --- numbers -------------------------------------------------------------------------------------

u8 ed_mach_read_byte(ed_MachReader *reader)
{
    if (reader->at < reader->end) return *reader->at++;
    reader->failed = true;
    return 0;
}

u64 ed_mach_read_number(ed_MachReader *reader)
{
    u64 value = 0;
    for (u32 shift = 0; shift < 64; shift += 7) {
        u8 byte = ed_mach_read_byte(reader);
        u64 bits = byte & 0x7f;
        if (bits << shift >> shift != bits) break;
        value |= bits << shift;
        if (!(byte & 0x80)) return reader->failed ? 0 : value;
    }
    reader->failed = true;
    return 0;
}

void ed_mach_read_text(ed_MachReader *reader)
{
    while (ed_mach_read_byte(reader)) {}
}
