/// Masks of the bytes of a record that are state. Padding and transient fields are not state.
/// Pointers are state only in a document for this run of the game. A mask has one byte for each
/// byte of the record, the largest value that this byte may have: 0 if it is not state, 1 if it is
/// a bool, else 255.
#ifndef ED_SNAPSHOT_STATE_MASK_H
#define ED_SNAPSHOT_STATE_MASK_H
#include "runtime/types/types.h"
ED_C_BEGIN

typedef enum ed_MaskScope {
    ED_MASK_FILE,       // the state without pointers: any process can read it
    ED_MASK_LIVE,       // also pointers: the document is for this run of the game
    ED_MASK_FIELDS      // all fields, also transient ones
} ed_MaskScope;

/// Makes the mask of one element of `field` in `mask`, which the caller has zeroed. All bytes of a
/// slot count as state, and in a union those of all alternatives; canonicalize.h zeroes the unused
/// ones.
void ed_mask_element(const ed_Field *field, ed_MaskScope scope, u8 *mask);
/// Copies bytes and limits each to its mask, so that a bool above 1 becomes 1. `to` may equal
/// `from`.
void ed_mask_copy(u8 *to, const u8 *from, const u8 *mask, size_t size);

ED_C_END
#endif
