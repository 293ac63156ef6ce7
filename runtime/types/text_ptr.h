/// Text by pointer: a field that is a `const char *` in C. It is null, or the address of a
/// terminated text anywhere: in the root's arena, or in the module. The address may be invalid, as
/// any code of the game can set it. So in memory of the game, a text is read only from pages that
/// exist.
///
/// In a row of a snapshot, the field is the number of bytes that its text takes in the text column,
/// with the terminator. Null takes none.
#ifndef ED_TYPES_TEXT_PTR_H
#define ED_TYPES_TEXT_PTR_H
#include <string.h>
#include "runtime/os/pages/pages.h"
#include "runtime/types/types.h"
ED_C_BEGIN

static inline const char *ed_text_ptr(const void *at)
{
    const char *text;
    memcpy(&text, at, sizeof text);
    return text;
}

/// Returns the text of a field in memory of the game, without the terminator. Returns { NULL, 0 }
/// for null and for an invalid address. `page` must be zero at first. Use the same one only while
/// no memory is released.
ed_Span ed_text_ptr_read(const void *at, ed_ReadablePage *page);

/// Points the field to a copy of the text. Returns false if the arena is full; the field is then
/// unchanged.
bool ed_text_ptr_put(ed_Arena *arena, void *at, const char *bytes, size_t size);

ED_C_END
#endif
