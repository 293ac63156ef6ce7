/// An arena is one growing block of zeroed memory with a limit. All memory that grows is in arenas;
/// no code calls malloc. The block never moves (except for ed_arena_open_at, where it may continue
/// elsewhere): the address space is reserved when the arena is opened, and the system provides
/// pages when they are first written. After its first few MiB a large arena uses huge pages if the
/// system has them. A single allocation cannot be freed.
#ifndef ED_BASE_ARENA_H
#define ED_BASE_ARENA_H
#include "runtime/base/err.h"
ED_C_BEGIN

typedef struct ed_Arena {
    u8 *base;
    size_t used;
    size_t limit;          // bytes; a push beyond it fails, unless `own_limit` is set
    size_t touched;        // bytes from base that may be nonzero; the memory beyond them is not
                           // accessed
    size_t refused;        // size of the first push that did not fit; 0 if all did
    size_t own_limit;      // nonzero as long as the caller's memory is used: the limit of the
                           // arena's own memory
    char name[32];         // for messages: "state Game"
    bool fixed_limit;      // --limit does not change the limit, so messages do not recommend it
} ed_Arena;

/// Opens an arena whose limit depends on ed_bytes_max, or is below all limits that do (limits.h).
bool ed_arena_open(ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
/// Opens an arena with another limit, such as one that a game sets.
static inline bool ed_arena_open_fixed(ed_Arena *arena, const char *name, size_t limit,
                                       ed_Error *error)
{
    bool open = ed_arena_open(arena, name, limit, error);
    arena->fixed_limit = true;
    return open;
}
/// Opens an arena in the `size` bytes at `room`, the caller's memory. When they are full, the arena
/// reserves its own memory and continues there. What earlier pushes returned stays where it is, and
/// `used` is not reset, so `limit` counts all bytes. For short uses that rarely need much:
/// reserving memory takes longer than most of them.
void ed_arena_open_at(ed_Arena *arena, const char *name, void *room, size_t size, size_t limit);
/// Tells the system that most bytes of an arena that was just opened will never be written.
void ed_arena_expect_sparse(const ed_Arena *arena);
void ed_arena_close(ed_Arena *arena);

/// Returns zeroed memory, or NULL if the arena would exceed its limit. `refused` keeps the size of
/// the first push that failed. `align` is a power of two.
void *ed_arena_push(ed_Arena *arena, size_t size, size_t align);

/// Returns memory that is not zeroed, for a caller that writes every byte.
void *ed_arena_push_raw(ed_Arena *arena, size_t size, size_t align);

/// Resizes the last push in place. Returns false if `block` is not the last push, or if the new
/// size would exceed the limit.
bool ed_arena_extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size);
/// Does the same, and does not zero the new bytes.
bool ed_arena_extend_raw(ed_Arena *arena, void *block, size_t old_size, size_t new_size);

/// Returns the size that the block can certainly grow to, by ed_arena_extend or else by a new push.
/// `block` may be NULL; `size` is its current size.
size_t ed_arena_room(const ed_Arena *arena, const void *block, size_t size);

/// Makes the system provide the pages from offset `start` to `end` now, so that the first writes
/// there cause no page faults. Does not change the contents. May be called from any thread, even
/// while another thread uses the arena.
void ed_arena_commit(const ed_Arena *arena, size_t start, size_t end);

void ed_arena_reset(ed_Arena *arena);      ///< empties it and keeps the pages
/// Returns the bytes at `at`, which lie in the arena, to their owner, who may write to them.
static inline u8 *ed_arena_bytes(const ed_Arena *arena, const void *at)
{
    return arena->base + ((const u8 *)at - arena->base);
}
/// Returns true if the `size` bytes at `at` lie within the used bytes.
bool ed_arena_holds(const ed_Arena *arena, const void *at, size_t size);
/// Returns false and sets `error` if `refused` is set: a push failed since the last reset.
bool ed_arena_check(const ed_Arena *arena, ed_Error *error);
/// Returns what a message about a full arena ends with: to use --limit if that helps, otherwise "".
const char *ed_arena_limit_hint(const ed_Arena *arena);

ED_C_END
#endif
