/// Where a shared library lies in the memory of this process.
#ifndef ED_OS_LIBRARY_IMAGE_H
#define ED_OS_LIBRARY_IMAGE_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Finds where the library of that file was loaded: `base` is the address of its first byte, `end`
/// the address after its last one. Returns false and 0 for both if the library is not loaded.
/// Signal handlers may call it: nothing is allocated, and no lock is taken.
bool ed_library_range(const char *path, u64 *base, u64 *end);

/// Returns the address that the library's file was linked for: 0 for nearly all libraries of Linux
/// and macOS. In memory, the library starts elsewhere; offsets from the start stay the same.
u64 ed_library_linked_address(const char *path);

/// Calls `take` with the path of each library in this process. Does nothing on Windows and macOS.
void ed_library_each(void (*take)(void *it, const char *path), void *it);

ED_C_END
#endif
