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

typedef enum ed_MachKind {      // of load commands
    ED_MACH_SEGMENT = 25,
    ED_MACH_SIGNATURE = 29
} ed_MachKind;

typedef struct ed_MachSegment {
    ed_MachCommand command;
    char name[16];
    u64 address, bytes;          // in memory
    u64 offset, file_bytes;      // in the file
    u32 most_rights, rights;
    u32 sections, flags;      // the sections follow
} ed_MachSegment;

ED_C_END
#endif
