#include "tests/lib/test.h"
#include <elf.h>
#include <stddef.h>
#include "runtime/live/library.h"

// --- a library with one of everything that the loader follows -----------------------------------

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
    u64 packed[2];      // relocations, DT_RELR
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

static const Elf64_Dyn dynamic[D_COUNT] = {
    [D_NAME] = { DT_SONAME, { 1 } },
    [D_NEEDS] = { DT_NEEDED, { 6 } },
    [D_HASH] = { DT_HASH, { AT(hashes) } },
    [D_GNU_HASH] = { DT_GNU_HASH, { IN_DATA(gnu) } },
    [D_STRTAB] = { DT_STRTAB, { AT(fixed.texts) } },
    [D_STRSZ] = { DT_STRSZ, { 32 } },
    [D_SYMTAB] = { DT_SYMTAB, { AT(fixed.symbols) } },
    [D_SYMENT] = { DT_SYMENT, { sizeof(Elf64_Sym) } },
    [D_RELA] = { DT_RELA, { AT(fixed.relocations) } },
    [D_RELASZ] = { DT_RELASZ, { 3 * sizeof(Elf64_Rela) } },
    [D_RELAENT] = { DT_RELAENT, { sizeof(Elf64_Rela) } },
    [D_RELACOUNT] = { DT_RELACOUNT, { 2 } },
    [D_JMPREL] = { DT_JMPREL, { AT(fixed.calls) } },
    [D_PLTRELSZ] = { DT_PLTRELSZ, { sizeof(Elf64_Rela) } },
    [D_PLTREL] = { DT_PLTREL, { DT_RELA } },
    [D_RELR] = { DT_RELR, { AT(fixed.packed) } },
    [D_RELRSZ] = { DT_RELRSZ, { 16 } },
    [D_RELRENT] = { DT_RELRENT, { 8 } },
    [D_INIT] = { DT_INIT, { 2 * PAGE - 1 } },
    [D_FINI] = { DT_FINI, { 2 * PAGE - 1 } },
    [D_INIT_ARRAY] = { DT_INIT_ARRAY, { IN_DATA(data.starts) } },
    [D_INIT_ARRAYSZ] = { DT_INIT_ARRAYSZ, { 16 } },
    [D_FINI_ARRAY] = { DT_FINI_ARRAY, { IN_DATA(data.ends) } },
    [D_FINI_ARRAYSZ] = { DT_FINI_ARRAYSZ, { 8 } },
    [D_VERSYM] = { DT_VERSYM, { IN_DATA(versions) } },
    [D_VERNEED] = { DT_VERNEED, { AT(fixed.needed) } },
    [D_VERDEF] = { DT_VERDEF, { AT(fixed.defined) } },
    [D_FLAGS] = { DT_FLAGS, { DF_BIND_NOW } },
    [D_FLAGS_1] = { DT_FLAGS_1, { DF_1_NOW } },
    [D_SPARE] = { DT_DEBUG, { ~0ull } },
    [D_NULL] = { DT_NULL, { 0 } },
};

static Elf64_Phdr segment(u32 type, u32 flags, u64 offset, u64 address, u64 size)
{
    return (Elf64_Phdr){ .p_type = type,
                         .p_flags = flags,
                         .p_offset = offset,
                         .p_vaddr = address,
                         .p_filesz = size,
                         .p_memsz = size,
                         .p_align = type == PT_LOAD ? PAGE : 8 };
}

static void fill_symbols(File *file)
{
    static const char texts[] = "\0self\0other\0weak\0function\0thing";
    Fixed *fixed = &file->fixed;
    memcpy(fixed->texts, texts, sizeof fixed->texts);
    fixed->symbols[1] =
        (Elf64_Sym){ .st_name = 12, .st_info = ELF64_ST_INFO(STB_WEAK, STT_NOTYPE) };
    fixed->symbols[2] = (Elf64_Sym){ .st_name = 17,
                                     .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                     .st_shndx = 1,
                                     .st_value = PAGE + 16 };
    fixed->symbols[3] = (Elf64_Sym){ .st_name = 26,
                                     .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
                                     .st_shndx = 2,
                                     .st_value = IN_DATA(data.values) };
    file->hashes = (Hashes){ 2, SYMBOLS, { 2, 3 }, { 0, 0, 0, 1 } };
    file->gnu = (GnuHashes){ 2, 2, 1, 6, { ~0ull }, { 2, 3 }, { 1, 1 } };
}

static void fill_relocations(Fixed *fixed)
{
    for (u32 i = 0; i < 3; i++)
        fixed->relocations[i] = (Elf64_Rela){ .r_offset = IN_DATA(data.values) + i * 8,
                                              .r_info = ELF64_R_INFO(0, RELATIVE) };
    fixed->relocations[2].r_info = ELF64_R_INFO(2, ABSOLUTE);
    fixed->calls[0] =
        (Elf64_Rela){ .r_offset = IN_DATA(data.values) + 24, .r_info = ELF64_R_INFO(1, ABSOLUTE) };
    fixed->packed[0] = IN_DATA(data.values);
    fixed->packed[1] = 1 | 1 << 1 | 1 << 3;      // the second and the fourth value
}

/// Two records of each kind. The names of a record follow each other, behind all records.
static void fill_versions(Fixed *fixed)
{
    fixed->needed[0].vn_next = sizeof(Elf64_Verneed);
    fixed->defined[0].vd_next = sizeof(Elf64_Verdef);
    fixed->needed_names[0].vna_next = sizeof(Elf64_Vernaux);
    for (u32 i = 0; i < 2; i++) {
        u32 behind = (2 - i) * (u32)sizeof(Elf64_Verneed);
        fixed->needed[i].vn_aux = behind + i * (u32)sizeof(Elf64_Vernaux);
        fixed->defined[i].vd_aux =
            (2 - i) * (u32)sizeof(Elf64_Verdef) + i * (u32)sizeof(Elf64_Verdaux);
    }
}

static void fill_segments(Elf64_Phdr *segments)
{
    segments[FIXED] = segment(PT_LOAD, PF_R, 0, 0, PAGE);
    segments[CODE] = segment(PT_LOAD, PF_R | PF_X, PAGE, PAGE, PAGE);
    segments[WRITABLE] = segment(PT_LOAD, PF_R | PF_W, 2 * PAGE, DATA, DATA_BYTES);
    segments[WRITABLE].p_memsz = DATA_MEMORY;
    segments[DYNAMIC] = segment(PT_DYNAMIC, PF_R | PF_W, AT(data.dynamic), IN_DATA(data.dynamic),
                                D_COUNT * sizeof(Elf64_Dyn));
    segments[PROTECTED] = segment(PT_GNU_RELRO, PF_R, AT(data), DATA, DATA_MEMORY);
    segments[NOTE] = segment(PT_NOTE, PF_R, AT(fixed.note), AT(fixed.note), 16);
    segments[STORAGE] = segment(PT_TLS, PF_R, AT(data.values), IN_DATA(data.values), 8);
}

static File *whole(void)
{
    static File one;
    File *file = &one;
    Elf64_Ehdr *head = &file->fixed.head;
    memset(file, 0, sizeof *file);
    memcpy(head->e_ident, ELFMAG, SELFMAG);
    head->e_ident[EI_CLASS] = ELFCLASS64;
    head->e_ident[EI_DATA] = ELFDATA2LSB;
    head->e_type = ET_DYN;
    head->e_machine = MACHINE;
    head->e_phoff = AT(segments);
    head->e_phentsize = sizeof(Elf64_Phdr);
    head->e_phnum = SEGMENTS;
    head->e_shoff = sizeof *file - 64;
    head->e_shentsize = 64;
    head->e_shnum = 1;
    memset(file->code, 0xcc, sizeof file->code);
    fill_symbols(file);
    fill_relocations(&file->fixed);
    fill_versions(&file->fixed);
    memcpy(file->data.dynamic, dynamic, sizeof dynamic);
    fill_segments(file->segments);
    return file;
}

// --- changes of it ------------------------------------------------------------------------------

typedef struct Put {      // a new value of a field; size 0: no change
    size_t at, size;
    u64 value;
} Put;

typedef struct Case {
    const char *words;      // of the error; NULL: it is accepted
    Put puts[4];
} Case;

#define PUT(field, value) \
    { \
        offsetof(File, field), sizeof((File *)0)->field, value \
    }
#define ENTRY(index, value) PUT(data.dynamic[index].d_un.d_val, value)
#define TAG(index, value) PUT(data.dynamic[index].d_tag, value)
#define SEGMENT(index, field, value) PUT(segments[index].field, value)
#define SYMBOL(index, field, value) PUT(fixed.symbols[index].field, value)
#define SIZE sizeof(File)
#define NOWHERE (1ull << 40)

static File *changed(const Put *puts)
{
    File *file = whole();
    for (u32 i = 0; i < 4; i++)      // x86-64 and aarch64 are little endian
        memcpy((u8 *)file + puts[i].at, &puts[i].value, puts[i].size);
    return file;
}

static void check_cases(const Case *cases, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ed_Error error = { .code = ED_OK };
        const File *file = changed(cases[i].puts);
        bool good = ed_library_check((ed_Span){ (const u8 *)file, SIZE }, &error);
        const char *words = cases[i].words ? cases[i].words : "";
        if (good == (cases[i].words == NULL) && strstr(error.text, words)) continue;
        test_fail(__FILE__, __LINE__, "case %u: '%s' is not '%s'", i, error.text, words);
    }
}

#define CHECK_CASES(...) \
    do { \
        static const Case cases_[] = { __VA_ARGS__ }; \
        check_cases(cases_, ED_COUNT(cases_)); \
    } while (0)

TEST(a_library_with_one_of_everything_is_accepted) { CHECK_CASES({ NULL, { { 0, 0, 0 } } }); }

TEST(what_is_not_a_library_is_recognized_by_its_first_bytes)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *words;
    } files[] = {
        { "", 0, "the file is empty: build it again" },
        { "!<arch>\n", 8, "it is a static archive" },
        { "!<arch>\nx", 9, "it is a static archive" },
        { "!<arch>\n", 7, "it is not a shared library: name the file" },
        { ELFMAG, 3, "it is not a shared library: name the file" },
        { ELFMAG, 4, "it is truncated: build it again" },
    };
    for (u32 i = 0; i < ED_COUNT(files); i++) {
        ed_Error error = { .code = ED_OK };
        CHECK(!ed_library_check((ed_Span){ (const u8 *)files[i].bytes, files[i].size }, &error));
        CHECK_HAS(error.text, files[i].words);
    }
    for (size_t size = 63; size <= 64; size++) {
        ed_Error error = { .code = ED_OK };
        CHECK(!ed_library_check((ed_Span){ (const u8 *)whole(), size }, &error));
        CHECK_TEXT(error.text, "it is truncated: build it again");
    }
}

TEST(only_a_library_for_this_machine_is_accepted)
{
    CHECK_CASES({ "it is built for 32 bits", { PUT(fixed.head.e_ident[EI_CLASS], ELFCLASS32) } },
                { "for another machine", { PUT(fixed.head.e_ident[EI_CLASS], ELFCLASSNONE) } },
                { "for another machine", { PUT(fixed.head.e_ident[EI_DATA], ELFDATA2MSB) } },
                { "for another machine", { PUT(fixed.head.e_machine, EM_RISCV) } },
                { "it is an object file", { PUT(fixed.head.e_type, ET_REL) } },
                { "it is a program", { PUT(fixed.head.e_type, ET_EXEC) } },
                { "it is a core dump", { PUT(fixed.head.e_type, ET_CORE) } },
                { "it is not a shared library", { PUT(fixed.head.e_type, ET_NONE) } },
                { "it is a program: link it", { ENTRY(D_FLAGS_1, DF_1_NOW | DF_1_PIE) } });
}

TEST(the_tables_of_segments_and_sections_end_in_the_file)
{
    CHECK_CASES(
        { "its segments have an unknown size", { PUT(fixed.head.e_phentsize, 57) } },
        { NULL, { PUT(fixed.head.e_phnum, 128) } },
        { "it has too many segments", { PUT(fixed.head.e_phnum, 129) } },
        { "it is not a shared library: link it", { PUT(fixed.head.e_phnum, 0) } },
        { "it is truncated: build it again", { PUT(fixed.head.e_phoff, SIZE - 8 * 56 + 1) } },
        { "it is truncated: build it again", { PUT(fixed.head.e_phoff, ~0ull) } },
        { "it is truncated: build it again", { PUT(fixed.head.e_shoff, SIZE - 63) } },
        { NULL, { PUT(fixed.head.e_shoff, SIZE), PUT(fixed.head.e_shnum, 0) } },
        { "it is truncated: build it again",
          { PUT(fixed.head.e_shoff, SIZE + 1), PUT(fixed.head.e_shnum, 0) } },
        { NULL, { SEGMENT(OTHER, p_offset, SIZE) } },
        { NULL, { SEGMENT(OTHER, p_offset, SIZE - 1), SEGMENT(OTHER, p_filesz, 1) } },
        { "a segment lies beyond its end", { SEGMENT(FIXED, p_filesz, SIZE + 1) } },
        { "a segment lies beyond its end",
          { SEGMENT(OTHER, p_offset, SIZE - 1), SEGMENT(OTHER, p_filesz, 2) } },
        { "a segment lies beyond its end",
          { SEGMENT(OTHER, p_offset, SIZE + 1), SEGMENT(OTHER, p_filesz, 0) } },
        { "a segment lies beyond its end",
          { SEGMENT(OTHER, p_offset, 64), SEGMENT(OTHER, p_filesz, ~0ull) } });
}

TEST(loaded_segments_are_in_order_and_aligned)
{
    CHECK_CASES(
        { NULL, { SEGMENT(WRITABLE, p_memsz, DATA_BYTES), SEGMENT(PROTECTED, p_memsz, 8) } },
        { "a segment is larger in the file than in memory",
          { SEGMENT(WRITABLE, p_memsz, DATA_BYTES - 1) } },
        { NULL, { SEGMENT(WRITABLE, p_memsz, (1ull << 47) - DATA) } },
        { "a segment has an invalid address",
          { SEGMENT(WRITABLE, p_memsz, (1ull << 47) - DATA + 1) } },
        { NULL, { SEGMENT(FIXED, p_align, 0) } },
        { "a segment is not aligned to a page", { SEGMENT(FIXED, p_align, 3) } },
        { "a segment is not aligned to a page",
          { SEGMENT(CODE, p_offset, PAGE + 8), SEGMENT(CODE, p_filesz, 8) } },
        { "segments overlap", { SEGMENT(FIXED, p_memsz, PAGE + 1) } });
}

TEST(a_segment_that_the_loader_reads_is_in_a_loaded_one)
{
    static const u32 types[] = { PT_PHDR, PT_NOTE, PT_GNU_PROPERTY, PT_GNU_EH_FRAME };
    for (u32 i = 0; i < ED_COUNT(types); i++) {
        const Case cases[] = { { NULL, { SEGMENT(NOTE, p_type, types[i]) } },
                               { "a segment lies outside the loaded part",
                                 { SEGMENT(NOTE, p_type, types[i]),
                                   SEGMENT(NOTE, p_vaddr, NOWHERE) } } };
        check_cases(cases, ED_COUNT(cases));
    }
    CHECK_CASES(
        { NULL, { SEGMENT(NOTE, p_type, PT_GNU_STACK), SEGMENT(NOTE, p_vaddr, NOWHERE) } },
        { "a segment lies outside the loaded part", { SEGMENT(NOTE, p_offset, AT(fixed.texts)) } },
        { "a segment lies outside the loaded part", { SEGMENT(NOTE, p_vaddr, AT(fixed.texts)) } },
        { NULL, { SEGMENT(NOTE, p_offset, PAGE - 16), SEGMENT(NOTE, p_vaddr, PAGE - 16) } },
        { "a segment lies outside the loaded part",
          { SEGMENT(NOTE, p_offset, PAGE - 15), SEGMENT(NOTE, p_vaddr, PAGE - 15) } },
        // memory that the file does not store
        { "a segment lies outside the loaded part",
          { SEGMENT(NOTE, p_offset, AT(segments) - 15),
            SEGMENT(NOTE, p_vaddr, DATA + DATA_BYTES - 15) } },
        { "a segment lies outside the loaded part", { SEGMENT(FIXED, p_flags, PF_X) } },
        { "a segment lies outside the loaded part", { SEGMENT(FIXED, p_type, PT_NULL) } });
}

TEST(what_becomes_read_only_is_loaded_up_to_the_end_of_a_page)
{
    CHECK_CASES(
        { NULL, { SEGMENT(PROTECTED, p_memsz, DATA_MEMORY + PAGE) } },
        { "its read-only range lies outside the loaded part",
          { SEGMENT(PROTECTED, p_memsz, DATA_MEMORY + PAGE + 1) } },
        { NULL, { SEGMENT(WRITABLE, p_align, 0), SEGMENT(PROTECTED, p_memsz, DATA_MEMORY + 1) } },
        { "its read-only range lies outside the loaded part",
          { SEGMENT(WRITABLE, p_align, 0), SEGMENT(PROTECTED, p_memsz, DATA_MEMORY + 2) } },
        { NULL,
          { SEGMENT(PROTECTED, p_vaddr, DATA + 8),
            SEGMENT(PROTECTED, p_memsz, DATA_MEMORY + PAGE - 8) } },
        { "its read-only range lies outside the loaded part",
          { SEGMENT(PROTECTED, p_vaddr, DATA + 8),
            SEGMENT(PROTECTED, p_memsz, DATA_MEMORY + PAGE - 7) } },
        // from the very end of the memory
        { NULL,
          { SEGMENT(PROTECTED, p_vaddr, DATA + DATA_MEMORY), SEGMENT(PROTECTED, p_memsz, PAGE) } },
        { "its read-only range lies outside the loaded part",
          { SEGMENT(PROTECTED, p_vaddr, NOWHERE), SEGMENT(PROTECTED, p_memsz, 0) } });
}

TEST(thread_local_storage_is_no_larger_in_the_file_than_in_memory)
{
    CHECK_CASES(
        { "its thread-local storage is invalid", { SEGMENT(STORAGE, p_memsz, 7) } },
        { "its thread-local storage is invalid", { SEGMENT(STORAGE, p_align, 3) } },
        { "a segment lies outside the loaded part", { SEGMENT(STORAGE, p_vaddr, NOWHERE) } },
        { NULL, { SEGMENT(STORAGE, p_vaddr, NOWHERE), SEGMENT(STORAGE, p_filesz, 0) } });
}

TEST(there_is_one_dynamic_section_that_is_terminated)
{
    CHECK_CASES(
        { "it has two dynamic sections", { SEGMENT(NOTE, p_type, PT_DYNAMIC) } },
        { "it is not a shared library: link it", { SEGMENT(DYNAMIC, p_type, PT_NULL) } },
        { "a segment lies outside the loaded part", { SEGMENT(DYNAMIC, p_vaddr, NOWHERE) } },
        { "its dynamic section is not writable", { SEGMENT(WRITABLE, p_flags, PF_R) } },
        { "its dynamic section is not writable", { SEGMENT(DYNAMIC, p_memsz, DATA_MEMORY + 1) } },
        { NULL, { SEGMENT(DYNAMIC, p_memsz, DATA_MEMORY) } },

        { "a relocation lies outside writable memory",
          { SEGMENT(WRITABLE, p_flags, PF_R), SEGMENT(DYNAMIC, p_flags, PF_R) } },
        { NULL, { SEGMENT(DYNAMIC, p_flags, PF_R), SEGMENT(DYNAMIC, p_memsz, NOWHERE) } },
        { "its dynamic section is not terminated",
          { SEGMENT(DYNAMIC, p_filesz, D_NULL * sizeof(Elf64_Dyn)) } },
        { NULL, { SEGMENT(DYNAMIC, p_filesz, D_COUNT * sizeof(Elf64_Dyn) + 15) } },
        { "its dynamic section is not terminated",
          { SEGMENT(DYNAMIC, p_filesz, D_COUNT * sizeof(Elf64_Dyn) - 1) } });
}

TEST(names_of_the_dynamic_section_are_in_its_string_table)
{
    static const u64 tags[] = { DT_NEEDED, DT_SONAME, DT_RPATH, DT_RUNPATH };
    for (u32 i = 0; i < ED_COUNT(tags); i++) {
        const Case cases[] = { { NULL, { TAG(D_SPARE, tags[i]), ENTRY(D_SPARE, 31) } },
                               { "a name lies outside its string table",
                                 { TAG(D_SPARE, tags[i]), ENTRY(D_SPARE, 32) } } };
        check_cases(cases, ED_COUNT(cases));
    }
    CHECK_CASES({ "its string table is not terminated", { ENTRY(D_STRSZ, 0) } },
                { "its string table is not terminated", { PUT(fixed.texts[31], 'x') } },
                { "its string table is not terminated", { ENTRY(D_STRSZ, 11) } },
                { "its string table is not terminated", { ENTRY(D_STRTAB, NOWHERE) } });
}

TEST(the_older_hash_table_leads_to_symbols_only)
{
    static const char outside[] = "its symbol hash table leads outside the file";
    const Case cases[] = {
        { outside, { ENTRY(D_HASH, NOWHERE) } },
        { outside, { ENTRY(D_HASH, AT(hashes) + 4) } },
        { outside, { PUT(hashes.buckets, 0) } },
        { NULL, { PUT(hashes.buckets, 1) } },

        { outside, { PUT(hashes.buckets, 3) } },      // one word more than the segment has
        { outside, { PUT(hashes.symbols, 5) } },
        { outside, { PUT(hashes.buckets, ~0u) } },
        { outside, { PUT(hashes.bucket[0], 4) } },
        { NULL, { PUT(hashes.chain[3], 3) } },
        { outside, { PUT(hashes.chain[3], 4) } },
        // with the newer one gone, it gives the number of symbols
        { "a relocation refers to a symbol",
          { TAG(D_GNU_HASH, DT_DEBUG), PUT(hashes.symbols, 2), PUT(hashes.bucket[0], 0),
            PUT(hashes.bucket[1], 0) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(the_newer_hash_table_leads_to_symbols_only)
{
    static const char outside[] = "its symbol hash table leads outside the file";
    const Case cases[] = {
        { outside, { ENTRY(D_GNU_HASH, NOWHERE) } },
        { outside, { PUT(gnu.buckets, 0) } },
        { outside, { PUT(gnu.filter, 0) } },
        { outside, { PUT(gnu.filter, 3) } },
        { outside, { PUT(gnu.filter, 1u << 31) } },
        { outside, { PUT(gnu.bucket[0], 1) } },      // before the first
        { outside, { PUT(gnu.bucket[1], 4) } },
        { NULL, { PUT(gnu.bucket[0], 0) } },
        { NULL, { PUT(gnu.chain[0], 0) } },
        { outside, { PUT(gnu.chain[1], 0) } },      // its last chain does not end
        { outside, { ENTRY(D_GNU_HASH, IN_DATA(gnu) + 4) } },
        // without the older one, it gives the number of symbols
        { "the name of a symbol", { TAG(D_HASH, DT_DEBUG), SYMBOL(3, st_name, 32) } },
        { "the name of a symbol",
          { TAG(D_HASH, DT_DEBUG), SYMBOL(3, st_name, 32), PUT(gnu.bucket[0], 3),
            PUT(gnu.bucket[1], 2) } },
        { "the name of a symbol",
          { TAG(D_HASH, DT_DEBUG), SYMBOL(3, st_name, 32), PUT(gnu.chain[0], 0),
            PUT(gnu.bucket[1], 0) } },
        { NULL,
          { TAG(D_HASH, DT_DEBUG), SYMBOL(2, st_name, 32), PUT(gnu.bucket[0], 0),
            PUT(gnu.bucket[1], 0) } },
        // with both, the larger number counts
        { "the name of a symbol", { SYMBOL(3, st_name, 32), PUT(gnu.bucket[1], 0) } },
        { "the name of a symbol",
          { SYMBOL(3, st_name, 32), PUT(hashes.symbols, 2), PUT(hashes.bucket[0], 0),
            PUT(hashes.bucket[1], 0) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(symbols_have_names_and_functions_are_code)
{
    static const char not_code[] = "a function lies outside its code";
    const Case cases[] = {
        { "its symbols have an unknown size", { ENTRY(D_SYMENT, 25) } },
        { "its symbol table lies outside the loaded part", { ENTRY(D_SYMTAB, NOWHERE) } },
        { "the name of a symbol lies outside", { SYMBOL(0, st_name, 32) } },
        { "the name of a symbol lies outside", { SYMBOL(3, st_name, 32) } },
        { NULL, { SYMBOL(3, st_name, 31) } },
        { NULL, { SYMBOL(2, st_value, 2 * PAGE - 1) } },
        { not_code, { SYMBOL(2, st_value, 2 * PAGE) } },
        { not_code, { SYMBOL(2, st_value, PAGE - 1) } },
        // code that the file does not store
        { not_code, { SEGMENT(CODE, p_filesz, PAGE - 16), SYMBOL(2, st_value, 2 * PAGE - 8) } },
        { not_code,
          { SYMBOL(2, st_value, 8), SYMBOL(2, st_info, ELF64_ST_INFO(STB_WEAK, STT_GNU_IFUNC)) } },
        { NULL, { SYMBOL(2, st_value, 8), SYMBOL(2, st_info, STT_OBJECT) } },
        { NULL, { SYMBOL(2, st_value, 8), SYMBOL(2, st_shndx, SHN_UNDEF) } },
        { NULL, { SYMBOL(2, st_value, 8), SYMBOL(2, st_shndx, SHN_LORESERVE) } },
        { not_code, { SYMBOL(2, st_value, 8), SYMBOL(2, st_shndx, SHN_LORESERVE - 1) } },
        { not_code, { SEGMENT(CODE, p_flags, PF_R) } },
        { NULL, { ENTRY(D_VERSYM, DATA + DATA_BYTES - 8) } },
        { "its symbol version table lies outside", { ENTRY(D_VERSYM, DATA + DATA_BYTES - 7) } },
        { NULL, { TAG(D_VERSYM, DT_DEBUG) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(relocations_write_to_writable_memory_of_the_library)
{
    static const char elsewhere[] = "a relocation lies outside writable memory",
                      outside[] = "its relocations lie outside the loaded part";
    const u64 end = DATA + DATA_MEMORY;
    const Case cases[] = {
        { outside, { ENTRY(D_RELASZ, 71) } },
        { outside, { ENTRY(D_RELA, NOWHERE) } },
        { outside, { ENTRY(D_JMPREL, NOWHERE) } },
        { outside, { ENTRY(D_PLTRELSZ, 25) } },
        { NULL, { PUT(fixed.relocations[2].r_offset, end - 8) } },
        { elsewhere, { PUT(fixed.relocations[2].r_offset, end - 7) } },
        { elsewhere, { PUT(fixed.relocations[0].r_offset, PAGE) } },
        { elsewhere, { PUT(fixed.calls[0].r_offset, PAGE) } },
        { NULL, { PUT(fixed.relocations[2].r_offset, PAGE), PUT(fixed.relocations[2].r_info, 0) } },
        // after the last one
        { NULL, { PUT(fixed.relocations[2].r_offset, PAGE), ENTRY(D_RELASZ, 48) } },
        // relocations of code
        { NULL,
          { PUT(fixed.calls[0].r_offset, PAGE), TAG(D_SPARE, DT_TEXTREL), ENTRY(D_SPARE, 0) } },
        { NULL, { PUT(fixed.calls[0].r_offset, 2 * PAGE - 4), ENTRY(D_FLAGS, DF_TEXTREL) } },
        { elsewhere, { PUT(fixed.calls[0].r_offset, 2 * PAGE - 3), ENTRY(D_FLAGS, DF_TEXTREL) } },
        { NULL, { PUT(fixed.relocations[2].r_info, ELF64_R_INFO(3, ABSOLUTE)) } },
        { "a relocation refers to a symbol that does not exist",
          { PUT(fixed.relocations[2].r_info, ELF64_R_INFO(4, ABSOLUTE)) } },
        { "a relocation refers to a symbol that does not exist",
          { PUT(fixed.calls[0].r_info, ELF64_R_INFO(4, ABSOLUTE)) } },
        // the number of symbols is unknown
        { NULL,
          { PUT(fixed.calls[0].r_info, ELF64_R_INFO(4, ABSOLUTE)), TAG(D_HASH, DT_DEBUG),
            TAG(D_GNU_HASH, DT_DEBUG) } },
        { NULL, { TAG(D_RELA, DT_DEBUG), TAG(D_RELASZ, DT_DEBUG), TAG(D_RELACOUNT, DT_DEBUG) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(packed_relocations_write_to_writable_memory_of_the_library)
{
    static const char elsewhere[] = "a relocation lies outside writable memory",
                      outside[] = "its relocations lie outside the loaded part",
                      unknown[] = "its relocations have an unknown form";
    const u64 end = DATA + DATA_MEMORY;
    const Case cases[] = {
        { unknown, { ENTRY(D_RELRENT, 16) } },
        { unknown, { ENTRY(D_RELRSZ, 15) } },
        { outside, { ENTRY(D_RELR, NOWHERE) } },
        { NULL, { TAG(D_RELR, DT_DEBUG) } },
        { NULL, { ENTRY(D_RELRSZ, 8), PUT(fixed.packed[1], 2) } },
        { NULL, { PUT(fixed.packed[0], end - 8), PUT(fixed.packed[1], 1) } },
        { elsewhere, { PUT(fixed.packed[0], end - 6) } },
        { elsewhere, { PUT(fixed.packed[0], PAGE) } },
        { elsewhere, { PUT(fixed.packed[0], end - 8), PUT(fixed.packed[1], 3) } },
        { NULL, { PUT(fixed.packed[0], end - 512), PUT(fixed.packed[1], 1 | 1ull << 63) } },
        { elsewhere, { PUT(fixed.packed[0], end - 504), PUT(fixed.packed[1], 1 | 1ull << 63) } },
        // a bit map without an address before it
        { elsewhere, { PUT(fixed.packed[0], 3) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(relocations_are_of_the_form_that_the_library_declares)
{
    static const char unknown[] = "its relocations have an unknown form",
                      other[] = "its relocations are not of the declared kind";
    const Case cases[] = {
        { unknown, { ENTRY(D_RELAENT, 25) } },
        { unknown, { ENTRY(D_RELASZ, 0) } },
        { unknown, { ENTRY(D_PLTRELSZ, 0) } },
        { unknown, { ENTRY(D_PLTREL, DT_REL) } },
        { unknown, { TAG(D_PLTREL, DT_DEBUG) } },
        { unknown, { TAG(D_JMPREL, DT_DEBUG), ENTRY(D_PLTREL, DT_REL) } },
        { NULL, { TAG(D_JMPREL, DT_DEBUG), TAG(D_PLTRELSZ, DT_DEBUG) } },
        { NULL, { TAG(D_JMPREL, DT_DEBUG), TAG(D_PLTRELSZ, DT_DEBUG), TAG(D_PLTREL, DT_DEBUG) } },
        { NULL, { ENTRY(D_RELACOUNT, 0) } },
        { other, { ENTRY(D_RELACOUNT, 3) } },
        { NULL,
          { ENTRY(D_RELACOUNT, 3), PUT(fixed.relocations[2].r_info, ELF64_R_INFO(0, RELATIVE)) } },
        { other,
          { ENTRY(D_RELACOUNT, 4), PUT(fixed.relocations[2].r_info, ELF64_R_INFO(0, RELATIVE)),
            PUT(fixed.calls[0].r_info, ELF64_R_INFO(0, RELATIVE)) } },
        { other, { PUT(fixed.relocations[0].r_info, ELF64_R_INFO(2, ABSOLUTE)) } },
        { other, { TAG(D_RELA, DT_DEBUG), TAG(D_RELASZ, DT_DEBUG) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(each_version_of_the_library_and_its_name_are_in_the_library)
{
    static const char versions[] = "its version requirements lie outside the loaded part";
    const Case cases[] = {
        { versions, { ENTRY(D_VERNEED, NOWHERE) } },
        { versions, { ENTRY(D_VERDEF, NOWHERE) } },
        { NULL, { TAG(D_VERNEED, DT_DEBUG), TAG(D_VERDEF, DT_DEBUG) } },
        { versions, { PUT(fixed.needed[0].vn_next, 5 * PAGE) } },
        { versions, { PUT(fixed.needed[1].vn_file, 32) } },
        { NULL, { PUT(fixed.needed[1].vn_file, 31) } },
        { versions, { PUT(fixed.needed[1].vn_aux, 5 * PAGE) } },
        { versions, { PUT(fixed.needed_names[0].vna_next, 5 * PAGE) } },
        { versions, { PUT(fixed.needed_names[1].vna_name, 32) } },
        { versions, { PUT(fixed.defined[0].vd_next, 5 * PAGE) } },
        { versions, { PUT(fixed.defined[1].vd_aux, 5 * PAGE) } },
        { versions, { PUT(fixed.defined_names[1].vda_name, 32) } },
        { NULL, { PUT(fixed.defined_names[1].vda_name, 31) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

TEST(initializers_are_code)
{
    static const char not_code[] = "an initializer is not code",
                      outside[] = "an initializer lies outside the library";
    const Case cases[] = {
        { not_code, { ENTRY(D_INIT, PAGE - 1) } },
        { not_code, { ENTRY(D_FINI, 2 * PAGE) } },
        // code that the file does not store
        { not_code, { SEGMENT(CODE, p_filesz, PAGE - 16), ENTRY(D_INIT, PAGE) } },
        { not_code, { SEGMENT(CODE, p_filesz, PAGE - 16), ENTRY(D_FINI, PAGE) } },
        { NULL, { TAG(D_INIT, DT_DEBUG), TAG(D_FINI, DT_DEBUG) } },
        { outside, { ENTRY(D_INIT_ARRAYSZ, 0) } },
        { outside, { ENTRY(D_INIT_ARRAYSZ, 12) } },
        { outside, { ENTRY(D_INIT_ARRAY, NOWHERE) } },
        { outside, { ENTRY(D_FINI_ARRAYSZ, 0) } },
        { outside, { ENTRY(D_FINI_ARRAYSZ, 9) } },
        { outside, { ENTRY(D_FINI_ARRAY, NOWHERE) } },
        { NULL, { ENTRY(D_FINI_ARRAY, DATA + DATA_MEMORY - 8) } },
        { outside, { ENTRY(D_FINI_ARRAY, DATA + DATA_MEMORY - 7) } },
        { NULL, { TAG(D_INIT_ARRAY, DT_DEBUG), TAG(D_INIT_ARRAYSZ, DT_DEBUG) } },
    };
    check_cases(cases, ED_COUNT(cases));
}

// --- weak symbols -------------------------------------------------------------------------------

static char asked[64];      // the names that were looked up

static bool knows(const char *name)
{
    strncat(asked, name, sizeof asked - strlen(asked) - 1);
    return strcmp(name, "weak") != 0;
}

/// 1: all weak symbols are known, 0: they are not.
static int known(const Put *puts)
{
    asked[0] = 0;
    return ed_library_knows_weak_symbols((ed_Span){ (const u8 *)changed(puts), SIZE }, knows);
}

TEST(each_undefined_weak_symbol_is_looked_up_by_name)
{
    CHECK_EQ(known((const Put[4]){ { 0, 0, 0 } }), 0);
    CHECK_TEXT(asked, "weak");
    CHECK_EQ(known((const Put[4]){ SYMBOL(1, st_info, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)) }), 1);
    CHECK_TEXT(asked, "");
    CHECK_EQ(known((const Put[4]){ SYMBOL(1, st_shndx, 2) }), 1);
    CHECK_TEXT(asked, "");
    CHECK_EQ(known((const Put[4]){ SYMBOL(1, st_name, 6),
                                   SYMBOL(3, st_info, ELF64_ST_INFO(STB_WEAK, STT_OBJECT)),
                                   SYMBOL(3, st_shndx, SHN_UNDEF) }),
             1);
    CHECK_TEXT(asked, "otherthing");
    CHECK_EQ(known((const Put[4]){ SYMBOL(0, st_name, 6),
                                   SYMBOL(0, st_info, ELF64_ST_INFO(STB_WEAK, STT_FUNC)) }),
             0);
    CHECK_TEXT(asked, "otherweak");
    CHECK_EQ(known((const Put[4]){ SYMBOL(1, st_shndx, 2), ENTRY(D_SYMENT, 25) }), 0);
}
