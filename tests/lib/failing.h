/// Memory that runs out when a test says so. All memory comes from arenas, so tests are linked with
/// arenas that refuse on request (--wrap in the Makefile): to be opened, a push, or to extend a
/// block.
#ifndef TEST_FAILING_H
#define TEST_FAILING_H
#include "runtime/base/arena.h"

/// From now on the `at`th request, from 1, is refused; `ever`: all after it, too.
void failing_begin(u64 at, bool ever);
bool failing_end(void);      ///< requests succeed again; true if one was refused
u32 failing_open(void);      ///< arenas that are open now; a test leaves none open

#endif
