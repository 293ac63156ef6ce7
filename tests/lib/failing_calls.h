/// Makes calls of the C library fail when a test asks for it. The linker replaces these functions
/// in the unit tests (FAILING_CALLS in tests/tests.mk).
#ifndef TEST_FAILING_CALLS_H
#define TEST_FAILING_CALLS_H

/// The next call of `name`, which is one of FAILING_CALLS, fails with `code`, such as ENOMEM.
void failing_call(const char *name, int code);

#endif
