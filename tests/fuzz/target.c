#include "tests/fuzz/target.h"
#include <sanitizer/asan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#define ARENAS_MAX 20
#define KEPT_MAX 256

// --- memory, reused from input to input ----------------------------------------------------------

static ed_Arena arenas[ARENAS_MAX];
static u32 arena_count;

void fuzz_begin(void) { arena_count = 0; }

ed_Arena *test_arena(void)
{
    if (arena_count == ARENAS_MAX) abort();
    ed_Arena *arena = &arenas[arena_count++];
    if (!arena->base) ed_arena_open(arena, "fuzz", (size_t)64 << 20, NULL);
    ed_arena_reset(arena);
    return arena;
}

ed_Writer test_writer(void)
{
    ed_Writer w;
    ed_write_init(&w, test_arena());
    return w;
}

/// Mapping and unmapping a gigabyte for a few bytes costs more than reading them.
static ed_Arena kept[KEPT_MAX];
static u32 kept_count;

bool __real_ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
void __real_ed_arena_close(ed_Arena *arena);
bool __wrap_ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
void __wrap_ed_arena_close(ed_Arena *arena);

bool __wrap_ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error)
{
    u32 i = 0;
    while (i < kept_count && kept[i].limit != limit) i++;
    if (i == kept_count) return __real_ed_arena_open(arena, name, limit, error);
    *arena = kept[i];
    kept[i] = kept[--kept_count];
    ASAN_UNPOISON_MEMORY_REGION(arena->base, arena->touched);
    ed_arena_reset(arena);
    snprintf(arena->name, sizeof arena->name, "%s", name);
    return true;
}

void __wrap_ed_arena_close(ed_Arena *arena)
{
    if (!arena->base || arena->own_limit || kept_count == KEPT_MAX) {
        __real_ed_arena_close(arena);
        return;
    }
    ASAN_POISON_MEMORY_REGION(arena->base, arena->touched);
    kept[kept_count++] = *arena;
    *arena = (ed_Arena){ .base = NULL };
}

// --- findings and seeds --------------------------------------------------------------------------

static int terminal = 2;      // later a copy of stderr, which libFuzzer closes with some options

void fuzz_fail(const char *what, const char *more)
{
    dprintf(terminal, "FAIL %s: %s\n", what, more);
    abort();
}

bool fuzz_seeds_asked(int argc, char **argv)
{
    terminal = dup(2);
    // no huge pages: clearing 2 MiB takes longer than reading a small document
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
    return argc == 3 && strcmp(argv[1], "--seeds") == 0;
}

void fuzz_put_seed(const char *folder, const char *name, u32 count, const void *bytes, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s_%u", folder, name, count);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}
