/// The end of the parent process. Only for runtime/os/process/macos.
#ifndef ED_OS_MACOS_PARENT_END_H
#define ED_OS_MACOS_PARENT_END_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// From now on, this process gets the signal when its parent, whose ID is `parent`, ends: a thread
/// waits for that. The last call counts. Returns false if the thread could not be started.
bool ed_parent_end_send(i64 parent, int signal);

ED_C_END
#endif
