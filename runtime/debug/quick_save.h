/// Quick saves: quick.state is the newest. Earlier ones are kept in numbered files; the oldest is
/// overwritten.
#ifndef ED_DEBUG_QUICK_SAVE_H
#define ED_DEBUG_QUICK_SAVE_H
#include "runtime/base/err.h"

#define ED_QUICK_SAVE_FILE "quick.state"      // saved by F5, loaded by F9
#define ED_QUICK_SAVES_KEPT 8u                // quick-1.state and so on

/// Like ed_file_write_atomic. Before quick.state is written, the previous one and the picture
/// beside it get numbered names.
bool ed_quick_save_write(const char *path, const void *bytes, size_t size, ed_Error *error);
#endif
