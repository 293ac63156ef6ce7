/// Stores decoded values in memory of the same type: defaults of a document, values that a user
/// sets, and rows that a game reads with ed_unpack_rows. Nothing is migrated from another type, but
/// a document may contain a value that does not fit its own type. Numbers are then rounded or
/// clamped to the range, texts and lists are cut, and flags lose unknown bits. Any other value that
/// does not fit leaves the memory as it is. In an array or an optional field, such a value may
/// become the default of its type instead.
#ifndef ED_SNAPSHOT_DECODE_INTO_H
#define ED_SNAPSHOT_DECODE_INTO_H
#include "runtime/snapshot/decode.h"
#include "runtime/types/pool.h"
ED_C_BEGIN

/// Reads a value of `field` from `r` into that field of the record `it`. Parts that the value does
/// not contain are left as they are, so the caller sets their defaults first. But missing numbers,
/// texts and handles of an array with several dimensions become zero or empty. Touches only the
/// field's own bytes and the count or bool before them. Lists and texts go to `arena`. With
/// `with_transient`, transient fields are read too, and texts keep zero bytes. Fails `r` if the
/// bytes are invalid or memory is full.
void ed_decode_into(ed_Reader *r, const ed_Field *field, ed_Arena *arena, bool with_transient,
                    void *it);

#define ED_DECODE_ROOM 8192u      // bytes of memory that are enough to decode nearly every value
/// Does the same with the reader of `d`, whose `sparse` is set. Several calls with one decoder lay
/// out each type only once.
void ed_decode_into_next(ed_Decoder *d, const ed_Field *field, ed_Arena *arena, void *it);

/// Restores the slots of a decoded pool for the first `kept` of its items, so that their handles
/// stay valid. Slots of items beyond `kept` become free, and are used after those that were already
/// free. If the old value was a plain list, every item gets a new slot. Fails the reader of `d` if
/// a handle is invalid or memory is full.
void ed_decode_pool_slots(ed_Decoder *d, ed_Arena *arena, const ed_OldValue *value, u32 kept,
                          ed_Pool *pool);

ED_C_END
#endif
