/// Makes memory run out when a test asks for it. All memory comes from arenas, so tests are linked
/// with wrappers of the arena's functions that can fail (FAILING in tests/tests.mk).
#ifndef TEST_FAILING_H
#define TEST_FAILING_H
#include "runtime/base/arena.h"

/// From now on, request number `at`, counted from 1, fails; `ever`: all later ones, too.
void failing_begin(u64 at, bool ever);
bool failing_end(void);      ///< requests succeed again; true if one had failed
u32 failing_open(void);      ///< arenas that are open now; a test leaves none open

#endif
