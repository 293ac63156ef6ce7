/// The parent of this process. Windows does not tell a process that its parent has ended, and may
/// give the parent's ID to another process then. So the parent is opened once, and kept open.
#ifndef ED_OS_WINDOWS_PARENT_H
#define ED_OS_WINDOWS_PARENT_H
#include <windows.h>
#include "runtime/base/base.h"

/// Returns the handle of the parent process, which is not closed. NULL if the parent had ended
/// before the first call, or cannot be opened.
HANDLE ed_parent(void);
/// Starts a thread that calls `fn` after the end of the parent. Returns false if the parent has
/// ended already, or if there is no thread.
bool ed_parent_on_end(void (*fn)(void));
#endif
