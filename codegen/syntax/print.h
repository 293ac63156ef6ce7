/// Formats text, several times as fast as the C library. Supports the directives that generated
/// code needs: %s, %c, %u and %x with a width, and %.*s. If the format has any other directive,
/// vsnprintf formats the whole text.
#ifndef CG_SYNTAX_PRINT_H
#define CG_SYNTAX_PRINT_H
#include <stdarg.h>
#include "runtime/base/base.h"

/// Returns the size of the whole text without its terminator. If that size is `room` or more, the
/// contents of `at` are undefined.
int cg_print(char *at, size_t room, const char *format, va_list args);

#endif
