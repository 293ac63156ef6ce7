/// Folders. Relative paths are resolved from the start folder (start_folder.h).
#ifndef ED_OS_FOLDER_H
#define ED_OS_FOLDER_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Calls `each` with the name of every entry except "." and "..", in no particular order, until it
/// returns false. Returns 0, or an errno value if the folder cannot be read.
int ed_folder_list(const char *path, bool (*each)(void *it, const char *name), void *it);

ED_C_END
#endif
