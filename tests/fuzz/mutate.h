/// Changes a MessagePack document so that it usually stays valid: replaces values with others,
/// changes numbers, and changes bytes inside bins.
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H
#include "runtime/base/base.h"

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t size_max, unsigned seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t size_max);      ///< libFuzzer's own

#endif
