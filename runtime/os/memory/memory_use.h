/// How much memory a process uses, and how much is free.
#ifndef ED_OS_MEMORY_USE_H
#define ED_OS_MEMORY_USE_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// The memory that a process occupies, in bytes, without shared memory and files; 0: unknown.
/// `process` is that of an ed_Child; 0: this process.
u64 ed_memory_used(i64 process);
/// The bytes that programs can still get without swapping; UINT64_MAX: unknown.
u64 ed_memory_available(void);

ED_C_END
#endif
