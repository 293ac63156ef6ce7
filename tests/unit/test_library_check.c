#include "tests/lib/test.h"
#include "runtime/os/library/library_check.h"
#include "tests/lib/library_file.h"

// --- a library with some changes ----------------------------------------------------------------

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
    File *file = library_file();
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
        CHECK(!ed_library_check((ed_Span){ (const u8 *)library_file(), size }, &error));
        CHECK_TEXT(error.text, "it is truncated: build it again");
    }
    ed_Error error = { .code = ED_OK };
    File *file = library_file();
    file->fixed.head.e_type = ET_REL;
    CHECK(!ed_library_check((ed_Span){ (const u8 *)file, sizeof file->fixed.head }, &error));
    CHECK_HAS(error.text, "it is an object file");
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
        // a bit map after another one
        { NULL,
          { ENTRY(D_RELRSZ, 24), PUT(fixed.packed[0], end - 520), PUT(fixed.packed[1], 1),
            PUT(fixed.packed[2], 3) } },
        { elsewhere,
          { ENTRY(D_RELRSZ, 24), PUT(fixed.packed[0], end - 512), PUT(fixed.packed[1], 1),
            PUT(fixed.packed[2], 3) } },
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
    return ed_library_weak_symbols_are_known((ed_Span){ (const u8 *)changed(puts), SIZE }, knows);
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
