/// Snapshots of tests/rows to begin with: packed, open, and with hardly any types, of several
/// sizes; none of them sealed, as nobody would guess a hash.
#ifndef FUZZ_DOCUMENTS_H
#define FUZZ_DOCUMENTS_H
#include "tests/lib/rows.h"

void documents_put(const char *folder);

#endif
