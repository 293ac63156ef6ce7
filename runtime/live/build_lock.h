/// Allows one build at a time per module, across all running programs: two builds would overwrite
/// each other's files.
#ifndef ED_LIVE_BUILD_LOCK_H
#define ED_LIVE_BUILD_LOCK_H
#include "runtime/os/files/file_lock.h"
ED_C_BEGIN

/// Takes the lock without blocking. Returns true if this process may build: it holds the lock, or
/// locking is impossible, since the lock file `path`.lock cannot be created or the file system has
/// no locks. `lock` is ED_NO_LOCK while the lock is not held.
bool ed_build_lock_take(i64 *lock, const char *path);
void ed_build_lock_release(i64 *lock);

ED_C_END
#endif
