/// Makes calls of the C library fail when a test asks for it. The linker replaces these functions
/// in the unit tests (FAILING_CALLS in tests/tests.mk).
#ifndef TEST_FAILING_CALLS_H
#define TEST_FAILING_CALLS_H
#include <stdbool.h>

/// The next call of `name`, which is "read" or one of FAILING_CALLS, fails with `code`, such as
/// ENOMEM.
void failing_call(const char *name, int code);
/// For functions that replace a call: true if this call has to fail. Sets errno.
bool failing_call_is_due(const char *name);

#endif
