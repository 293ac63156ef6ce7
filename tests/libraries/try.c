// Opens modules as the host does, and prints the result in one line: open FILE · whole FILE ·
// cut FILE. Or writes a damaged copy of a module: spoil FILE PART NUMBER COPY. PART is head,
// segments, table or index. FOLDER in the environment is where copies go.
#include <elf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/library.h"
#include "runtime/os/files/files.h"
#include "runtime/os/library/library_check.h"

#define SECONDS_MAX 10u      // of one attempt

static const char *folder;
static ed_Arena arena;
static ed_Library library;
static ed_Error error;
static u32 copies;

static bool read_file(const char *path, ed_Span *bytes, u64 *hash)
{
    return ed_arena_open(&arena, "library", ED_LIBRARY_BYTES_MAX, &error)
        && ed_library_read(path, &arena, bytes, hash, &error);
}

static bool open_bytes(ed_Span bytes, u64 hash)
{
    return ed_library_open(&library, bytes, hash, "tiny.so", folder, ++copies, &error);
}

static int tell_refused(void) { return printf("refused: %s\n", error.text) < 0; }

static bool is_mapped(const char *path)
{
    char line[4096];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) found |= strstr(line, path) != NULL;
    if (maps) fclose(maps);
    return found;
}

/// Opens and closes it, and prints what is left.
static int try_open(const char *path)
{
    ed_Span bytes;
    char copy[ED_LIBRARY_PATH_MAX];
    u64 hash;
    if (!read_file(path, &bytes, &hash) || !open_bytes(bytes, hash)) return tell_refused();
    snprintf(copy, sizeof copy, "%s", library.copy);
    printf("opened %s, %s, %s", library.module->title, is_mapped(copy) ? "mapped" : "not mapped",
           access(copy, F_OK) == 0 ? "copy" : "no copy");
    bool gone = ed_library_close(&library);
    printf("; closed: %s, %s, %s\n", gone ? "gone" : "kept",
           is_mapped(copy) ? "mapped" : "not mapped", access(copy, F_OK) == 0 ? "copy" : "no copy");
    return 0;
}

/// An early module must have no undefined function.
static int try_whole(const char *path)
{
    ed_Span bytes;
    u64 hash;
    if (!read_file(path, &bytes, &hash) || !ed_library_check(bytes, &error)) return tell_refused();
    return puts(ed_library_resolves_weak_symbols(bytes) ? "whole" : "open") < 0;
}

// --- many attempts, any of which may end the process ---------------------------------------------

typedef enum Outcome { NOT_TRIED, CHECKED, BY_LOADER, OPENED, DIED } Outcome;
typedef struct Shared {
    u32 next;
    u8 outcome[1 << 20];
} Shared;

static Outcome attempt(ed_Span bytes)
{
    ed_Error why = { .code = ED_OK };
    error = (ed_Error){ .code = ED_OK };
    // a refusal without a message is as bad
    if (!ed_library_check(bytes, &why)) return *why.text ? CHECKED : DIED;
    if (!open_bytes(bytes, 0)) return *error.text ? BY_LOADER : DIED;
    ed_library_close(&library);
    return OPENED;
}

/// Cuts the library off at each of its lengths, in a child until one of them ends it. The next child
/// starts with the length after that one.
static void run_child(ed_Span bytes, Shared *shared)
{
    if (!freopen("/dev/null", "w", stderr)) _exit(1);      // hides the messages of the loader
    while (shared->next < bytes.size) {
        u32 size = shared->next++;
        shared->outcome[size] = DIED;
        copies = size;      // the copies of a child that died do not collide with others
        alarm(SECONDS_MAX);
        shared->outcome[size] = (u8)attempt((ed_Span){ bytes.at, size });
    }
    _exit(0);
}

static int try_cut(ed_Span bytes)
{
    u32 sums[DIED + 1] = { 0 };
    Shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || bytes.size > sizeof shared->outcome) return 1;
    while (shared->next < bytes.size) {
        pid_t pid = fork();
        if (pid < 0) return 1;
        if (pid == 0) run_child(bytes, shared);
        waitpid(pid, NULL, 0);
    }
    for (u32 i = 0; i < bytes.size; i++) sums[shared->outcome[i]]++;
    printf("%zu tried, %u refused, %u refused by the loader, %u opened, %u died\n", bytes.size,
           sums[CHECKED], sums[BY_LOADER], sums[OPENED], sums[DIED]);
    return 0;
}

// --- damage --------------------------------------------------------------------------------------

static struct {
    u64 at, size;
} place;      // of the bytes that are damaged
static u64 seed;

static u64 next_random(void)      // splitmix64
{
    u64 z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Finds the bytes to damage. The index is what the loader reads of the first loaded segment.
static void find_place(ed_Span bytes, const char *what)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment = { 0 };
    memcpy(&head, bytes.at, sizeof head);
    place.at = strcmp(what, "head") == 0 ? 0 : head.e_phoff;
    place.size = strcmp(what, "head") == 0 ? sizeof head : head.e_phnum * sizeof segment;
    u32 wanted = strcmp(what, "table") == 0 ? PT_DYNAMIC : PT_LOAD;
    for (u32 i = 0; i < head.e_phnum && (wanted == PT_DYNAMIC || strcmp(what, "index") == 0); i++) {
        memcpy(&segment, bytes.at + head.e_phoff + i * sizeof segment, sizeof segment);
        if (segment.p_type != wanted) continue;
        // the headers end here
        u64 from = segment.p_offset ? 0 : head.e_phoff + head.e_phnum * sizeof segment;
        place.at = segment.p_offset + from;
        place.size = segment.p_filesz - from;
        break;
    }
}

/// Writes a copy with one to three other bytes; the same number gives the same damage.
static int spoil(ed_Span bytes, const char *what, u32 number, const char *path)
{
    static u8 room[8 << 20];
    if (bytes.size > sizeof room) return 1;
    memcpy(room, bytes.at, bytes.size);
    find_place(bytes, what);
    seed = number * 0x5851f42d4c957f2du + place.at;
    for (u64 i = next_random() % 3 + 1; i > 0; i--) {
        u64 at = place.at + next_random() % place.size, how = next_random();
        room[at] = (u8)(how & 1 ? room[at] ^ (1u << (how >> 8) % 8) : how >> 16);
    }
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(room, bytes.size, 1, file) == 1;
    return file && fclose(file) == 0 && good ? 0 : 1;
}

int main(int argc, char **argv)
{
    ed_Span bytes;
    u64 hash;
    folder = getenv("FOLDER");
    if (argc < 3 || !folder) return 2;
    if (strcmp(argv[1], "open") == 0) return try_open(argv[2]);
    if (strcmp(argv[1], "whole") == 0) return try_whole(argv[2]);
    if (!read_file(argv[2], &bytes, &hash)) return tell_refused(), 1;
    if (strcmp(argv[1], "cut") == 0) return try_cut(bytes);
    return argc == 6 ? spoil(bytes, argv[3], (u32)atoi(argv[4]), argv[5]) : 2;
}
