/// A library that is being checked, see library_check.h: its segments, and functions that its parts
/// have in common. Only for runtime/os/library/macos.
#ifndef ED_OS_MACOS_MACH_IMAGE_H
#define ED_OS_MACOS_MACH_IMAGE_H
#include "runtime/base/err.h"
#include "runtime/os/library/macos/mach_file.h"
ED_C_BEGIN

#define ED_MACH_SEGMENTS_MAX 64u      // linkers write about five

typedef struct ed_MachImage {
    ed_Span bytes;      // of the library for this processor
    ed_Error *error;
    ed_MachHeader header;
    ed_MachSegment segments[ED_MACH_SEGMENTS_MAX];
    u64 segment_at[ED_MACH_SEGMENTS_MAX];      // offsets of their commands
    u32 segment_count;
    const ed_MachSegment
        *links;                  // __LINKEDIT: the tables that the loader reads to link the library
    u64 first, end;              // addresses in memory
    ed_MachSymbols symbols;      // count 0: none
    ed_MachDynamicSymbols dynamic;
    ed_MachDyldInfo info;
    ed_MachRange chains, exports, signature;      // size 0: none
    u32 dylibs;                                   // libraries that it needs
} ed_MachImage;

/// Sets the error. Returns false.
bool ed_mach_damaged(const ed_MachImage *image, const char *what);

bool ed_mach_within(u64 offset, u64 size, u64 total);
/// True if one segment has the rights and contains the addresses. `in_file`: the file has to store
/// their bytes.
bool ed_mach_holds(const ed_MachImage *image, u64 address, u64 size, bool in_file, u32 rights);
/// The bytes of a range of the file that __LINKEDIT contains; NULL if it does not.
const u8 *ed_mach_links_at(const ed_MachImage *image, ed_MachRange range);
/// True if the number of a library, as the loader counts them, exists. Some negative ones stand for
/// the program and for a search in all libraries.
bool ed_mach_has_dylib(const ed_MachImage *image, i64 number);

/// Reads numbers in groups of 7 bits, the lowest one first.
typedef struct ed_MachReader {
    const u8 *at, *end;
    bool failed;      // beyond the end, or too large: then 0 is read
} ed_MachReader;

u8 ed_mach_read_byte(ed_MachReader *reader);
u64 ed_mach_read_number(ed_MachReader *reader);
void ed_mach_read_text(ed_MachReader *reader);      ///< skips one, with its zero byte

// These check the tables that the loader reads. They return false with an error.
bool ed_mach_check_opcodes(const ed_MachImage *image);      ///< what the loader writes
bool ed_mach_check_chains(const ed_MachImage *image);       ///< the same, in the newer form
bool ed_mach_check_exports(const ed_MachImage *image);

ED_C_END
#endif
