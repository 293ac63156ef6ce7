/// Finds which losses the migration of a field may have, if there are only types and no values. The
/// steps are run over sample values of the old type, and their counts show the losses.
#ifndef ED_MIGRATE_POSSIBLE_VALUES_H
#define ED_MIGRATE_POSSIBLE_VALUES_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Returns the losses that a value of the old field may have, as ED_MAY_… flags; 0 if every value
/// is kept. The counts that this leaves in report rows have no meaning.
u32 ed_possible_losses(ed_Load *load, const ed_PlanField *field);

ED_C_END
#endif
