/// What a game may rely on after every successful read, whatever the bytes were: counts within
/// capacity, text terminated and free of zero bytes, bools 0 or 1, enums, flags and unions known,
/// handles that refer to an item or are null, no address from the file, every dynamic part inside
/// its arena, and no overlaps.
#ifndef TEST_INVARIANTS_H
#define TEST_INVARIANTS_H
#include "runtime/snapshot/document.h"

/// Returns the first broken invariant, such as "Row.mood is not a value of its enum", or NULL. The
/// text is valid until the next call.
const char *broken_invariant(const ed_State *state);

#endif
