/// Quick saves: quick.state is the newest; earlier ones are kept under numbers, overwriting the
/// oldest.
#ifndef ED_DEBUG_QUICK_SAVE_H
#define ED_DEBUG_QUICK_SAVE_H
#include "runtime/base/err.h"

#define ED_QUICK_SAVE_FILE "quick.state"      // F5 and F9
#define ED_QUICK_SAVES_KEPT 8u                // quick-1.state and so on

/// Like ed_file_write_atomic, for any path; writing quick.state keeps the previous one under a
/// number, together with the picture beside it.
bool ed_quick_save_write(const char *path, const void *bytes, size_t size, ed_Error *error);
#endif
