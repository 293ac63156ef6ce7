/// One build at a time for one module, however many programs run it:
/// two of them would write over each other's files.
#ifndef ED_LIVE_BUILD_LOCK_H
#define ED_LIVE_BUILD_LOCK_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// True where it is this process's lock, until it ends it; never blocks. The lock is the file
/// `path`.lock; where none can be made, everyone has his lock. `lock` is -1 while there is nothing
/// to end.
bool ed_build_lock_take(int *lock, const char *path);
void ed_build_lock_release(int *lock);

ED_C_END
#endif
