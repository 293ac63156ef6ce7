/// Locks between processes. Each is a lock on a file that need not have any content. A lock ends
/// with the process that holds it; programs that it starts do not inherit the lock. If the process
/// forks, its copies keep the lock until it is released or they end, too. Relative paths are
/// resolved from the start folder (start_folder.h).
#ifndef ED_OS_FILE_LOCK_H
#define ED_OS_FILE_LOCK_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_NO_LOCK (-1)      // a handle of no lock

/// Takes the lock on a file without waiting; creates the file if it does not exist. Links are not
/// followed. Returns 0 and a handle; EWOULDBLOCK if the file is locked already, by another process
/// or by another handle of this one; or another errno value if the file cannot be opened or the
/// file system has no locks. After a failure, `lock` is ED_NO_LOCK.
int ed_file_lock_take(i64 *lock, const char *path);
void ed_file_lock_release(i64 *lock);      ///< if it has one; sets it to ED_NO_LOCK

/// Returns the current time (since 1970) by the clock of the file system that the locked file is
/// on, which may be that of another machine; 0 if it is unknown. As a side effect, this is then the
/// time stamp of the file.
u64 ed_file_lock_now_ns(i64 lock);

ED_C_END
#endif
