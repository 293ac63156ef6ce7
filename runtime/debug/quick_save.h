/// The quick save: quick.state is the newest, and what it was before is kept under a number, the
/// oldest giving way.
#ifndef ED_DEBUG_QUICK_SAVE_H
#define ED_DEBUG_QUICK_SAVE_H
#include "runtime/base/err.h"

#define ED_QUICK_SAVE_FILE "quick.state"      // F5 and F9
#define ED_QUICK_SAVES_KEPT 8u                // quick-1.state and so on

/// As ed_file_write_atomic, for any path; one that is quick.state keeps what was there. The picture
/// beside a slot or a quick save goes along with it: see thumb.h.
bool ed_quick_save_write(const char *path, const void *bytes, size_t size, ed_Error *error);
#endif
