/// Tells which bytes of a record are state. Padding and transient fields are not. Addresses are
/// state only if the document never leaves the process. A mask has the largest value of each byte:
/// 0 if the byte is not state, 1 if it is a bool, else 255.
#ifndef ED_SNAPSHOT_STATE_MASK_H
#define ED_SNAPSHOT_STATE_MASK_H
#include "runtime/types/types.h"
ED_C_BEGIN

typedef enum ed_MaskScope {
    ED_MASK_FILE,       // state that any process can read
    ED_MASK_LIVE,       // also addresses: the document stays in the process
    ED_MASK_FIELDS      // all fields, also transient ones
} ed_MaskScope;

/// Makes the mask of one element of `field` in `mask`, which is zeroed. All bytes of a slot count,
/// and in a union the bytes of all alternatives.
void ed_mask_element(const ed_Field *field, ed_MaskScope what, u8 *mask);
/// Copies bytes and limits each to its mask, so that a bool that is not 0 becomes 1. `to` may be
/// `from`.
void ed_mask_copy(u8 *to, const u8 *from, const u8 *mask, size_t size);

ED_C_END
#endif
