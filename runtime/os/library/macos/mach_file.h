/// The form of a Mach-O file: a header, load commands one after the other, and what these refer to.
///
///     header     magic, processor, file type, number and bytes of the commands
///     commands   each begins with its kind and its size, a multiple of 8
///     segments   ranges of the file with their addresses; the first one contains the header
///
/// A file for several processors begins with a list of such files, in big-endian numbers. The names
/// here are those of eddie; Apple's headers are not needed, so that the check of a library also
/// compiles on other systems. Only for runtime/os/library/macos.
#ifndef ED_OS_MACOS_MACH_FILE_H
#define ED_OS_MACOS_MACH_FILE_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_MACH_MAGIC 0xfeedfacfu
#define ED_MACH_MAGIC_32 0xfeedfaceu
#define ED_MACH_FAT 0xcafebabeu      // the first number of a list, read as big-endian
#define ED_MACH_FAT_64 0xcafebabfu

typedef enum ed_MachProcessor {
    ED_MACH_X86_64 = 0x01000007,
    ED_MACH_ARM64 = 0x0100000c
} ed_MachProcessor;

typedef enum ed_MachType {
    ED_MACH_OBJECT = 1,
    ED_MACH_PROGRAM = 2,
    ED_MACH_CORE = 4,
    ED_MACH_DYLIB = 6,
    ED_MACH_BUNDLE = 8,
    ED_MACH_STUB = 9,
    ED_MACH_DSYM = 10
} ed_MachType;

typedef struct ed_MachHeader {
    u32 magic, processor, variant, type;
    u32 commands, commands_bytes;
    u32 flags, reserved;
} ed_MachHeader;

typedef struct ed_MachCommand {
    u32 kind, size;
} ed_MachCommand;

#define ED_MACH_REQUIRED 0x80000000u      // the loader refuses a file if it does not know the kind

typedef enum ed_MachKind {
    ED_MACH_SYMBOLS = 2,
    ED_MACH_DYNAMIC_SYMBOLS = 11,
    ED_MACH_LOAD_DYLIB = 12,
    ED_MACH_ID_DYLIB = 13,
    ED_MACH_SEGMENT = 25,
    ED_MACH_ROUTINES = 26,
    ED_MACH_SIGNATURE = 29,
    ED_MACH_LAZY_DYLIB = 32,
    ED_MACH_DYLD_INFO = 34
} ed_MachKind;

// These have the bit ED_MACH_REQUIRED.
#define ED_MACH_WEAK_DYLIB (24u | ED_MACH_REQUIRED)
#define ED_MACH_RPATH (28u | ED_MACH_REQUIRED)
#define ED_MACH_REEXPORT_DYLIB (31u | ED_MACH_REQUIRED)
#define ED_MACH_DYLD_INFO_ONLY (34u | ED_MACH_REQUIRED)
#define ED_MACH_UPWARD_DYLIB (35u | ED_MACH_REQUIRED)
#define ED_MACH_EXPORTS_TRIE (51u | ED_MACH_REQUIRED)
#define ED_MACH_CHAINED_FIXUPS (52u | ED_MACH_REQUIRED)

typedef struct ed_MachSegment {
    ed_MachCommand command;
    char name[16];
    u64 address, bytes;           // in memory
    u64 offset, file_bytes;       // in the file
    u32 most_rights, rights;      // ED_MACH_READ, …
    u32 sections, flags;          // the sections follow
} ed_MachSegment;

#define ED_MACH_READ 1u
#define ED_MACH_WRITE 2u
#define ED_MACH_RUN 4u

typedef struct ed_MachSection {
    char name[16], segment[16];
    u64 address, bytes;
    u32 offset, align_bits;
    u32 relocations_offset, relocations;      // of object files
    u32 flags;                                // the lowest byte is its kind
    u32 reserved[3];
} ed_MachSection;

#define ED_MACH_ZEROS 1u      // kinds of sections without bytes in the file
#define ED_MACH_LARGE_ZEROS 12u
#define ED_MACH_THREAD_ZEROS 18u
#define ED_MACH_INIT_POINTERS 9u      // addresses of initializers
#define ED_MACH_TERM_POINTERS 10u
#define ED_MACH_INIT_OFFSETS 22u      // their 32-bit offsets from the header

typedef struct ed_MachSymbols {
    ed_MachCommand command;
    u32 offset, count;      // of ed_MachSymbol
    u32 names_offset, names_bytes;
} ed_MachSymbols;

typedef struct ed_MachSymbol {
    u32 name;              // offset in the names
    u8 kind, section;      // the section is numbered from 1
    u16 description;
    u64 value;
} ed_MachSymbol;

#define ED_MACH_DEBUG_BITS 0xe0u      // of `kind`: not a symbol, but debug information
#define ED_MACH_KIND_BITS 0x0eu       // of `kind`
#define ED_MACH_UNDEFINED 0u
#define ED_MACH_IN_SECTION 14u
#define ED_MACH_WEAK 0x40u      // of `description`: may be missing

typedef struct ed_MachDynamicSymbols {
    ed_MachCommand command;
    u32 local, locals, external, externals, undefined, undefineds;      // ranges of symbols
    u32 contents, contents_count, modules, modules_count, references, references_count;
    u32 indirect, indirects;      // a table of indices of symbols: its offset, and their number
    u32 external_relocations, external_relocations_count, local_relocations,
        local_relocations_count;
} ed_MachDynamicSymbols;

typedef struct ed_MachDylib {
    ed_MachCommand command;
    u32 name;      // offset of the text in the command
    u32 time, version, oldest_version;
} ed_MachDylib;

typedef struct ed_MachRoutines {
    ed_MachCommand command;
    u64 init_address, init_module, reserved[6];
} ed_MachRoutines;

typedef struct ed_MachRange {
    u32 offset, size;      // in the file
} ed_MachRange;

typedef struct ed_MachData {      // of the kinds that refer to one range of the file
    ed_MachCommand command;
    ed_MachRange at;
} ed_MachData;

typedef struct ed_MachDyldInfo {
    ed_MachCommand command;
    ed_MachRange rebase, bind, weak_bind, lazy_bind, exports;
} ed_MachDyldInfo;

ED_C_END
#endif
