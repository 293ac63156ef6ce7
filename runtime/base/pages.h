/// Pages of memory from the system.
#ifndef ED_BASE_PAGES_H
#define ED_BASE_PAGES_H
#include "runtime/base/base.h"
ED_C_BEGIN

size_t ed_page_bytes(void);

/// Reserves address space. Its bytes are zero, and can be read and written: the system provides a
/// page when it is first written. Returns NULL on failure, with an errno value in `failed`.
u8 *ed_pages_reserve(size_t bytes, int *failed);
void ed_pages_release(u8 *base, size_t bytes);      ///< all of a reservation

/// Asks for large pages, but not for the first `small_bytes`. If the system refuses, the pages stay
/// small.
void ed_pages_prefer_large(u8 *base, size_t bytes, size_t small_bytes);

/// Makes the system provide all pages of these bytes now, if it can. Does not change the contents.
/// May be called from any thread, even while another thread uses the memory.
void ed_pages_commit(u8 *from, size_t bytes);

ED_C_END
#endif
