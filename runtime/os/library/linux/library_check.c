#include "runtime/os/library/library_check.h"
#include <elf.h>
#include <string.h>

#if defined(__x86_64__)
#    define OWN_MACHINE EM_X86_64
#elif defined(__aarch64__)
#    define OWN_MACHINE EM_AARCH64
#else
#    define OWN_MACHINE EM_NONE
#endif

static bool within(u64 offset, u64 size, u64 total)
{
    return offset <= total && size <= total - offset;
}

static bool bad(ed_Error *error, const char *what)
{
    ed_fail(error, ED_ERR_MODULE, "%s", what);
    return false;
}

static bool check_kind(ed_Span bytes, ed_Error *error)
{
    const u8 *at = bytes.at;
    if (bytes.size == 0) return bad(error, "the file is empty: build it again");
    if (bytes.size >= 8 && memcmp(at, "!<arch>\n", 8) == 0)
        return bad(error, "it is a static archive: link its objects with -shared");
    if (bytes.size < SELFMAG || memcmp(at, ELFMAG, SELFMAG) != 0)
        return bad(error,
                   "it is not a shared library: name the file that the build links with -shared");
    if (bytes.size < sizeof(Elf64_Ehdr)) return bad(error, "it is truncated: build it again");
    if (at[EI_CLASS] == ELFCLASS32)
        return bad(error, "it is built for 32 bits: build it for this machine, without -m32");
    return true;
}

static bool check_machine(const Elf64_Ehdr *head, ed_Error *error)
{
    if (head->e_ident[EI_CLASS] != ELFCLASS64 || head->e_ident[EI_DATA] != ELFDATA2LSB
        || head->e_machine != OWN_MACHINE)
        return bad(error, "it is built for another machine: build it here");
    if (head->e_type == ET_REL) return bad(error, "it is an object file: link it with -shared");
    if (head->e_type == ET_EXEC) return bad(error, "it is a program: link it with -shared");
    if (head->e_type == ET_CORE) return bad(error, "it is a core dump: name the game's library");
    if (head->e_type != ET_DYN)
        return bad(error, "it is not a shared library: link it with -shared");
    return true;
}

/// Checks that the table of the dynamic segment has entries and an end, and is not of a program.
static bool check_table(ed_Span bytes, const Elf64_Phdr *dynamic, ed_Error *error)
{
    u64 count = dynamic->p_filesz / sizeof(Elf64_Dyn);
    for (u64 i = 0; i < count; i++) {
        Elf64_Dyn entry;
        memcpy(&entry, bytes.at + dynamic->p_offset + i * sizeof entry, sizeof entry);
        if (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE))
            return bad(error, "it is a program: link it with -shared");
        if (entry.d_tag == DT_NULL && i > 0) return true;
        if (entry.d_tag == DT_NULL) break;
    }
    return bad(error, "the library is damaged (its dynamic section is empty): build it again");
}

/// Checks that the segments and the table of sections, which is at the end of a file, are complete.
static bool check_segments(ed_Span bytes, const Elf64_Ehdr *head, ed_Error *error)
{
    Elf64_Phdr dynamic = { .p_type = PT_NULL };
    if (head->e_phentsize != sizeof(Elf64_Phdr)
        || !within(head->e_phoff, (u64)head->e_phnum * sizeof(Elf64_Phdr), bytes.size)
        || !within(head->e_shoff, (u64)head->e_shnum * head->e_shentsize, bytes.size))
        return bad(error, "it is truncated: build it again");
    for (u32 i = 0; i < head->e_phnum; i++) {
        Elf64_Phdr it;
        memcpy(&it, bytes.at + head->e_phoff + i * sizeof it, sizeof it);
        if (!within(it.p_offset, it.p_filesz, bytes.size))
            return bad(error, "it is truncated: a segment lies beyond its end: build it again");
        if (it.p_type == PT_DYNAMIC) dynamic = it;
    }
    if (dynamic.p_type != PT_DYNAMIC)
        return bad(error, "it is not a shared library: link it with -shared");
    return check_table(bytes, &dynamic, error);
}

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    Elf64_Ehdr head;
    if (!check_kind(bytes, error)) return false;
    memcpy(&head, bytes.at, sizeof head);
    return check_machine(&head, error) && check_segments(bytes, &head, error);
}
