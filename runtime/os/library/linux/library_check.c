#include "runtime/os/library/library_check.h"
#include <string.h>
#include <unistd.h>
#include "runtime/os/library/linux/elf_numbers.h"

// The loader trusts a file's headers, and reads and writes at the addresses it finds there. So
// everything the loader follows is checked first: headers, segments, the table of the dynamic
// segment, what that points to, and the targets of relocations. What code the library runs when it
// is loaded cannot be checked.

#if defined(__x86_64__)
#    define OWN_MACHINE EM_X86_64
#elif defined(__aarch64__)
#    define OWN_MACHINE EM_AARCH64
#else
#    define OWN_MACHINE EM_NONE
#endif

#define SEGMENTS_MAX 128u      // linkers write about ten
#define ADDRESS_MAX ((u64)1 << 47)
#define TAGS 40u      // tags of the dynamic segment that are numbered from 0

typedef struct Image {
    ed_Span bytes;
    ed_Error *error;
    Elf64_Ehdr head;
    Elf64_Phdr segments[SEGMENTS_MAX];
    u64 values[TAGS];      // values by tag; 0: the tag is absent
    // The values of DT_GNU_HASH, DT_VERSYM, DT_VERNEED, DT_VERDEF and DT_RELACOUNT.
    u64 hash, versions, needed, defined, relative;
    u64 symbols;      // number of symbols
    bool program;
} Image;

static bool within(u64 offset, u64 size, u64 total)
{
    return offset <= total && size <= total - offset;
}

static bool bad(ed_Error *error, const char *what)
{
    ed_fail(error, ED_ERR_MODULE, "%s", what);
    return false;
}

static bool damaged(const Image *image, const char *what)
{
    ed_fail(image->error, ED_ERR_MODULE, "the library is damaged (%s): build it again", what);
    return false;
}

// --- kind of file --------------------------------------------------------------------------------

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

static bool read_segments(Image *image)
{
    const Elf64_Ehdr *head = &image->head;
    if (head->e_phentsize != sizeof(Elf64_Phdr))
        return damaged(image, "its segments have an unknown size");
    if (head->e_phnum > SEGMENTS_MAX) return damaged(image, "it has too many segments");
    if (!within(head->e_phoff, (u64)head->e_phnum * sizeof(Elf64_Phdr), image->bytes.size)
        || !within(head->e_shoff, (u64)head->e_shnum * head->e_shentsize, image->bytes.size))
        return bad(image->error, "it is truncated: build it again");
    if (head->e_phnum)
        memcpy(image->segments, image->bytes.at + head->e_phoff,
               head->e_phnum * sizeof(Elf64_Phdr));
    for (u32 i = 0; i < head->e_phnum; i++)
        if (!within(image->segments[i].p_offset, image->segments[i].p_filesz, image->bytes.size))
            return bad(image->error,
                       "it is truncated: a segment lies beyond its end: build it again");
    return true;
}

// --- segments ------------------------------------------------------------------------------------

static bool is_power(u64 value) { return (value & (value - 1)) == 0; }

static bool check_loaded(const Image *image, const Elf64_Phdr *it, u64 *end)
{
    u64 page = (u64)sysconf(_SC_PAGESIZE);
    if (it->p_filesz > it->p_memsz)
        return damaged(image, "a segment is larger in the file than in memory");
    if (!within(it->p_vaddr, it->p_memsz, ADDRESS_MAX))
        return damaged(image, "a segment has an invalid address");
    if (!is_power(it->p_align) || (it->p_vaddr - it->p_offset) % page)
        return damaged(image, "a segment is not aligned to a page");
    if (it->p_vaddr < *end) return damaged(image, "segments overlap");
    *end = it->p_vaddr + it->p_memsz;
    return true;
}

/// The loaded segment that contains the address range and has the permissions `flags`. `in_file`:
/// the range must lie in the part that the file stores. NULL if there is no such segment.
static const Elf64_Phdr *holder(const Image *image, u64 address, u64 size, bool in_file, u32 flags)
{
    for (u32 i = 0; i < image->head.e_phnum; i++) {
        const Elf64_Phdr *it = &image->segments[i];
        if (it->p_type == PT_LOAD && (it->p_flags & flags) == flags && address >= it->p_vaddr
            && within(address - it->p_vaddr, size, in_file ? it->p_filesz : it->p_memsz))
            return it;
    }
    return NULL;
}

static const u8 *at_address(const Image *image, u64 address, u64 size)
{
    const Elf64_Phdr *it = holder(image, address, size, true, PF_R);
    return it ? image->bytes.at + it->p_offset + (address - it->p_vaddr) : NULL;
}

/// Checks a segment that the loader reads in memory: it must lie in a loaded segment, at the same
/// file offset.
static bool check_read(const Image *image, const Elf64_Phdr *it)
{
    const u8 *at = at_address(image, it->p_vaddr, it->p_filesz);
    if (at && at == image->bytes.at + it->p_offset) return true;
    return damaged(image, "a segment lies outside the loaded part");
}

/// Checks the range that becomes read-only. Its end may lie after that of its segment, since
/// protection works on whole pages.
static bool check_protected(const Image *image, const Elf64_Phdr *it)
{
    const Elf64_Phdr *in = holder(image, it->p_vaddr, 0, false, 0);
    u64 pages = in ? in->p_align ? in->p_align : 1 : 1;
    bool good = in && within(it->p_vaddr - in->p_vaddr, it->p_memsz, in->p_memsz + pages);
    return good || damaged(image, "its read-only range lies outside the loaded part");
}

static bool check_other(const Image *image, const Elf64_Phdr *it)
{
    switch (it->p_type) {
    case PT_GNU_RELRO: return check_protected(image, it);
    case PT_TLS:
        if (it->p_filesz > it->p_memsz || !is_power(it->p_align))
            return damaged(image, "its thread-local storage is invalid");
        return !it->p_filesz || check_read(image, it);
    case PT_DYNAMIC:
    case PT_PHDR:
    case PT_NOTE:
    case PT_GNU_PROPERTY:
    case PT_GNU_EH_FRAME: return check_read(image, it);
    default: return true;
    }
}

/// The dynamic segment, or NULL with an error.
static const Elf64_Phdr *check_segments(const Image *image)
{
    u64 end = 0;
    const Elf64_Phdr *dynamic = NULL;
    for (u32 i = 0; i < image->head.e_phnum; i++)
        if (image->segments[i].p_type == PT_LOAD && !check_loaded(image, &image->segments[i], &end))
            return NULL;
    for (u32 i = 0; i < image->head.e_phnum; i++) {
        const Elf64_Phdr *it = &image->segments[i];
        if (!check_other(image, it)) return NULL;
        if (it->p_type == PT_DYNAMIC && dynamic) {
            damaged(image, "it has two dynamic sections");
            return NULL;
        }
        if (it->p_type == PT_DYNAMIC) dynamic = it;
    }
    if (!dynamic) bad(image->error, "it is not a shared library: link it with -shared");
    return dynamic;
}

// --- table of the dynamic segment ----------------------------------------------------------------

static void note(Image *image, const Elf64_Dyn *entry)
{
    u64 tag = (u64)entry->d_tag, value = entry->d_un.d_val;
    if (tag < TAGS) image->values[tag] = tag == DT_TEXTREL ? 1 : value;
    else if (tag == DT_GNU_HASH) image->hash = value;
    else if (tag == DT_VERSYM) image->versions = value;
    else if (tag == DT_VERNEED) image->needed = value;
    else if (tag == DT_VERDEF) image->defined = value;
    else if (tag == DT_RELACOUNT) image->relative = value;
    else if (tag == DT_FLAGS_1) image->program = (value & DF_1_PIE) != 0;
}

/// Reads the table. The loader writes to it if its segment is writable, so then it must lie in
/// writable memory.
static bool read_table(Image *image, const Elf64_Phdr *dynamic)
{
    const u8 *at = image->bytes.at + dynamic->p_offset;
    if ((dynamic->p_flags & PF_W)
        && !holder(image, dynamic->p_vaddr, dynamic->p_memsz, false, PF_W))
        return damaged(image, "its dynamic section is not writable");
    for (u64 i = 0; i < dynamic->p_filesz / sizeof(Elf64_Dyn); i++) {
        Elf64_Dyn entry;
        memcpy(&entry, at + i * sizeof entry, sizeof entry);
        if (entry.d_tag == DT_NULL) return true;
        note(image, &entry);
    }
    return damaged(image, "its dynamic section is not terminated");
}

/// Checks that the last string ends within the string table, and that each name of the dynamic
/// segment starts there.
static bool check_texts(const Image *image, const Elf64_Phdr *dynamic)
{
    u64 size = image->values[DT_STRSZ];
    const u8 *texts = at_address(image, image->values[DT_STRTAB], size),
             *at = image->bytes.at + dynamic->p_offset;
    if (!texts || !size || texts[size - 1])
        return damaged(image, "its string table is not terminated");
    for (;; at += sizeof(Elf64_Dyn)) {
        Elf64_Dyn entry;
        memcpy(&entry, at, sizeof entry);
        if (entry.d_tag == DT_NULL) return true;
        bool name = entry.d_tag == DT_NEEDED || entry.d_tag == DT_SONAME || entry.d_tag == DT_RPATH
                 || entry.d_tag == DT_RUNPATH;
        if (name && entry.d_un.d_val >= size)
            return damaged(image, "a name lies outside its string table");
    }
}

static u32 word_at(const u8 *at, u64 index)
{
    u32 word;
    memcpy(&word, at + index * sizeof word, sizeof word);
    return word;
}

/// Checks a DT_HASH table: the number of buckets, the number of symbols, then symbol indexes: one
/// for each bucket, and one for each symbol.
static bool check_hash(Image *image)
{
    const u8 *at = at_address(image, image->values[DT_HASH], 8);
    if (!at
        || !at_address(image, image->values[DT_HASH],
                       8 + 4 * ((u64)word_at(at, 0) + word_at(at, 1))))
        return false;
    u32 buckets = word_at(at, 0), chain = word_at(at, 1);
    for (u64 i = 0; i < (u64)buckets + chain; i++)
        if (word_at(at, 2 + i) >= chain) return false;
    image->symbols = chain;
    return buckets > 0;
}

/// Checks a DT_GNU_HASH table. Its header has the number of buckets, the first symbol, the number
/// of 64-bit words in the filter, and a shift. The filter and the buckets follow, then one chain
/// word for each symbol from the first on. The last word of a chain has its lowest bit set.
static bool check_gnu_hash(Image *image)
{
    u64 last = 0;
    const u8 *at = at_address(image, image->hash, 16);
    if (!at) return false;
    u64 buckets = word_at(at, 0), first = word_at(at, 1), filter = word_at(at, 2);
    if (!buckets || !filter || !is_power(filter)) return false;
    u64 chains = 16 + 8 * filter + 4 * buckets;      // bytes before the chains
    if (!at_address(image, image->hash, chains)) return false;
    for (u64 i = 0; i < buckets; i++) {
        u64 symbol = word_at(at + 16 + 8 * filter, i);
        if (symbol && symbol < first) return false;
        if (symbol > last) last = symbol;
    }
    if (!last) return true;      // nothing is exported, and the number of symbols is unknown
    for (;; last++) {
        const u8 *chain = at_address(image, image->hash + chains + 4 * (last - first), 4);
        if (!chain) return false;
        if (word_at(chain, 0) & 1) break;
    }
    image->symbols = last + 1;
    return true;
}

static bool is_code(const Elf64_Sym *symbol)
{
    u32 type = ELF64_ST_TYPE(symbol->st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol->st_shndx != SHN_UNDEF
        && symbol->st_shndx < SHN_LORESERVE;
}

static bool check_symbols(Image *image)
{
    const u8 *at;
    if (image->values[DT_SYMENT] != sizeof(Elf64_Sym))
        return damaged(image, "its symbols have an unknown size");
    if (image->values[DT_HASH] && !check_hash(image))
        return damaged(image, "its symbol hash table leads outside the file");
    u64 by_hash = image->symbols;
    if (image->hash && !check_gnu_hash(image))
        return damaged(image, "its symbol hash table leads outside the file");
    if (image->symbols < by_hash) image->symbols = by_hash;
    if (!(at = at_address(image, image->values[DT_SYMTAB], image->symbols * sizeof(Elf64_Sym))))
        return damaged(image, "its symbol table lies outside the loaded part");
    for (u64 i = 0; i < image->symbols; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, at + i * sizeof symbol, sizeof symbol);
        if (symbol.st_name >= image->values[DT_STRSZ])
            return damaged(image, "the name of a symbol lies outside the string table");
        if (is_code(&symbol) && !holder(image, symbol.st_value, 1, true, PF_X))
            return damaged(image, "a function lies outside its code");
    }
    if (image->versions && !at_address(image, image->versions, image->symbols * 2))
        return damaged(image, "its symbol version table lies outside the loaded part");
    return true;
}

// --- versions ------------------------------------------------------------------------------------

/// Copies a record of `size` bytes that the file stores at an address.
static bool read_record(const Image *image, u64 address, void *to, size_t size)
{
    const u8 *at = at_address(image, address, size);
    if (at) memcpy(to, at, size);
    return at != NULL;
}

/// Checks the chain of files with versions that the library needs, and each file's chain of
/// versions. Each record has the distance to the next one, or 0.
static bool check_needed_versions(const Image *image)
{
    u64 texts = image->values[DT_STRSZ];
    for (u64 at = image->needed; at;) {
        Elf64_Verneed file;
        if (!read_record(image, at, &file, sizeof file) || file.vn_file >= texts) return false;
        Elf64_Vernaux version = { .vna_next = file.vn_aux };
        u64 inner = at;
        do {
            inner += version.vna_next;
            if (!read_record(image, inner, &version, sizeof version) || version.vna_name >= texts)
                return false;
        } while (version.vna_next);
        at = file.vn_next ? at + file.vn_next : 0;
    }
    return true;
}

/// Checks the chain of versions that the library defines. The loader reads one name of each.
static bool check_defined_versions(const Image *image)
{
    for (u64 at = image->defined; at;) {
        Elf64_Verdef version;
        Elf64_Verdaux name;
        if (!read_record(image, at, &version, sizeof version)
            || !read_record(image, at + version.vd_aux, &name, sizeof name)
            || name.vda_name >= image->values[DT_STRSZ])
            return false;
        at = version.vd_next ? at + version.vd_next : 0;
    }
    return true;
}

// --- relocations and initializers ----------------------------------------------------------------

static bool check_relocations(const Image *image, u64 address, u64 size)
{
    const u8 *at = size ? at_address(image, address, size) : NULL;
    bool anywhere = image->values[DT_TEXTREL] || (image->values[DT_FLAGS] & DF_TEXTREL);
    if (!size) return true;
    if (!at || size % sizeof(Elf64_Rela))
        return damaged(image, "its relocations lie outside the loaded part");
    for (u64 i = 0; i < size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela it;
        memcpy(&it, at + i * sizeof it, sizeof it);
        if (!it.r_info) continue;
        if (ELF64_R_SYM(it.r_info) && ELF64_R_SYM(it.r_info) >= image->symbols && image->symbols)
            return damaged(image, "a relocation refers to a symbol that does not exist");
        if (!holder(image, it.r_offset, anywhere ? 4 : 8, false, anywhere ? 0 : PF_W))
            return damaged(image, "a relocation lies outside writable memory");
    }
    return true;
}

#if defined(__x86_64__)
#    define RELATIVE R_X86_64_RELATIVE
#else
#    define RELATIVE R_AARCH64_RELATIVE
#endif

/// The loader does not look at the kind of the first DT_RELACOUNT relocations.
static bool check_relative(const Image *image)
{
    const u8 *at = at_address(image, image->values[DT_RELA], image->values[DT_RELASZ]);
    bool good = !image->relative
             || (at && image->relative <= image->values[DT_RELASZ] / sizeof(Elf64_Rela));
    for (u64 i = 0; good && i < image->relative; i++) {
        Elf64_Rela it;
        memcpy(&it, at + i * sizeof it, sizeof it);
        good = ELF64_R_TYPE(it.r_info) == RELATIVE;
    }
    return good || damaged(image, "its relocations are not of the declared kind");
}

static bool check_packed_target(const Image *image, u64 address)
{
    return holder(image, address, 8, false, PF_W)
        || damaged(image, "a relocation lies outside writable memory");
}

/// Checks the DT_RELR table. An even word is an address that is relocated. In an odd word, each bit
/// from bit 1 on stands for one of the 63 addresses that follow the last one.
static bool check_packed_relocations(const Image *image)
{
    u64 size = image->values[DT_RELRSZ], next = 0;
    const u8 *at = at_address(image, image->values[DT_RELR], size);
    if (!image->values[DT_RELR]) return true;
    if (image->values[DT_RELRENT] != 8 || size % 8)
        return damaged(image, "its relocations have an unknown form");
    if (!at) return damaged(image, "its relocations lie outside the loaded part");
    for (u64 i = 0; i < size / 8; i++) {
        u64 word;
        memcpy(&word, at + i * 8, sizeof word);
        bool bits = word & 1;
        if (!bits && !check_packed_target(image, word)) return false;
        for (u64 bit = 1; bits && bit < 64; bit++)
            if ((word >> bit & 1) && !check_packed_target(image, next + (bit - 1) * 8))
                return false;
        next = bits ? next + 63 * 8 : word + 8;
    }
    return true;
}

/// Checks an array of function addresses. The values that relocations write there are not checked.
static bool check_array(const Image *image, u64 at, u64 size)
{
    return !at || (size && size % 8 == 0 && holder(image, at, size, false, PF_R));
}

static bool check_called(const Image *image)
{
    const u64 *values = image->values;
    if ((values[DT_INIT] && !holder(image, values[DT_INIT], 1, true, PF_X))
        || (values[DT_FINI] && !holder(image, values[DT_FINI], 1, true, PF_X)))
        return damaged(image, "an initializer is not code");
    if (!check_array(image, values[DT_INIT_ARRAY], values[DT_INIT_ARRAYSZ])
        || !check_array(image, values[DT_FINI_ARRAY], values[DT_FINI_ARRAYSZ]))
        return damaged(image, "an initializer lies outside the library");
    return true;
}

static bool check_table(Image *image, const Elf64_Phdr *dynamic)
{
    const u64 *values = image->values;
    if (!read_table(image, dynamic)) return false;
    if (image->program) return bad(image->error, "it is a program: link it with -shared");
    if (!check_texts(image, dynamic) || !check_symbols(image)) return false;
    if ((values[DT_RELA] && (values[DT_RELAENT] != sizeof(Elf64_Rela) || !values[DT_RELASZ]))
        || (values[DT_JMPREL] && !values[DT_PLTRELSZ])
        || ((values[DT_JMPREL] || values[DT_PLTREL]) && values[DT_PLTREL] != DT_RELA))
        return damaged(image, "its relocations have an unknown form");
    if (!check_needed_versions(image) || !check_defined_versions(image))
        return damaged(image, "its version requirements lie outside the loaded part");
    return check_relocations(image, values[DT_RELA], values[DT_RELASZ])
        && check_relocations(image, values[DT_JMPREL], values[DT_PLTRELSZ]) && check_relative(image)
        && check_packed_relocations(image) && check_called(image);
}

static bool check_image(Image *image)
{
    if (!check_kind(image->bytes, image->error)) return false;
    memcpy(&image->head, image->bytes.at, sizeof image->head);
    if (!check_machine(&image->head, image->error) || !read_segments(image)) return false;
    const Elf64_Phdr *dynamic = check_segments(image);
    return dynamic && check_table(image, dynamic);
}

bool ed_library_check(ed_Span bytes, ed_Error *error)
{
    return check_image(&(Image){ .bytes = bytes, .error = error });
}

// --- weak symbols --------------------------------------------------------------------------------

bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name))
{
    ed_Error unused = { .code = ED_OK };
    Image image = { .bytes = bytes, .error = &unused };
    if (!check_image(&image)) return false;
    const u8 *symbols =
        at_address(&image, image.values[DT_SYMTAB], image.symbols * sizeof(Elf64_Sym));
    const u8 *names = at_address(&image, image.values[DT_STRTAB], image.values[DT_STRSZ]);
    for (u64 i = 0; symbols && names && i < image.symbols; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, symbols + i * sizeof symbol, sizeof symbol);
        bool weak = ELF64_ST_BIND(symbol.st_info) == STB_WEAK && symbol.st_shndx == SHN_UNDEF;
        if (weak && !is_known((const char *)names + symbol.st_name)) return false;
    }
    return true;
}
