/// Pages of memory from the system. This is the lowest folder: even runtime/base uses it.
#ifndef ED_OS_PAGES_H
#define ED_OS_PAGES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

size_t ed_page_bytes(void);

/// Reserves address space. Its bytes are zero, and can be read and written after ed_pages_provide.
/// The system provides a page when it is first written. Returns NULL on failure, with an errno
/// value in `failed`.
uint8_t *ed_pages_reserve(size_t bytes, int *failed);
void ed_pages_release(uint8_t *base, size_t bytes);      ///< all of a reservation

// Windows promises memory for every page that can be used. So it is asked for the pages of a large
// reservation in steps, when they are needed. On POSIX systems, all of a reservation can be used.
#ifdef _WIN32
#    define ED_PAGES_STEP ((size_t)1 << 20)      // bytes, counted from the start of a reservation

/// Makes the bytes of a reservation of `limit` bytes usable up to offset `end`, at least. Those up
/// to offset `ready` are usable already, and so is the rest of their step. Returns false if the
/// system has no more memory.
bool ed_pages_provide(uint8_t *base, size_t limit, size_t ready, size_t end);
/// Returns up to which offset the bytes are usable: whole steps, or `limit`.
size_t ed_pages_provided(uint8_t *base, size_t limit);
#else
static inline bool ed_pages_provide(uint8_t *base, size_t limit, size_t ready, size_t end)
{
    (void)base, (void)limit, (void)ready, (void)end;
    return true;
}

static inline size_t ed_pages_provided(uint8_t *base, size_t limit)
{
    (void)base;
    return limit;
}
#endif

/// Asks for large pages, but not for the first `small_bytes`. If the system refuses, the pages stay
/// small.
void ed_pages_prefer_large(uint8_t *base, size_t bytes, size_t small_bytes);

/// Asks for small pages, for memory that stays mostly unwritten.
void ed_pages_prefer_small(uint8_t *base, size_t bytes);

/// Makes the system provide all pages of these bytes now, if it can. Does not change the contents.
/// May be called from any thread, even while another thread uses the memory.
void ed_pages_commit(uint8_t *from, size_t bytes);

/// Returns whether the page that begins at that address exists. Its address may come from anywhere.
bool ed_page_is_readable(uintptr_t page);

typedef struct ed_ReadablePage {      // the last page that was found readable, so that neighbors
                                      // need not ask the system again
    uintptr_t at;
} ed_ReadablePage;

#ifdef __cplusplus
}
#endif
#endif
