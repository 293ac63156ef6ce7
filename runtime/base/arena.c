#include "runtime/base/arena.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/os/pages/pages.h"

#define LARGE_LIMIT ((size_t)32 << 20)      // arenas with a smaller limit get no large pages
#define SMALL_START ((size_t)2 << 20)

/// Asks for large pages, because first writes to memory are then several times as fast. The start
/// of the memory keeps small pages, so that a small state does not take more than it needs.
static u8 *reserve(size_t limit, int *failed)
{
    u8 *base = ed_pages_reserve(limit, failed);
    if (base && limit >= LARGE_LIMIT) ed_pages_prefer_large(base, limit, SMALL_START);
    return base;
}

bool ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error)
{
    int failed;
    *arena = (ed_Arena){ .limit = limit };
    snprintf(arena->name, sizeof arena->name, "%s", name);
    arena->base = reserve(limit, &failed);
    if (arena->base) return true;
    ed_fail(error, ED_ERR_OS, "cannot reserve %zu MiB of address space for %s: %s", limit >> 20,
            name, strerror(failed));
    return false;
}

void ed_arena_expect_sparse(const ed_Arena *arena)
{
    ed_pages_prefer_small(arena->base, arena->limit);
}

void ed_arena_open_at(ed_Arena *arena, const char *name, void *room, size_t size, size_t limit)
{
    *arena = (ed_Arena){ .base = (u8 *)room, .limit = size, .touched = size, .own_limit = limit };
    snprintf(arena->name, sizeof arena->name, "%s", name);
}

/// Moves an arena from its caller's memory to memory that it reserves. Returns whether it did.
static bool move_to_reserved(ed_Arena *arena)
{
    int failed;
    u8 *base = arena->own_limit ? reserve(arena->own_limit, &failed) : NULL;
    if (!base) return false;
    arena->base = base;
    arena->limit = arena->own_limit;
    arena->touched = arena->own_limit = 0;
    return true;
}

void ed_arena_close(ed_Arena *arena)
{
    if (arena->base && !arena->own_limit) ed_pages_release(arena->base, arena->limit);
    *arena = (ed_Arena){ 0 };
}

/// Moves the end of the used bytes to `end`. From `start` on, zeroes the bytes that were written in
/// an earlier use, unless `raw` is set: then the caller writes all of them. Returns false if the
/// system has no more memory.
static bool use_bytes(ed_Arena *arena, size_t start, size_t end, bool raw)
{
    if (end > arena->touched && !ed_pages_provide(arena->base, arena->limit, arena->touched, end))
        return false;
    size_t dirty_end = end < arena->touched ? end : arena->touched;
    if (!raw && start < dirty_end) memset(arena->base + start, 0, dirty_end - start);
    if (end > arena->touched) arena->touched = end;
    arena->used = end;
    return true;
}

#define LARGE_BYTES 4096u      // blocks of this size or more are aligned to cache lines
#define LINE_BYTES 64u

static void *push_block(ed_Arena *arena, size_t size, size_t align, bool raw)
{
    if (size >= LARGE_BYTES && align < LINE_BYTES) align = LINE_BYTES;
    size_t start = (arena->used + align - 1) & ~(align - 1);
    do {
        bool fits = start <= arena->limit && size <= arena->limit - start;
        if (fits && use_bytes(arena, start, start + size, raw)) return arena->base + start;
    } while (move_to_reserved(arena));
    if (!arena->refused) arena->refused = size ? size : 1;
    return NULL;
}

void *ed_arena_push(ed_Arena *arena, size_t size, size_t align)
{
    return push_block(arena, size, align, false);
}

void *ed_arena_push_raw(ed_Arena *arena, size_t size, size_t align)
{
    return push_block(arena, size, align, true);
}

static bool extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size, bool raw)
{
    if (!arena->base || (u8 *)block + old_size != arena->base + arena->used) return false;
    size_t start = arena->used - old_size;
    if (new_size > arena->limit - start) return false;
    if (new_size > old_size) return use_bytes(arena, arena->used, start + new_size, raw);
    arena->used = start + new_size;
    return true;
}

bool ed_arena_extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size)
{
    return extend(arena, block, old_size, new_size, false);
}

bool ed_arena_extend_raw(ed_Arena *arena, void *block, size_t old_size, size_t new_size)
{
    return extend(arena, block, old_size, new_size, true);
}

size_t ed_arena_room(const ed_Arena *arena, const void *block, size_t size)
{
    size_t limit = arena->own_limit ? arena->own_limit : arena->limit;
    if (block && !arena->own_limit && (const u8 *)block + size == arena->base + arena->used)
        return limit - arena->used + size;
    size_t start = (arena->used + LINE_BYTES - 1) & ~(size_t)(LINE_BYTES - 1);
    return start < limit ? limit - start : 0;
}

void ed_arena_commit(const ed_Arena *arena, size_t start, size_t end)
{
    if (end > arena->limit) end = arena->limit;
    if (arena->base && start < end) ed_pages_commit(arena->base + start, end - start);
}

void ed_arena_reset(ed_Arena *arena)
{
    arena->used = 0;
    arena->refused = 0;
}

bool ed_arena_holds(const ed_Arena *arena, const void *at, size_t size)
{
    uintptr_t base = (uintptr_t)arena->base, from = (uintptr_t)at;
    return from >= base && from - base <= arena->used && size <= arena->used - (from - base);
}

const char *ed_arena_limit_hint(const ed_Arena *arena)
{
    return arena->fixed_limit ? "" : ed_limit_hint(arena->limit);
}

bool ed_arena_check(const ed_Arena *arena, ed_Error *error)
{
    if (!arena->refused) return true;
    ed_fail(error, ED_ERR_LIMIT,
            "%s is full: %zu of %zu bytes are used, and %zu more were requested%s", arena->name,
            arena->used, arena->limit, arena->refused, ed_arena_limit_hint(arena));
    return false;
}
