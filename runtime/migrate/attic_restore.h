/// Values that return from the attic. attic_retain.h says how they get there.
#ifndef ED_MIGRATE_ATTIC_RESTORE_H
#define ED_MIGRATE_ATTIC_RESTORE_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

struct ed_AddedField;
struct ed_FieldStep;

/// Called for a value that was converted without loss. Retained values that earlier reloads reduced
/// to `value` can still be restored: from now on while the field keeps the converted value.
void ed_keep_standing(ed_Load *load, const ed_Field *to, ed_OldValue *value,
                      const ed_Elements *one);

/// The attic has values of that path.
bool ed_return_possible(ed_Load *load, u64 path);
/// The value as it was before earlier reloads reduced it, if what it became still stands; where
/// nothing of the old value `cannot` be carried, whatever it became. Returns false if no such value
/// is retained.
bool ed_return_reduced(ed_Load *load, const ed_PlanField *plan, bool cannot, ed_OldValue *value,
                       const ed_Elements *one);
/// Values of a field that is new, by one of the names it may have had.
void ed_return_dropped(ed_Load *load, struct ed_AddedField *added, const ed_Elements *rows);

/// Restores a dropped alternative of a union of type `to`. `added` is the alternative. The union
/// must still hold `now`, the value it got when the alternative was dropped. Returns false if no
/// such value is retained.
bool ed_return_alternative(ed_Load *load, const ed_Type *to, struct ed_AddedField *added,
                           ed_OldValue *now, const ed_Elements *one);

/// A state that is new, into its record at `at`, if it was dropped before.
bool ed_return_root(ed_Load *load, const ed_Type *to, u8 *at);

/// Once all of the state is there: what the report says of values that found no record.
void ed_returns_finish(ed_Load *load);

/// A value of the attic into the field of `one`; false where not all of it returned. steps.c
bool ed_steps_return(ed_Load *load, struct ed_FieldStep *step, ed_OldValue *value, ed_Elements one);

ED_C_END
#endif
