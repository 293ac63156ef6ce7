/// What a game may rely on after every successful read, whatever the bytes were: counts within
/// capacity, text terminated and free of zero bytes, bools 0 or 1, enums, flags and unions known,
/// handles that lead to an item or are none, addresses none, every dynamic part inside its arena
/// and none over another.
#ifndef TEST_INVARIANTS_H
#define TEST_INVARIANTS_H
#include "runtime/snapshot/document.h"

/// What does not hold, and where: "Row.mood is no value of it". NULL where all does. Valid until
/// the next call.
const char *broken_invariant(const ed_State *state);

#endif
