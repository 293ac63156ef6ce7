/// Rows of a writer whose numbers begin with their high byte: codes of the document's types say so
/// with a >.
#ifndef ED_SNAPSHOT_BYTE_ORDER_H
#define ED_SNAPSHOT_BYTE_ORDER_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// Something in an element of it is.
bool ed_order_is_big(const ed_Field *field);
/// Elements of it into this machine's order.
void ed_swap_bytes(const ed_Field *field, u8 *rows, u32 count);

ED_C_END
#endif
