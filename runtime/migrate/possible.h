/// What may be lost on a field's way, where there are no values to look at: the steps are run over
/// the possible values of its type, and their counts tell.
#ifndef ED_MIGRATE_POSSIBLE_H
#define ED_MIGRATE_POSSIBLE_H
#include "runtime/migrate/steps.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Which of ED_MAY_… a value of the writer's field may meet; 0: every value is kept. What is
/// counted meanwhile in rows of the report means nothing.
u32 ed_possible_losses(ed_Load *load, const ed_PlanField *field);

ED_C_END
#endif
