#include "tests/lib/failing.h"
#include <stdlib.h>
#include <unistd.h>

static u64 asked, first;
static u32 open_arenas;
static bool armed, ever, refused;

void failing_begin(u64 at, bool for_ever)
{
    asked = 0;
    first = at;
    ever = for_ever;
    armed = true;
    refused = false;
}

bool failing_end(void)
{
    armed = false;
    return refused;
}

u32 failing_open(void) { return open_arenas; }

/// In a separate program, the environment variable EDDIE_FAIL_AT selects the requests that fail: 17
/// is the 17th one, 17+ is that one and all later ones. The program reports on descriptor 3 that a
/// request was refused.
__attribute__((constructor)) static void begin_from_environment(void)
{
    const char *at = getenv("EDDIE_FAIL_AT");
    char *end;
    if (!at) return;
    u64 number = strtoull(at, &end, 10);
    failing_begin(number, *end == '+');
}

static bool fails(void)
{
    if (!armed) return false;
    asked++;
    bool now = asked == first || (ever && asked > first);
    if (now && !refused && getenv("EDDIE_FAIL_AT") && write(3, "refused\n", 8) != 8) _exit(99);
    refused |= now;
    return now;
}

// --- replacements for functions of arena.c -------------------------------------------------------

bool __real_ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
void __real_ed_arena_open_at(ed_Arena *arena, const char *name, void *room, size_t size,
                             size_t limit);
void *__real_ed_arena_push(ed_Arena *arena, size_t size, size_t align);
void *__real_ed_arena_push_raw(ed_Arena *arena, size_t size, size_t align);
bool __real_ed_arena_extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size);
bool __real_ed_arena_extend_raw(ed_Arena *arena, void *block, size_t old_size, size_t new_size);
void __real_ed_arena_close(ed_Arena *arena);
bool __wrap_ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
void __wrap_ed_arena_open_at(ed_Arena *arena, const char *name, void *room, size_t size,
                             size_t limit);
void *__wrap_ed_arena_push(ed_Arena *arena, size_t size, size_t align);
void *__wrap_ed_arena_push_raw(ed_Arena *arena, size_t size, size_t align);
bool __wrap_ed_arena_extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size);
bool __wrap_ed_arena_extend_raw(ed_Arena *arena, void *block, size_t old_size, size_t new_size);
void __wrap_ed_arena_close(ed_Arena *arena);

static bool refuse_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error)
{
    *arena = (ed_Arena){ .limit = limit };
    ed_fail(error, ED_ERR_OS, "cannot reserve %zu MiB of address space for %s: refused by a test",
            limit >> 20, name);
    return false;
}

bool __wrap_ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error)
{
    bool good = fails() ? refuse_open(arena, name, limit, error)
                        : __real_ed_arena_open(arena, name, limit, error);
    open_arenas += good;
    return good;
}

void __wrap_ed_arena_open_at(ed_Arena *arena, const char *name, void *room, size_t size,
                             size_t limit)
{
    __real_ed_arena_open_at(arena, name, room, size, limit);
    open_arenas++;
}

void __wrap_ed_arena_close(ed_Arena *arena)
{
    open_arenas -= arena->base != NULL;
    __real_ed_arena_close(arena);
}

static void *refuse(ed_Arena *arena, size_t size)
{
    if (!arena->refused) arena->refused = size ? size : 1;
    return NULL;
}

void *__wrap_ed_arena_push(ed_Arena *arena, size_t size, size_t align)
{
    return fails() ? refuse(arena, size) : __real_ed_arena_push(arena, size, align);
}

void *__wrap_ed_arena_push_raw(ed_Arena *arena, size_t size, size_t align)
{
    return fails() ? refuse(arena, size) : __real_ed_arena_push_raw(arena, size, align);
}

bool __wrap_ed_arena_extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size)
{
    return (new_size <= old_size || !fails())
        && __real_ed_arena_extend(arena, block, old_size, new_size);
}

bool __wrap_ed_arena_extend_raw(ed_Arena *arena, void *block, size_t old_size, size_t new_size)
{
    return (new_size <= old_size || !fails())
        && __real_ed_arena_extend_raw(arena, block, old_size, new_size);
}
