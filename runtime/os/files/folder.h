/// Folders. Relative paths are resolved from the start folder (start_folder.h). Functions that
/// return an int return 0 or an errno value.
#ifndef ED_OS_FOLDER_H
#define ED_OS_FOLDER_H
#include "runtime/os/system/environment.h"
ED_C_BEGIN

/// Calls `each` with the name of every entry except "." and "..", in no particular order, until it
/// returns false. Fails if the folder cannot be read.
int ed_folder_list(const char *path, bool (*each)(void *it, const char *name), void *it);

/// Creates a folder. Fails with EEXIST if the name exists already.
int ed_folder_make(const char *path);
/// Creates a folder and those above it, unless they exist. Fails with ENOTDIR if a file has the
/// name.
int ed_folder_make_all(const char *path);
/// Creates a folder with a new name, STEM-XXXXXX with hexadecimal digits, and writes its path.
int ed_folder_make_unique(const char *stem, char path[ED_PATH_MAX]);
/// Removes an empty folder.
int ed_folder_remove(const char *path);

/// Locks a folder against other processes that lock it, too. Waits for another process for `ms` at
/// most. Returns a handle for ed_folder_unlock, even if the folder could not be locked. The lock
/// ends when the process and all its forked copies have ended.
i64 ed_folder_lock(const char *path, u32 ms);
void ed_folder_unlock(i64 lock);

ED_C_END
#endif
