/// Values that a step drops or reduces, on their way into the attic.
#ifndef ED_MIGRATE_ATTIC_RETAIN_H
#define ED_MIGRATE_ATTIC_RETAIN_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// `one`: the record whose field it is; its path is the field's.
void ed_keep_dropped(ed_Load *load, const ed_TypePlan *pair, u32 field, ed_OldValue *value,
                     const ed_Elements *one);
/// The same for a block of rows; their path is the field's. Returns false if the values or their
/// records are not plain: the caller then keeps them one by one.
bool ed_keep_rows(ed_Load *load, const ed_TypePlan *pair, u32 field, const ed_Elements *rows);
void ed_keep_reduced(ed_Load *load, const ed_TypePlan *pair, u32 field, const ed_Field *to,
                     ed_OldValue *value, const ed_Elements *one);
/// A state that is gone: `value` as its document has it. Returns false if there is no room for it.
bool ed_keep_root(ed_Load *load, const ed_Type *from, ed_Span value);
/// At the end of the load `became` gets the hash of the value of `to` at `at`.
void ed_keep_became(ed_Load *load, u64 *became, const ed_Field *to, const u8 *at);
/// Once all of the state is there: what each retained value has become.
void ed_keep_finish(ed_Load *load);

/// The record keys of a block, in the old or in the new state. `memory` holds them if they are not
/// ED_KEY_STEP apart.
ed_RowKeys ed_attic_keys(const ed_Elements *rows, bool from, u64 memory[ED_BLOCK_ROWS]);
/// Allocates memory that lasts until the end of the load. Returns NULL and fails the load if memory
/// is full: otherwise values would silently not be restored.
void *ed_attic_push(ed_Load *load, size_t size);

ED_C_END
#endif
