/// Fields whose bytes mean the same in old and new rows. They are copied with the row (row_copy.h);
/// this file finds these fields, and then checks and counts their values. An invalid value becomes
/// what the field's step would have converted it to.
#ifndef ED_MIGRATE_CHECK_COPIED_H
#define ED_MIGRATE_CHECK_COPIED_H
#include "runtime/migrate/field_step.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Finds the fields of `steps` that are copied, and makes its row copy. False if memory is full.
bool ed_copied_find(ed_Load *load, ed_Steps *steps);

/// Counts the fields that were copied without a check, after all records were loaded.
void ed_count_copied(const ed_Plan *plan);
/// Checks and counts elements that were copied with their records: at most ED_BLOCK_ROWS, unless
/// every bit pattern is a valid value.
void ed_check_copied_elements(ed_Load *load, const ed_Conversion *conversion,
                              const ed_Elements *elements);
/// Checks and counts a copied field of copied rows.
void ed_check_copied_field(ed_Load *load, const ed_FieldStep *step, const ed_Elements *rows);

ED_C_END
#endif
