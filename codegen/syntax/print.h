/// Formatted text, several times as fast as the C library for what generated code is made of:
/// %s, %c, %u and %x with a width, and %.*s. Any other directive hands the whole text to vsnprintf.
#ifndef CG_SYNTAX_PRINT_H
#define CG_SYNTAX_PRINT_H
#include <stdarg.h>
#include "runtime/base/base.h"

/// Returns the size of the whole text without its terminator. From `room` on the text does not fit,
/// and what `at` then holds means nothing.
int cg_print(char *at, size_t room, const char *format, va_list args);

#endif
