/// Restores values that attic_retain.h put into the attic. In these functions, the parameter `one`
/// is a single record: its record key selects the value, and its path is that of the field.
#ifndef ED_MIGRATE_ATTIC_RESTORE_H
#define ED_MIGRATE_ATTIC_RESTORE_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

struct ed_AddedField;
struct ed_FieldStep;

/// Called after `value` was converted without loss. If the attic has values that earlier reloads
/// reduced to `value`, they stay there, now with the hash of the converted value. So a later reload
/// restores them if the field still has the converted value.
void ed_retain_still_reduced(ed_Load *load, const ed_Field *to, ed_OldValue *value,
                             const ed_Elements *one);

/// Returns whether the attic has values of the field with that path.
bool ed_restore_possible(ed_Load *load, u64 path);
/// Restores the retained value that earlier reloads reduced to `value`. `inconvertible`: no value
/// of the old field can be converted to the new one. Then any retained value of this field and
/// record is restored, whatever it was reduced to. Returns the field that the value was retained
/// from, or NULL if the attic has no such value.
const ed_Field *ed_restore_reduced(ed_Load *load, const ed_PlanField *plan, bool inconvertible,
                                   ed_OldValue *value, const ed_Elements *one);
/// Restores the values of an added field for a block of records. The attic may have them under one
/// of the field's former names.
void ed_restore_dropped(ed_Load *load, struct ed_AddedField *added, const ed_Elements *rows);

/// Restores the value that a union of type `to` had before a reload dropped its alternative.
/// `added` is that alternative, which the schema has again. `now` is the union's current value; it
/// must be the value that the union got from that reload. Returns false if the attic has no such
/// value.
bool ed_restore_alternative(ed_Load *load, const ed_Type *to, struct ed_AddedField *added,
                            ed_OldValue *now, const ed_Elements *one);

/// Restores a whole state of type `to` that the old schema did not have; its record is at `at`.
/// Returns false if the attic has no such state.
bool ed_restore_root(ed_Load *load, const ed_Type *to, u8 *at);

/// Called after all of the state was loaded: adds a note to the report about retained values that
/// were not restored, because their record was not found or their type differs.
void ed_restore_finish(ed_Load *load);

/// Migrates a value of the attic to the step's field of the record `one`. Returns false if part of
/// the value was lost. Defined in steps.c.
bool ed_steps_restore(ed_Load *load, struct ed_FieldStep *step, ed_OldValue *value,
                      ed_Elements one);

ED_C_END
#endif
