/// A library in memory with one of everything that the loader follows, for tests of what is checked
/// before a library is loaded.
#ifndef TEST_LIBRARY_FILE_H
#define TEST_LIBRARY_FILE_H
#include <stddef.h>
#include "runtime/base/base.h"
#include "runtime/os/library/linux/elf_numbers.h"

#if defined(__aarch64__)
#    define MACHINE EM_AARCH64
#    define RELATIVE R_AARCH64_RELATIVE
#    define ABSOLUTE R_AARCH64_ABS64
#else
#    define MACHINE EM_X86_64
#    define RELATIVE R_X86_64_RELATIVE
#    define ABSOLUTE R_X86_64_64
#endif

#define PAGE 65536u          // a multiple of every page size
#define DATA (3 * PAGE)      // the address of the writable segment, which is not its offset
#define SYMBOLS 4u

typedef struct Fixed {      // the read-only segment, at offset and address 0
    Elf64_Ehdr head;
    Elf64_Sym symbols[SYMBOLS];
    Elf64_Rela relocations[3], calls[1];
    u64 packed[3];      // relocations, DT_RELR; the third is not used
    Elf64_Verneed needed[2];
    Elf64_Vernaux needed_names[2];
    Elf64_Verdef defined[2];
    Elf64_Verdaux defined_names[2];
    char texts[32];
    u8 note[16];
} Fixed;

typedef struct Hashes {      // at the very end of that segment
    u32 buckets, symbols, bucket[2], chain[SYMBOLS];
} Hashes;

typedef struct Data {      // the writable segment
    Elf64_Dyn dynamic[32];
    u64 starts[2], ends[1], values[4];
} Data;

typedef struct GnuHashes {      // at the very end of the writable segment in the file
    u32 buckets, first, filter, shift;
    u64 bloom[1];
    u32 bucket[2], chain[2];
} GnuHashes;

typedef struct File {
    Fixed fixed;
    u8 gap[PAGE - sizeof(Fixed) - sizeof(Hashes)];
    Hashes hashes;
    u8 code[PAGE];
    Data data;
    u16 versions[SYMBOLS];
    GnuHashes gnu;
    Elf64_Phdr segments[129];
} File;

_Static_assert(offsetof(File, code) == PAGE, "the read-only segment is a page");
_Static_assert(offsetof(File, data) == 2 * PAGE, "the code is a page");

#define AT(field) offsetof(File, field)
#define IN_DATA(field) (offsetof(File, field) + PAGE)
#define DATA_BYTES (AT(segments) - AT(data))
#define DATA_MEMORY (DATA_BYTES + 4096)

enum { FIXED, CODE, WRITABLE, DYNAMIC, PROTECTED, NOTE, STORAGE, OTHER, SEGMENTS };

// Indexes in the dynamic section.
enum {
    D_STRTAB,
    D_NAME,
    D_NEEDS,
    D_HASH,
    D_GNU_HASH,
    D_STRSZ,
    D_SYMTAB,
    D_SYMENT,
    D_RELA,
    D_RELASZ,
    D_RELAENT,
    D_RELACOUNT,
    D_JMPREL,
    D_PLTRELSZ,
    D_PLTREL,
    D_RELR,
    D_RELRSZ,
    D_RELRENT,
    D_INIT,
    D_FINI,
    D_INIT_ARRAY,
    D_INIT_ARRAYSZ,
    D_FINI_ARRAY,
    D_FINI_ARRAYSZ,
    D_VERSYM,
    D_VERNEED,
    D_VERDEF,
    D_FLAGS,
    D_FLAGS_1,
    D_SPARE,
    D_NULL,
    D_COUNT
};

/// The library, as it was before any change. It is valid until the next call.
File *library_file(void);

#endif
