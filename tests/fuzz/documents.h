/// Initial inputs: snapshots of tests/rows of several sizes, with row tables, in open form, in the
/// layout of later.def, and with few types. They have no hash, since no fuzzer would guess it.
#ifndef FUZZ_DOCUMENTS_H
#define FUZZ_DOCUMENTS_H
#include "tests/lib/rows.h"

void documents_put(const char *folder);

#endif
