/// Decoded values into memory of the same type: defaults of a document, values that are set, rows
/// that a game reads by hand. Nothing is converted: what does not fit leaves what is there, except
/// that text is cut and flags lose the bits that mean nothing.
#ifndef ED_SNAPSHOT_STORE_H
#define ED_SNAPSHOT_STORE_H
#include "runtime/snapshot/decode.h"
#include "runtime/types/pool.h"
ED_C_BEGIN

/// The value at `r`, of `field`, into that field of the record `it`, which holds its default. Only
/// the field's own bytes, and its count or flag before them, are touched. Lists and texts go to
/// `arena`. `whole`: transient fields are values too, and a text keeps its zero bytes. Fails in `r`
/// where the bytes are not what they claim or there is no memory.
void ed_store_read(ed_Reader *r, const ed_Field *field, ed_Arena *arena, bool whole, void *it);

/// The slots of a decoded pool, for the first `kept` of its items: slots stay what they were; one
/// whose item has no room is free from then on, behind those that were free already. Of what was a
/// list every item gets a slot. Fails in the reader of `d`.
void ed_store_slots(ed_Decoder *d, ed_Arena *arena, const ed_OldValue *value, u32 kept,
                    ed_Pool *pool);

ED_C_END
#endif
