/// Initial inputs, snapshots of tests/rows: packed, open, and with few types, of several sizes.
/// They have no hash, which no fuzzer would guess.
#ifndef FUZZ_DOCUMENTS_H
#define FUZZ_DOCUMENTS_H
#include "tests/lib/rows.h"

void documents_put(const char *folder);

#endif
