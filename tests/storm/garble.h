/// Garbage in memory wherever it is not state, as a careless game may leave it: what is packed must
/// be what it is read back as.
#ifndef ST_GARBLE_H
#define ST_GARBLE_H
#include "runtime/types/types.h"
#include "tests/storm/random.h"

void st_garble(st_Random *r, const ed_Type *type, void *record);

#endif
