/// Checks Mach-O files as eddie does on a Mac: whole, cut off, for another processor, and changed at
/// random. It runs on Linux, with sanitizers.
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

/// Changes the headers. Sanitizers end the program if a check reads outside of the file.
static void change_at_random(ed_Span library)
{
    u8 *copy = (u8 *)malloc(library.size);
    const u32 head = 4096;
    u32 refused = 0;
    for (u32 i = 0; i < CHANGES; i++) {
        memcpy(copy, library.at, library.size);
        for (u32 k = 0; k <= i % 4; k++) {
            size_t at = random_number() % head;
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

int main(int argc, char **argv)
{
    if (argc != 6) return 2;
    ed_Span library = read_file(argv[1]), other = read_file(argv[2]);
    expect("a library of the compiler", library, OK);
    expect("a library for another processor", other, "another machine");
    expect("a program", read_file(argv[3]), "it is a program");
    expect("an object file", read_file(argv[4]), "it is an object file");
    expect("an archive", read_file(argv[5]), "it is a static archive");
    expect("an empty file", (ed_Span){ NULL, 0 }, "the file is empty");
    cut_off(library);
    both(library, other);
    change_at_random(library);
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
