/// Makes calls of the C library fail when a test asks for it. The linker replaces these functions
/// in the unit tests (FAILING_CALLS in tests/tests.mk).
#ifndef TEST_FAILING_CALLS_H
#define TEST_FAILING_CALLS_H
#include <stdbool.h>
#include <stddef.h>

/// The next call of `name`, which is "read" or one of FAILING_CALLS, fails with `code`, such as
/// ENOMEM.
void failing_call(const char *name, int code);
/// For functions that replace a call: true if this call has to fail. Sets errno.
bool failing_call_is_due(const char *name);

/// From now on, a "read" returns at most that many bytes; 0: as many as there are.
void failing_calls_limit_reads(size_t most);
/// For the function that replaces "read": how many bytes to ask for.
size_t failing_calls_read_size(size_t size);

/// True if the last thread that was created has blocked this signal from its start.
bool failing_calls_thread_blocks(int signal);

#endif
