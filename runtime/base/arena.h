/// One growing block of zeroed memory with a limit. The only place that asks the system for memory.
/// The block never moves: its address space is reserved at once, its pages come when touched. An
/// arena that may grow large gets huge pages behind its first few MiB, where the system gives them.
/// Who opens an arena closes it; nothing pushed is freed by itself.
#ifndef ED_BASE_ARENA_H
#define ED_BASE_ARENA_H
#include "runtime/base/err.h"
ED_C_BEGIN

typedef struct ed_Arena {
    u8    *base;
    size_t used;
    size_t limit;       // bytes; a push beyond it fails
    size_t touched;     // bytes from base that may hold something else than zero
    size_t refused;     // size of the first push that did not fit, 0 while all did
    char   name[32];    // for messages: "state Game"
} ed_Arena;

bool ed_arena_open (ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
/// The same memory for processes that are forked after: what one writes, all see. The struct itself
/// is each one's own.
bool ed_arena_open_shared(ed_Arena *arena, const char *name, size_t limit, ed_Error *error);
void ed_arena_close(ed_Arena *arena);

/// Zeroed memory, or NULL over the limit (`refused` remembers it). `align` is a power of two.
void *ed_arena_push(ed_Arena *arena, size_t size, size_t align);

/// The same for a caller who writes every byte: what an earlier use left there is not zeroed.
void *ed_arena_push_raw(ed_Arena *arena, size_t size, size_t align);

/// Makes the last push larger in place; false where `block` is not the last or it does not fit.
bool ed_arena_extend(ed_Arena *arena, void *block, size_t old_size, size_t new_size);
/// Likewise not zeroed.
bool ed_arena_extend_raw(ed_Arena *arena, void *block, size_t old_size, size_t new_size);

/// Has the system find memory for the bytes from `start` to `end` now, so that who writes them
/// first need not wait for it; what they hold stays. Any thread may, while another one uses the
/// arena.
void ed_arena_commit(const ed_Arena *arena, size_t start, size_t end);

void ed_arena_reset(ed_Arena *arena);                       ///< empty again, pages kept
bool ed_arena_holds(const ed_Arena *arena, const void *at, size_t size);
/// False, in words, after a refused push.
bool ed_arena_fits (const ed_Arena *arena, ed_Error *error);

ED_C_END
#endif
