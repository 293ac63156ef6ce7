/// Checks the file of a shared library before the loader sees it, since the loader trusts a file's
/// headers.
#ifndef ED_OS_LIBRARY_CHECK_H
#define ED_OS_LIBRARY_CHECK_H
#include "runtime/base/err.h"
ED_C_BEGIN

/// Checks that the bytes are a complete shared library for this machine, and that everything the
/// loader follows lies inside of them. A damaged library would end the process. Returns false with
/// an error message. What code the library runs when it is loaded cannot be checked.
bool ed_library_check(ed_Span bytes, ed_Error *error);
/// True if `is_known` returns true for the name of every undefined weak symbol.
bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name));

ED_C_END
#endif
