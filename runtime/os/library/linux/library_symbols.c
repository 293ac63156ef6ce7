#include "runtime/os/library/library_symbols.h"
#include <elf.h>
#include <string.h>
#include <unistd.h>

// The loader does not read the table of sections, so library_check.c checks only where it ends.

typedef struct Table {      // of symbols
    const u8 *symbols;
    u64 count;
    const char *names;
    u64 names_size;
} Table;

static bool within(u64 offset, u64 size, u64 total)
{
    return offset <= total && size <= total - offset;
}

static Elf64_Ehdr head_of(ed_Span bytes)
{
    Elf64_Ehdr head;
    memcpy(&head, bytes.at, sizeof head);
    return head;
}

/// Returns false if the section does not exist, or its contents are not in the file.
static bool read_section(ed_Span bytes, u32 index, Elf64_Shdr *section)
{
    const Elf64_Ehdr head = head_of(bytes);
    if (index >= head.e_shnum || head.e_shentsize != sizeof *section) return false;
    memcpy(section, bytes.at + head.e_shoff + index * sizeof *section, sizeof *section);
    return within(section->sh_offset, section->sh_size, bytes.size);
}

static bool find_table(ed_Span bytes, u32 type, Table *table)
{
    Elf64_Shdr symbols, names;
    for (u32 i = 0; i < head_of(bytes).e_shnum; i++) {
        if (!read_section(bytes, i, &symbols) || symbols.sh_type != type) continue;
        if (!read_section(bytes, symbols.sh_link, &names) || !names.sh_size) return false;
        *table = (Table){ bytes.at + symbols.sh_offset, symbols.sh_size / sizeof(Elf64_Sym),
                          (const char *)bytes.at + names.sh_offset, names.sh_size };
        return table->names[names.sh_size - 1] == 0;
    }
    return false;
}

/// Finds the offset of a variable from the first byte of the library. Returns false if it is not in
/// writable memory.
static bool find_offset(ed_Span bytes, const Elf64_Sym *symbol, u64 *offset)
{
    const Elf64_Ehdr head = head_of(bytes);
    u64 first = UINT64_MAX, page = (u64)sysconf(_SC_PAGESIZE);
    bool writable = false;
    for (u32 i = 0; i < head.e_phnum; i++) {
        Elf64_Phdr segment;
        memcpy(&segment, bytes.at + head.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type != PT_LOAD) continue;
        if (segment.p_vaddr < first) first = segment.p_vaddr;
        writable |= (segment.p_flags & PF_W) && symbol->st_value >= segment.p_vaddr
                 && within(symbol->st_value - segment.p_vaddr, symbol->st_size, segment.p_memsz);
    }
    *offset = symbol->st_value - (first - first % page);
    return writable;
}

/// Only gcc and clang name the file, and only of a static variable: its symbol follows that of the
/// file. Global variables that are not exported are hidden, and follow all files.
void ed_library_variables(ed_Span bytes, void (*take)(void *it, const ed_LibraryVariable *variable),
                          void *it)
{
    Table table;
    const char *file = "";
    if (!find_table(bytes, SHT_SYMTAB, &table) && !find_table(bytes, SHT_DYNSYM, &table)) return;
    for (u64 i = 0; i < table.count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, table.symbols + i * sizeof symbol, sizeof symbol);
        if (symbol.st_name >= table.names_size) continue;
        u32 type = ELF64_ST_TYPE(symbol.st_info), bind = ELF64_ST_BIND(symbol.st_info);
        const char *name = table.names + symbol.st_name;
        if (type == STT_FILE) file = *name == '<' ? "" : name;
        if (type != STT_OBJECT || symbol.st_shndx == SHN_UNDEF || !symbol.st_size) continue;
        bool is_static = bind == STB_LOCAL && ELF64_ST_VISIBILITY(symbol.st_other) == STV_DEFAULT;
        ed_LibraryVariable variable = { .name = name,
                                        .file = is_static ? file : "",
                                        .size = symbol.st_size,
                                        .unique = bind == STB_GNU_UNIQUE };
        if (find_offset(bytes, &symbol, &variable.offset)) take(it, &variable);
    }
}

bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name))
{
    Table table;
    if (!find_table(bytes, SHT_DYNSYM, &table)) return false;
    for (u64 i = 0; i < table.count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, table.symbols + i * sizeof symbol, sizeof symbol);
        bool weak = ELF64_ST_BIND(symbol.st_info) == STB_WEAK && symbol.st_shndx == SHN_UNDEF;
        if (weak && (symbol.st_name >= table.names_size || !is_known(table.names + symbol.st_name)))
            return false;
    }
    return true;
}
