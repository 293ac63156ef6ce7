/// Writes garbage where memory is not state, and invalid values, as a careless game may leave them.
/// Packing must still give a valid document.
#ifndef ST_GARBLE_H
#define ST_GARBLE_H
#include "runtime/types/types.h"
#include "tests/storm/random.h"

void st_garble(st_Random *r, const ed_Type *type, void *record);

#endif
