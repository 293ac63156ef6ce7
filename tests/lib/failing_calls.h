/// Calls of the system that fail when a test says so. The linker gives the unit tests these instead
/// of the C library's, see FAILING_CALLS in tests.mk.
#ifndef TEST_FAILING_CALLS_H
#define TEST_FAILING_CALLS_H

/// The next call of `name`, which is one of FAILING_CALLS, fails with `code`, such as ENOMEM.
void failing_call(const char *name, int code);

#endif
