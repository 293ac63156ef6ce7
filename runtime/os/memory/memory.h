/// The memory of the machine.
#ifndef ED_OS_MEMORY_H
#define ED_OS_MEMORY_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Returns the bytes of memory that no program uses; 0 if that is unknown.
u64 ed_memory_free(void);

ED_C_END
#endif
