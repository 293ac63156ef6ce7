/// Text that programs write which do not use UTF-8.
#ifndef ED_OS_CODE_PAGE_H
#define ED_OS_CODE_PAGE_H
#include "runtime/base/arena.h"
ED_C_BEGIN

/// Converts text of another program to UTF-8, such as a compiler's list of files. On Windows, text
/// that is not UTF-8 is in the code page of the machine. On other systems, text stays unchanged.
/// Returns false if it cannot be converted, or if the arena is full.
bool ed_text_to_utf8(ed_Span *text, ed_Arena *arena);

ED_C_END
#endif
