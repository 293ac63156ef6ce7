/// The end of this process.
#ifndef ED_OS_EXIT_H
#define ED_OS_EXIT_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Ends this process at once, without exit handlers and without writing buffered output. Does not
/// return. Signal handlers may call it.
void ed_exit_now(int code);

ED_C_END
#endif
