/// Rows of a writer whose numbers begin with their high byte: codes of the document's types say so with a >.
#ifndef ED_ORDER_H
#define ED_ORDER_H
#include "runtime/types.h"
ED_C_BEGIN

bool ed_order_is_big(const ed_Field *field);                            ///< something in an element of it is
void ed_order_turn  (const ed_Field *field, u8 *rows, u32 count);       ///< elements of it into this machine's order

ED_C_END
#endif
