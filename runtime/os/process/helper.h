/// A process that helps another one: its parent starts it ahead of time (child.h), with a pipe as
/// standard input. It waits on this pipe until the parent has something for it to do.
#ifndef ED_OS_HELPER_H
#define ED_OS_HELPER_H
#include "runtime/os/process/child.h"
ED_C_BEGIN

/// In the parent: lets a helper continue that waits in ed_helper_wait, or will call it. Closes the
/// pipe. If the helper has ended, nothing happens.
void ed_helper_release(ed_Child *helper);

/// In the helper: from now on, this process ends at once when its parent ends, it leaves no core
/// file, and Linux ends it before others if memory runs out.
void ed_helper_begin(void);
/// In the helper: waits until the parent releases it. Standard input is empty then. False if the
/// parent ended or gave it up.
bool ed_helper_wait(void);
/// The number of threads of this process; 1 if it is unknown. A thread that has ended may be
/// counted for a moment.
u32 ed_helper_threads(void);

ED_C_END
#endif
