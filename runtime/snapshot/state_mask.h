/// Which bytes of a record are state: not padding, not transient fields, not addresses unless they
/// are to stay in the process. A mask holds the largest value of each byte: 0 where it is not
/// state, 1 where it is a bool, else 255.
#ifndef ED_SNAPSHOT_STATE_MASK_H
#define ED_SNAPSHOT_STATE_MASK_H
#include "runtime/types/types.h"
ED_C_BEGIN

typedef enum ed_Mask {
    ED_MASK_FILE,       // state, for anybody
    ED_MASK_LIVE,       // and addresses: it stays in the process
    ED_MASK_FIELDS      // whatever has a field, also the transient
} ed_Mask;

/// For one element of `field`: sets the bytes of `mask`, zero before, that stand for such bytes.
/// Slots count whole, and of a union what any alternative has.
void ed_mask_element(const ed_Field *field, ed_Mask what, u8 *mask);
/// Bytes above their mask become the mask: a bool that is not 0 becomes 1. `to` may be `from`.
void ed_mask_copy(u8 *to, const u8 *from, const u8 *mask, size_t size);

ED_C_END
#endif
