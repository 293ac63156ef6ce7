/// Memory that ends when a test says so. All of it comes out of arenas, so the linker gives tests
/// arenas that can be told to refuse (--wrap in the Makefile): to be opened, a push, or to extend a
/// block.
#ifndef TEST_FAILING_H
#define TEST_FAILING_H
#include "runtime/base/arena.h"

/// From now on the `at`th request, from 1, is refused; `ever`: all behind it too.
void failing_begin(u64 at, bool ever);
bool failing_end(void);      ///< everything is given again; true where one was refused
u32 failing_open(void);      ///< arenas that are open now: none may be left behind

#endif
