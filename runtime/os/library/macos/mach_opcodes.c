#include <string.h>
#include "runtime/os/library/macos/mach_image.h"

// Two small languages say where the loader writes: one for addresses of the library itself, which
// move with it, and one for addresses of symbols. In each byte, the upper half is an operation, and
// the lower half a small number. Numbers and texts may follow.

#define POINTER 8u

enum {      // for addresses of the library
    REBASE_DONE = 0x00,
    REBASE_TYPE = 0x10,
    REBASE_ADDRESS = 0x20,
    REBASE_SKIP = 0x30,
    REBASE_SKIP_SCALED = 0x40,
    REBASE_SOME = 0x50,
    REBASE_MANY = 0x60,
    REBASE_AND_SKIP = 0x70,
    REBASE_MANY_SKIPPING = 0x80
};

enum {      // for addresses of symbols
    BIND_DONE = 0x00,
    BIND_DYLIB = 0x10,
    BIND_DYLIB_NUMBER = 0x20,
    BIND_DYLIB_SPECIAL = 0x30,
    BIND_SYMBOL = 0x40,
    BIND_TYPE = 0x50,
    BIND_ADDEND = 0x60,
    BIND_ADDRESS = 0x70,
    BIND_SKIP = 0x80,
    BIND_ONE = 0x90,
    BIND_AND_SKIP = 0xa0,
    BIND_AND_SKIP_SCALED = 0xb0,
    BIND_MANY_SKIPPING = 0xc0
};

typedef struct Relocation {
    const ed_MachImage *image;
    ed_MachReader reader;
    const ed_MachSegment *segment;      // NULL: not set yet
    u64 offset;         // in the segment; may lie outside as long as nothing is written there
    bool named;         // the symbol is set
    bool of_dylib;      // its library is set, and exists
    bool is_lazy;       // each symbol ends with BIND_DONE
} Relocation;

static void set_address(Relocation *it, u32 segment)
{
    it->segment = segment < it->image->segment_count ? &it->image->segments[segment] : NULL;
    it->offset = ed_mach_read_number(&it->reader);
}

/// Moves on by `count` pointers with `gap` bytes after each. Returns false if one of them lies
/// outside of writable memory.
static bool check_writes(Relocation *it, u64 count, u64 gap)
{
    const ed_MachSegment *segment = it->segment;
    u64 step = gap + POINTER;      // a gap may be negative, if there is only one pointer
    if (!count) return true;
    if (!segment || !(segment->rights & ED_MACH_WRITE)
        || !ed_mach_within(it->offset, POINTER, segment->bytes))
        return false;
    u64 left = segment->bytes - POINTER - it->offset;
    if (count > 1 && (step < POINTER || count - 1 > left / step)) return false;
    it->offset += count * step;
    return true;
}

// --- addresses of the library --------------------------------------------------------------------

static bool rebase(Relocation *it, u8 operation, u8 small)
{
    ed_MachReader *reader = &it->reader;
    u64 count;
    switch (operation) {
    case REBASE_TYPE: return small == 1;      // pointers
    case REBASE_ADDRESS: set_address(it, small); return true;
    case REBASE_SKIP: it->offset += ed_mach_read_number(reader); return true;
    case REBASE_SKIP_SCALED: it->offset += (u64)small * POINTER; return true;
    case REBASE_SOME: return check_writes(it, small, 0);
    case REBASE_MANY: return check_writes(it, ed_mach_read_number(reader), 0);
    case REBASE_AND_SKIP: return check_writes(it, 1, ed_mach_read_number(reader));
    case REBASE_MANY_SKIPPING:
        count = ed_mach_read_number(reader);
        return check_writes(it, count, ed_mach_read_number(reader));
    default: return false;
    }
}

// --- addresses of symbols ------------------------------------------------------------------------

static bool set_dylib(Relocation *it, i64 number)
{
    it->of_dylib = ed_mach_has_dylib(it->image, number);
    return it->of_dylib;
}

static bool bind_to(Relocation *it, u64 count, u64 gap)
{
    return it->named && it->of_dylib && check_writes(it, count, gap);
}

static bool bind(Relocation *it, u8 operation, u8 small)
{
    ed_MachReader *reader = &it->reader;
    u64 count;
    switch (operation) {
    case BIND_DYLIB: return set_dylib(it, small);
    case BIND_DYLIB_NUMBER: return set_dylib(it, (i64)(ed_mach_read_number(reader) & UINT32_MAX));
    case BIND_DYLIB_SPECIAL: return set_dylib(it, small ? (i64)small - 16 : 0);
    case BIND_SYMBOL:
        ed_mach_read_text(reader);
        it->named = true;
        return true;
    case BIND_TYPE: return small == 1;
    case BIND_ADDEND: ed_mach_read_number(reader); return true;
    case BIND_ADDRESS: set_address(it, small); return true;
    case BIND_SKIP: it->offset += ed_mach_read_number(reader); return true;
    case BIND_ONE: return bind_to(it, 1, 0);
    case BIND_AND_SKIP: return bind_to(it, 1, ed_mach_read_number(reader));
    case BIND_AND_SKIP_SCALED: return bind_to(it, 1, (u64)small * POINTER);
    case BIND_MANY_SKIPPING:
        count = ed_mach_read_number(reader);
        return bind_to(it, count, ed_mach_read_number(reader));
    default: return false;
    }
}

// --- all of them ---------------------------------------------------------------------------------

typedef bool Operate(Relocation *it, u8 operation, u8 small);

/// Follows the operations of a range. They may lack an end.
static bool follow(Relocation *it, ed_MachRange range, Operate *operate)
{
    const u8 *at = range.size ? ed_mach_links_at(it->image, range) : NULL;
    if (range.size && !at)
        return ed_mach_damaged(it->image, "its relocations lie outside the loaded part");
    it->reader = (ed_MachReader){ .at = at, .end = at ? at + range.size : NULL };
    while (it->reader.at < it->reader.end) {
        u8 byte = ed_mach_read_byte(&it->reader);
        u8 operation = byte & 0xf0;
        if (operation == REBASE_DONE && !it->is_lazy) break;
        bool good = operation == REBASE_DONE || operate(it, operation, byte & 0x0f);
        if (it->reader.failed) return ed_mach_damaged(it->image, "its relocations are cut off");
        if (!good)
            return ed_mach_damaged(it->image,
                                   "a relocation is invalid, or lies outside writable memory");
    }
    return true;
}

bool ed_mach_check_opcodes(const ed_MachImage *image)
{
    const ed_MachDyldInfo *info = &image->info;
    return follow(&(Relocation){ .image = image }, info->rebase, rebase)
        && follow(&(Relocation){ .image = image }, info->bind, bind)
        // Those of weak_bind name no library, since their symbols are looked up in all of them.
        && follow(&(Relocation){ .image = image, .of_dylib = true }, info->weak_bind, bind)
        && follow(&(Relocation){ .image = image, .is_lazy = true }, info->lazy_bind, bind);
}
