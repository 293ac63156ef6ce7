#include "tests/lib/test.h"
#include <elf.h>
#include <stddef.h>
#include "runtime/os/library/library_check.h"

#if defined(__aarch64__)
#    define MACHINE EM_AARCH64
#else
#    define MACHINE EM_X86_64
#endif

// --- the smallest library, with some changes ----------------------------------------------------

typedef struct File {
    Elf64_Ehdr head;
    Elf64_Phdr segments[3];
    Elf64_Dyn dynamic[3];
    Elf64_Shdr sections[1];
} File;

enum { LOADED, DYNAMIC, OTHER, SEGMENTS };

static File whole_file(void)
{
    File file = { .head = { .e_ident = ELFMAG,
                            .e_type = ET_DYN,
                            .e_machine = MACHINE,
                            .e_phoff = offsetof(File, segments),
                            .e_phentsize = sizeof(Elf64_Phdr),
                            .e_phnum = SEGMENTS,
                            .e_shoff = offsetof(File, sections),
                            .e_shentsize = sizeof(Elf64_Shdr),
                            .e_shnum = 1 },
                  .dynamic = { { DT_FLAGS_1, { DF_1_NOW } }, { DT_SYMTAB, { 8 } } } };
    file.head.e_ident[EI_CLASS] = ELFCLASS64;
    file.head.e_ident[EI_DATA] = ELFDATA2LSB;
    file.segments[LOADED] = (Elf64_Phdr){ .p_type = PT_LOAD, .p_filesz = sizeof file };
    file.segments[DYNAMIC] = (Elf64_Phdr){ .p_type = PT_DYNAMIC,
                                           .p_offset = offsetof(File, dynamic),
                                           .p_filesz = sizeof file.dynamic };
    return file;
}

typedef struct Put {      // a new value of a field; size 0: no change
    size_t at, size;
    u64 value;
} Put;

typedef struct Case {
    const char *words;      // of the error; NULL: it is accepted
    Put puts[2];
} Case;

#define PUT(field, value) \
    { \
        offsetof(File, field), sizeof((File *)0)->field, value \
    }
#define SEGMENT(index, field, value) PUT(segments[index].field, value)
#define SIZE sizeof(File)

static void check_cases(const Case *cases, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ed_Error error = { .code = ED_OK };
        File file = whole_file();
        for (u32 k = 0; k < 2; k++)      // x86-64 and aarch64 are little endian
            memcpy((u8 *)&file + cases[i].puts[k].at, &cases[i].puts[k].value,
                   cases[i].puts[k].size);
        bool good = ed_library_check((ed_Span){ (const u8 *)&file, SIZE }, &error);
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

TEST(the_smallest_library_is_accepted) { CHECK_CASES({ NULL, { { 0, 0, 0 } } }); }

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
        { "#!/bin/sh\n", 10, "it is not a shared library: name the file" },
        { "\0\0\0\0\0\0\0\0", 8, "it is not a shared library: name the file" },
        { ELFMAG, 3, "it is not a shared library: name the file" },
        { ELFMAG, 4, "it is truncated: build it again" },
    };
    for (u32 i = 0; i < ED_COUNT(files); i++) {
        ed_Error error = { .code = ED_OK };
        CHECK(!ed_library_check((ed_Span){ (const u8 *)files[i].bytes, files[i].size }, &error));
        CHECK_HAS(error.text, files[i].words);
    }
}

TEST(a_library_cut_off_anywhere_is_refused)
{
    File file = whole_file();
    for (size_t size = 0; size < SIZE; size++) {
        ed_Error error = { .code = ED_OK };
        CHECK(!ed_library_check((ed_Span){ (const u8 *)&file, size }, &error));
        CHECK_HAS(error.text, size >= SELFMAG ? "it is truncated: "
                              : size          ? "it is not a shared library"
                                              : "the file is empty");
    }
}

TEST(only_a_library_for_this_machine_is_accepted)
{
    CHECK_CASES({ "it is built for 32 bits", { PUT(head.e_ident[EI_CLASS], ELFCLASS32) } },
                { "for another machine", { PUT(head.e_ident[EI_CLASS], ELFCLASSNONE) } },
                { "for another machine", { PUT(head.e_ident[EI_DATA], ELFDATA2MSB) } },
                { "for another machine", { PUT(head.e_machine, EM_RISCV) } },
                { "it is an object file", { PUT(head.e_type, ET_REL) } },
                { "it is a program", { PUT(head.e_type, ET_EXEC) } },
                { "it is a core dump", { PUT(head.e_type, ET_CORE) } },
                { "it is not a shared library", { PUT(head.e_type, ET_NONE) } },
                { "it is a program: link it", { PUT(dynamic[0].d_un.d_val, DF_1_PIE) } });
}

TEST(segments_and_sections_end_in_the_file)
{
    CHECK_CASES({ "it is truncated: build it again", { PUT(head.e_phentsize, 57) } },
                { "it is not a shared library: link it", { PUT(head.e_phnum, 0) } },
                { "it is truncated: build it again", { PUT(head.e_phnum, 65535) } },
                { "it is truncated: build it again", { PUT(head.e_phoff, SIZE - 3 * 56 + 1) } },
                { "it is truncated: build it again", { PUT(head.e_phoff, ~0ull) } },
                { "it is truncated: build it again", { PUT(head.e_shoff, SIZE - 63) } },
                { NULL, { PUT(head.e_shoff, SIZE), PUT(head.e_shnum, 0) } },
                { "it is truncated: build it again",
                  { PUT(head.e_shoff, SIZE + 1), PUT(head.e_shnum, 0) } },
                { NULL, { SEGMENT(OTHER, p_offset, SIZE) } },
                { NULL, { SEGMENT(OTHER, p_offset, SIZE - 1), SEGMENT(OTHER, p_filesz, 1) } },
                { "a segment lies beyond its end", { SEGMENT(LOADED, p_filesz, SIZE + 1) } },
                { "a segment lies beyond its end",
                  { SEGMENT(OTHER, p_offset, SIZE - 1), SEGMENT(OTHER, p_filesz, 2) } },
                { "a segment lies beyond its end", { SEGMENT(OTHER, p_offset, SIZE + 1) } },
                { "a segment lies beyond its end", { SEGMENT(OTHER, p_filesz, ~0ull) } });
}

TEST(a_dynamic_section_has_entries_and_an_end)
{
    static const char empty[] = "the library is damaged (its dynamic section is empty)";
    CHECK_CASES({ "it is not a shared library: link it", { SEGMENT(DYNAMIC, p_type, PT_NOTE) } },
                { empty, { PUT(dynamic[0].d_tag, DT_NULL) } },
                { empty, { PUT(dynamic[2].d_tag, DT_DEBUG) } },
                { empty, { SEGMENT(DYNAMIC, p_filesz, 2 * sizeof(Elf64_Dyn)) } },
                { empty, { SEGMENT(DYNAMIC, p_filesz, 0) } });
}
