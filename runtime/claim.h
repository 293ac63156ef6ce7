/// What a document says of its writer's memory: sizes and offsets. Rows are read by it, so it has to hold together: every
/// field inside its record, none over another, elements as large as their types, no record inside itself.
#ifndef ED_CLAIM_H
#define ED_CLAIM_H
#include "runtime/tables.h"
ED_C_BEGIN

/// Sets `laid_out` of every type whose claims hold, and `big`. The others can still be read in open form; all of them where
/// `arena` is full.
void ed_claims_check(ed_Tables *tables, ed_Arena *arena);
/// An element of the field, which a document's types tell, has the size that is said, and rows of it can be read.
bool ed_claims_element(const ed_Field *field);

ED_C_END
#endif
