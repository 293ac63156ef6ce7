/// Checks Mach-O files as eddie does on a Mac: whole, cut off, for another processor, changed at
/// random, and in a form that zig does not write. It runs on Linux, with sanitizers.
///   check_library LIBRARY OTHER PROGRAM OBJECT ARCHIVE
/// LIBRARY is for the processor of this program's OWN_PROCESSOR, OTHER for another one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/os/library/library_check.h"
#include "runtime/os/library/macos/mach_file.h"

#define LENGTHS 100u
#define CHANGES 1000u
#define OK ""      // the library is accepted

static u32 passed, failed;

static void report(const char *what, bool good, const char *found)
{
    printf("%s %s%s%s\n", good ? "ok" : "FAIL", what, good ? "" : ": ", good ? "" : found);
    if (good) passed++;
    else failed++;
}

/// The bytes are never freed.
static ed_Span read_file(const char *path)
{
    static u8 *kept[8];
    static u32 count;
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    u8 *bytes = size > 0 ? (u8 *)malloc((size_t)size) : NULL;
    bool good = bytes && fseek(file, 0, SEEK_SET) == 0
             && fread(bytes, 1, (size_t)size, file) == (size_t)size;
    if (file) fclose(file);
    if (good) return (ed_Span){ kept[count++] = bytes, (size_t)size };
    printf("check_library: cannot read %s\n", path);
    exit(2);
}

/// Checks a copy that ends where its memory ends. Returns the message, or "".
static const char *message(const u8 *bytes, size_t size)
{
    static ed_Error error;
    u8 *copy = (u8 *)malloc(size ? size : 1);
    if (size) memcpy(copy, bytes, size);
    error = (ed_Error){ .code = ED_OK };
    bool good = ed_library_check((ed_Span){ copy, size }, &error);
    free(copy);
    return good ? "" : *error.text ? error.text : "no message";
}

static void expect(const char *what, ed_Span file, const char *part)
{
    const char *found = message(file.at, file.size);
    report(what, *part ? strstr(found, part) != NULL : !*found, found);
}

// --- files of the compiler -----------------------------------------------------------------------

static void cut_off(ed_Span library)
{
    u32 refused = 0;
    for (u32 i = 0; i < LENGTHS; i++)
        refused += *message(library.at, library.size * i / LENGTHS) != 0;
    report("a library that is cut off is refused at 100 lengths", refused == LENGTHS, "accepted");
    report("a library without its last byte is refused",
           *message(library.at, library.size - 1) != 0, "accepted");
}

static u32 random_number(void)
{
    static u32 state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/// Sanitizers end the program if a check reads outside of the file.
static void change_at_random(ed_Span library)
{
    u8 *copy = (u8 *)malloc(library.size);
    const u32 head = 4096;
    u32 refused = 0;
    for (u32 i = 0; i < CHANGES; i++) {
        memcpy(copy, library.at, library.size);
        for (u32 k = 0; k <= i % 4; k++) {
            size_t tail = library.size / 3;      // with what links the library
            size_t at = i % 2 ? random_number() % head : library.size - 1 - random_number() % tail;
            copy[at] = i % 3 ? (u8)random_number() : 0xff;
        }
        refused += *message(copy, library.size) != 0;
    }
    free(copy);
    printf("%u of %u changed libraries are refused\n", refused, CHANGES);
    report("no changed library is read outside of the file", true, "");
}

static void put_big(u8 *at, u32 value)
{
    for (u32 i = 0; i < 4; i++) at[i] = (u8)(value >> (24 - 8 * i));
}

/// A file for two processors.
static void both(ed_Span library, ed_Span other)
{
    const u32 page = 16384, first = page,
              second = page + (u32)(other.size + page - 1) / page * page;
    u32 numbers[12] = { ED_MACH_FAT, 2 };
    const ed_Span parts[] = { other, library };
    size_t size = second + library.size;
    u8 *file = (u8 *)calloc(1, size);
    for (u32 i = 0; i < 2; i++) {
        ed_MachHeader header;
        memcpy(&header, parts[i].at, sizeof header);
        const u32 entry[] = { header.processor, header.variant, i ? second : first,
                              (u32)parts[i].size, 14 };
        memcpy(&numbers[2 + 5 * i], entry, sizeof entry);
        memcpy(file + (i ? second : first), parts[i].at, parts[i].size);
    }
    for (u32 i = 0; i < ED_COUNT(numbers); i++) put_big(file + 4 * i, numbers[i]);
    expect("a file for two processors", (ed_Span){ file, size }, OK);
    expect("a file for two processors, cut off", (ed_Span){ file, size - 1 }, "truncated");
    expect("a list of processors, cut off", (ed_Span){ file, 30 }, "truncated");
    put_big(file + 4, 1);
    expect("a file for another processor only", (ed_Span){ file, size }, "another machine");
    put_big(file + 4, UINT32_MAX);
    expect("a list with too many processors", (ed_Span){ file, size }, "truncated");
    free(file);
}

// --- a library with chains -----------------------------------------------------------------------

#define PAGE 16384u

typedef struct Chains {      // what __LINKEDIT contains
    u32 version, starts, imports, names, import_count, import_form, name_form;
    u32 segments, of_segment[3];      // offsets from `segments`
    u32 size;
    u16 page_bytes, form;
    u32 address[2], most;
    u16 pages, first;
    u32 import;      // from the first library, its name is at 0
    char text[8];
    u8 exports[16];
    u32 signature[3];
} Chains;

typedef struct Small {      // the smallest library with chains
    ed_MachHeader header;
    ed_MachSegment text, data, links;
    ed_MachDylib dylib;
    char dylib_name[16];
    ed_MachData chains, exports, signature;
} Small;

static ed_MachSegment segment(const char *name, u32 index, u32 rights)
{
    ed_MachSegment it = { .command = { ED_MACH_SEGMENT, sizeof it },
                          .address = (u64)index * PAGE,
                          .bytes = PAGE,
                          .offset = (u64)index * PAGE,
                          .file_bytes = PAGE,
                          .most_rights = rights,
                          .rights = rights };
    memcpy(it.name, name, strlen(name));
    return it;
}

static ed_MachData range(u32 kind, size_t offset, size_t size)
{
    return (ed_MachData){ { kind, sizeof(ed_MachData) }, { 2 * PAGE + (u32)offset, (u32)size } };
}

static Small small_library(void)
{
    const u32 read = ED_MACH_READ, run = ED_MACH_RUN, writable = ED_MACH_READ | ED_MACH_WRITE;
    Small it = { .text = segment("__TEXT", 0, read | run),
                 .data = segment("__DATA", 1, writable),
                 .links = segment("__LINKEDIT", 2, read) };
    it.header = (ed_MachHeader){ .magic = ED_MACH_MAGIC,
                                 .processor = OWN_PROCESSOR,
                                 .type = ED_MACH_DYLIB,
                                 .commands = 7,
                                 .commands_bytes = sizeof it - sizeof it.header };
    it.dylib =
        (ed_MachDylib){ .command = { ED_MACH_LOAD_DYLIB, sizeof it.dylib + sizeof it.dylib_name },
                        .name = sizeof it.dylib };
    memcpy(it.dylib_name, "/usr/lib/a", 11);
    it.chains = range(ED_MACH_CHAINED_FIXUPS, 0, offsetof(Chains, exports));
    it.exports = range(ED_MACH_EXPORTS_TRIE, offsetof(Chains, exports), 16);
    it.signature = range(ED_MACH_SIGNATURE, offsetof(Chains, signature), 12);
    return it;
}

static Chains small_chains(void)
{
    Chains it = { .starts = offsetof(Chains, segments),
                  .imports = offsetof(Chains, import),
                  .names = offsetof(Chains, text),
                  .import_count = 1,
                  .import_form = 1,
                  .segments = 3,
                  .size = 24,
                  .page_bytes = PAGE,
                  .form = 6,
                  .address = { PAGE, 0 },
                  .pages = 1,
                  .import = 1,
                  .text = "_free",
                  // One branch "_a" to the node at 6, an address.
                  .exports = { 0, 1, '_', 'a', 0, 6, 2, 0, 0x10, 0 } };
    it.of_segment[1] = offsetof(Chains, size) - offsetof(Chains, segments);
    put_big((u8 *)&it.signature[0], 0xfade0cc0);
    put_big((u8 *)&it.signature[1], 12);
    return it;
}

/// Puts the library together, with two pointers in a chain: to a symbol, and into the library.
static void expect_small(const char *what, const Small *head, const Chains *links,
                         const u64 pointers[2], const char *part)
{
    u8 *file = (u8 *)calloc(3, PAGE);
    memcpy(file, head, sizeof *head);
    memcpy(file + PAGE, pointers, 2 * sizeof *pointers);
    memcpy(file + 2 * PAGE, links, sizeof *links);
    expect(what, (ed_Span){ file, 3 * (size_t)PAGE }, part);
    free(file);
}

#define TO_SYMBOL(index, distance) ((u64)1 << 63 | (u64)(distance) << 51 | (index))

static void with_chains(void)
{
    const Small head = small_library();
    const Chains links = small_chains();
    const u64 good[2] = { TO_SYMBOL(0, 2), 0x100 };
    expect_small("a library with chains", &head, &links, good, OK);
    expect_small("a chain with an unknown symbol", &head, &links, (u64[]){ TO_SYMBOL(1, 2), 0x100 },
                 "a symbol that does not exist");
    expect_small("a chain that leads out of its page", &head, &links,
                 (u64[]){ TO_SYMBOL(0, 2), (u64)4095 << 51 }, "outside writable memory");
    Chains changed = links;
    changed.import = 2;
    expect_small("a symbol of a library that is not named", &head, &changed, good, "not named");
    changed.import = (u8)-1;
    expect_small("a symbol of the program", &head, &changed, good, OK);
    changed.import = (u8)-4;
    expect_small("a symbol of an unknown place", &head, &changed, good, "not named");
    changed.import = 1 | 40u << 9;
    expect_small("a symbol with a name outside of the table", &head, &changed, good,
                 "string table");
    changed = links;
    changed.form = 1;
    expect_small("chains of arm64e", &head, &changed, good, "unknown form");
    changed = links;
    changed.first = PAGE - 4;
    expect_small("a pointer across the end of the segment", &head, &changed, good,
                 "outside writable memory");
    changed = links;
    changed.exports[5] = 0;
    expect_small("exported names in a circle", &head, &changed, good, "exported symbols");
    changed = links;
    changed.signature[0] = 0;
    expect_small("a signature that is cut off", &head, &changed, good, "signature");
    Small other = head;
    other.data.rights = ED_MACH_READ;
    expect_small("a chain in memory that is not writable", &other, &links, good,
                 "outside writable memory");
    other = head;
    other.data.address = 0;
    expect_small("segments that overlap", &other, &links, good, "overlap");
    other = head;
    other.dylib.command.size = 4;
    expect_small("a load command that is too small", &other, &links, good, "invalid size");
    other = head;
    other.dylib.name = 4000;
    expect_small("the name of a library outside of its command", &other, &links, good, "a name");
    other = head;
    other.header.type = ED_MACH_PROGRAM;
    expect_small("a program with chains", &other, &links, good, "it is a program");
}

// --- a library with operations -------------------------------------------------------------------

typedef struct Operations {      // what __LINKEDIT contains
    u8 rebase[16], bind[16];
    ed_MachSymbol symbol;
    char names[8];
    u32 signature[3];
} Operations;

typedef struct Older {      // the smallest library with operations and a symbol
    ed_MachHeader header;
    ed_MachSegment text, data, links;
    ed_MachDylib dylib;
    char dylib_name[16];
    ed_MachDyldInfo info;
    ed_MachSymbols symbols;
    ed_MachData signature;
} Older;

static Older older_library(void)
{
    const Small small = small_library();
    Older it = { .header = small.header,
                 .text = small.text,
                 .data = small.data,
                 .links = small.links,
                 .dylib = small.dylib,
                 .info = { .command = { ED_MACH_DYLD_INFO_ONLY, sizeof it.info },
                           .rebase = { 2 * PAGE, 16 },
                           .bind = { 2 * PAGE + 16, 16 } },
                 .symbols = { .command = { ED_MACH_SYMBOLS, sizeof it.symbols },
                              .offset = 2 * PAGE + offsetof(Operations, symbol),
                              .count = 1,
                              .names_offset = 2 * PAGE + offsetof(Operations, names),
                              .names_bytes = 8 },
                 .signature = range(ED_MACH_SIGNATURE, offsetof(Operations, signature), 12) };
    memcpy(it.dylib_name, small.dylib_name, sizeof it.dylib_name);
    it.header.commands_bytes = sizeof it - sizeof it.header;
    return it;
}

static Operations operations(void)
{
    // Two pointers at the start of __DATA, then one to the symbol _a of the first library.
    Operations it = { .rebase = { 0x11, 0x21, 0, 0x52 },
                      .bind = { 0x11, 0x40, '_', 'a', 0, 0x51, 0x71, 16, 0x90 },
                      .symbol = { .name = 1, .kind = 1, .description = ED_MACH_WEAK },
                      .names = "\0_a" };
    put_big((u8 *)&it.signature[0], 0xfade0cc0);
    put_big((u8 *)&it.signature[1], 12);
    return it;
}

static void expect_older(const char *what, const Older *head, const Operations *links,
                         const char *part)
{
    u8 *file = (u8 *)calloc(3, PAGE);
    memcpy(file, head, sizeof *head);
    memcpy(file + 2 * PAGE, links, sizeof *links);
    expect(what, (ed_Span){ file, 3 * (size_t)PAGE }, part);
    free(file);
}

static void expect_rebase(const char *what, const u8 *operations_of, size_t size, const char *part)
{
    const Older head = older_library();
    Operations links = operations();
    memset(links.rebase, 0, sizeof links.rebase);
    memcpy(links.rebase, operations_of, size);
    expect_older(what, &head, &links, part);
}

static void with_operations(void)
{
    static const u8 last[] = { 0x11, 0x21, 0xf8, 0x7f, 0x51 };
    static const u8 beyond[] = { 0x11, 0x21, 0xf9, 0x7f, 0x51 };
    static const u8 too_many[] = { 0x11, 0x21, 0, 0x60, 0xff, 0xff, 0xff, 0xff, 0x0f };
    static const u8 in_code[] = { 0x11, 0x20, 0, 0x51 };
    static const u8 nowhere[] = { 0x11, 0x51 };
    static const u8 unknown[] = { 0x11, 0xf0 };
    const Older head = older_library();
    const Operations links = operations();
    expect_older("a library with operations", &head, &links, OK);
    expect_rebase("an address at the end of a segment", last, sizeof last, OK);
    expect_rebase("an address across the end", beyond, sizeof beyond, "outside writable memory");
    expect_rebase("too many addresses", too_many, sizeof too_many, "outside writable memory");
    expect_rebase("an address in code", in_code, sizeof in_code, "outside writable memory");
    expect_rebase("an address in no segment", nowhere, sizeof nowhere, "outside writable memory");
    expect_rebase("an unknown operation", unknown, sizeof unknown, "outside writable memory");
    Older other = head;
    other.info.rebase.size = 2;
    expect_older("operations that are cut off", &other, &links, "cut off");
    other = head;
    other.info.rebase.size = PAGE + 1;
    expect_older("operations outside of the segment", &other, &links, "outside the loaded part");
    other = head;
    other.signature.command.size = 8 * PAGE;
    expect_older("a load command that is too large", &other, &links, "invalid size");
    Operations changed = links;
    changed.bind[1] = 0x51;
    changed.bind[2] = changed.bind[3] = changed.bind[4] = 0x51;
    expect_older("a symbol without a name", &head, &changed, "outside writable memory");
    changed = links;
    changed.bind[0] = 0x12;
    expect_older("a symbol of the second library", &head, &changed, "outside writable memory");
    changed = links;
    changed.symbol.name = 8;
    expect_older("a symbol with a name after the table", &head, &changed, "the name of a symbol");
    changed = links;
    changed.names[7] = 'a';
    expect_older("a table without an end", &head, &changed, "not terminated");
}

static bool is_never_known(const char *name) { return name == NULL; }

/// A symbol that may be missing has its name in C.
static bool is_a(const char *name) { return strcmp(name, "a") == 0; }

static void with_weak_symbol(void)
{
    const Older head = older_library();
    const Operations links = operations();
    u8 *file = (u8 *)calloc(3, PAGE);
    memcpy(file, &head, sizeof head);
    memcpy(file + 2 * PAGE, &links, sizeof links);
    ed_Span bytes = { file, 3 * (size_t)PAGE };
    report("a symbol that may be missing is known", ed_library_weak_symbols_are_known(bytes, is_a),
           "unknown");
    report("a symbol that may be missing is unknown",
           !ed_library_weak_symbols_are_known(bytes, is_never_known), "known");
    free(file);
}

int main(int argc, char **argv)
{
    if (argc != 6) return 2;
    ed_Span library = read_file(argv[1]), other = read_file(argv[2]);
    expect("a library of the compiler", library, OK);
    report("it needs no symbol that may be missing",
           ed_library_weak_symbols_are_known(library, is_never_known), "unknown");
    expect("a library for another processor", other, "another machine");
    expect("a program", read_file(argv[3]), "it is a program");
    expect("an object file", read_file(argv[4]), "it is an object file");
    expect("an archive", read_file(argv[5]), "it is a static archive");
    expect("an empty file", (ed_Span){ NULL, 0 }, "the file is empty");
    cut_off(library);
    both(library, other);
    with_chains();
    with_operations();
    with_weak_symbol();
    change_at_random(library);
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
