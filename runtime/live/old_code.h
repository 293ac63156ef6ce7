/// Modules that were unloaded. Something may still call their functions: a timer, a thread, a
/// callback that was registered in a library. Their addresses stay blocked, and their files stay,
/// so that such a call is a fault, not a call of other code, and a report can name the function.
/// There is one list per process.
#ifndef ED_LIVE_OLD_CODE_H
#define ED_LIVE_OLD_CODE_H
#include "runtime/base/base.h"
ED_C_BEGIN

struct ed_Fault;

#define ED_OLD_CODE_MAX 16u      // then the oldest is forgotten

/// Adds a module that is no longer in memory. `base`, `end`: where it was; both 0: unknown. `copy`:
/// its file, which is deleted later.
void ed_old_code_add(const char *copy, u64 base, u64 end);
/// Sets `old_module` and `old_offset` of the fault if the address is in such a module, and returns
/// true. Otherwise it clears `old_module`. Signal handlers may call it.
bool ed_old_code_find(u64 address, struct ed_Fault *fault);
void ed_old_code_clear(void);      ///< forgets all and deletes their files

ED_C_END
#endif
