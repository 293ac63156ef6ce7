#include "tests/lib/library_file.h"
#include <string.h>

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

File *library_file(void)
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
