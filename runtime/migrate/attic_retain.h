/// Puts values that a step drops or reduces into the attic.
#ifndef ED_MIGRATE_ATTIC_RETAIN_H
#define ED_MIGRATE_ATTIC_RETAIN_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Retains the value of a dropped field. `one`: its record, with the path of the field.
void ed_retain_dropped(ed_Load *load, const ed_TypePlan *pair, u32 field, ed_OldValue *value,
                       const ed_Elements *one);
/// The same for a block of rows, with the path of the field. Returns false if the values are not
/// plain or if several records may have the same key: the caller then retains them one by one.
bool ed_retain_rows(ed_Load *load, const ed_TypePlan *pair, u32 field, const ed_Elements *rows);
/// Retains the old value of a field whose new value, in the new record of `one`, is reduced.
void ed_retain_reduced(ed_Load *load, const ed_TypePlan *pair, u32 field, const ed_Field *to,
                       ed_OldValue *value, const ed_Elements *one);
/// Retains a state that was dropped. `value`: its bytes in the document. Returns false if there is
/// no room.
bool ed_retain_root(ed_Load *load, const ed_Type *from, ed_Span value);
/// Requests that `became` be set at the end of the load, to the hash of the new value of the field
/// `to`, which is at `at`.
void ed_retain_became(ed_Load *load, u64 *became, const ed_Field *to, const u8 *at);
/// Called after all of the state was loaded: computes the hash of what each retained value became.
void ed_retain_finish(ed_Load *load);

/// The record keys of a block, in the old or in the new state. `memory` holds them if they are not
/// ED_KEY_STEP apart.
ed_RowKeys ed_attic_keys(const ed_Elements *rows, bool from, u64 memory[ED_BLOCK_ROWS]);
/// Allocates memory that lasts until the end of the load. If memory is full, returns NULL and fails
/// the load, since values would otherwise silently not be restored.
void *ed_attic_push(ed_Load *load, size_t size);

ED_C_END
#endif
