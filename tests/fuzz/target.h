/// What the fuzzers of `make fuzz` share. Memory is reused from input to input: the linker gives
/// them their own ed_arena_open and ed_arena_close. A closed arena is kept, poisoned, until an
/// arena with the same limit is opened.
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H
#include "runtime/base/arena.h"
#include "tests/lib/test.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/// Begins an input: every test_arena is free again.
void fuzz_begin(void);
void fuzz_fail(const char *what, const char *more);      ///< reports a finding, ends the program
bool fuzz_seeds_asked(int argc, char **argv);            ///< `--seeds FOLDER`
void fuzz_put_seed(const char *folder, const char *name, u32 count, const void *bytes, size_t size);

#endif
