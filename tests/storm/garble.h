/// Writes garbage wherever memory is not state, as a careless game may leave it; packing must not
/// be affected by it.
#ifndef ST_GARBLE_H
#define ST_GARBLE_H
#include "runtime/types/types.h"
#include "tests/storm/random.h"

void st_garble(st_Random *r, const ed_Type *type, void *record);

#endif
