/// Restores values from the attic, which attic_retain.h put there.
#ifndef ED_MIGRATE_ATTIC_RESTORE_H
#define ED_MIGRATE_ATTIC_RESTORE_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

struct ed_AddedField;
struct ed_FieldStep;

/// Called for a value that was converted without loss. Retained values that earlier reloads reduced
/// to `value` can still be restored: from now on while the field keeps the converted value.
void ed_keep_still_reduced(ed_Load *load, const ed_Field *to, ed_OldValue *value,
                           const ed_Elements *one);

/// Returns whether the attic has values with that path.
bool ed_restore_possible(ed_Load *load, u64 path);
/// Restores the value that earlier reloads reduced to `value`. `cannot`: no value of this type can
/// be converted, so any retained value of the record is restored. Returns false if the attic has no
/// such value.
bool ed_restore_reduced(ed_Load *load, const ed_PlanField *plan, bool cannot, ed_OldValue *value,
                        const ed_Elements *one);
/// Restores values of a new field, which may be retained under one of its former names.
void ed_restore_dropped(ed_Load *load, struct ed_AddedField *added, const ed_Elements *rows);

/// Restores a dropped alternative of a union of type `to`. `added` is the alternative. The union
/// must still hold `now`, the value it got when the alternative was dropped. Returns false if no
/// such value is retained.
bool ed_restore_alternative(ed_Load *load, const ed_Type *to, struct ed_AddedField *added,
                            ed_OldValue *now, const ed_Elements *one);

/// Restores a new state to its record at `at`. Returns false if the attic does not have it.
bool ed_restore_root(ed_Load *load, const ed_Type *to, u8 *at);

/// Called after all of the state was loaded: reports retained values whose record was not found.
void ed_restore_finish(ed_Load *load);

/// Migrates a value of the attic to the field of `one`. Returns false if part of the value was
/// lost. Defined in steps.c.
bool ed_steps_restore(ed_Load *load, struct ed_FieldStep *step, ed_OldValue *value,
                      ed_Elements one);

ED_C_END
#endif
