/// Symbols: pointers to functions of the module, and to the rows of its constant tables. In memory
/// of a module's types, a symbol is an address. In a snapshot, and in memory of types that were
/// read from one, it is a number: that of the ed_Value that names it. The first value is null,
/// whose number and address are 0.
#ifndef ED_TYPES_SYMBOL_H
#define ED_TYPES_SYMBOL_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// Returns the value of the symbol at `at`. Returns NULL for an address or a number that has no
/// name.
const ed_Value *ed_symbol_value(const ed_Type *type, const void *at);
/// Stores the symbol as the memory of the type has it: as an address or a number.
void ed_symbol_store(const ed_Type *type, const ed_Value *value, void *at);

ED_C_END
#endif
