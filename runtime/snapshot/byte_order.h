/// Converts rows that another program wrote in big-endian byte order. In the document's types, a
/// big-endian field has a > before its code (document.h).
#ifndef ED_SNAPSHOT_BYTE_ORDER_H
#define ED_SNAPSHOT_BYTE_ORDER_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// Returns whether an element of the field contains something big-endian.
bool ed_has_big_endian(const ed_Field *field);
/// Converts `count` elements of the field to this machine's byte order.
void ed_swap_bytes(const ed_Field *field, u8 *rows, u32 count);

ED_C_END
#endif
