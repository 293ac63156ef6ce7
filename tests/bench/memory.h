/// Memory of the benchmark. Without it there is nothing to measure: the program prints an error and
/// exits.
#ifndef BN_MEMORY_H
#define BN_MEMORY_H
#include "runtime/base/arena.h"
ED_C_BEGIN

#define BN_ARENA_MAX ((size_t)2 << 30)      // address space; pages come when touched

void bn_memory_open(ed_Arena *arena);      ///< does nothing if it is open

ED_C_END
#endif
