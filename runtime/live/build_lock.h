/// One build at a time for one module, however many programs run it:
/// two of them would write over each other's files.
#ifndef ED_LIVE_BUILD_LOCK_H
#define ED_LIVE_BUILD_LOCK_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// True where it is this process's turn, until it ends it; never blocks. The lock is the file
/// `path`.lock; where none can be made, everyone has his turn. `turn` is -1 while there is nothing
/// to end.
bool ed_turn_take(int *turn, const char *path);
void ed_turn_end(int *turn);

ED_C_END
#endif
