/// Predicts from types alone what a migration may lose, by running its steps over the values that lose
/// the most (possible_values.h).
#ifndef ED_MIGRATE_PREDICT_H
#define ED_MIGRATE_PREDICT_H
#include "runtime/migrate/plan.h"
#include "runtime/snapshot/document.h"
ED_C_BEGIN

#define ED_PREDICT_STATES_MAX 64u

/// Makes the report in `arena`: its rows have no counts, but what may be lost. `next` has at most
/// ED_PREDICT_STATES_MAX states. `live`: by the rules of a hot reload. False with an error if memory is
/// full.
bool ed_predict(const ed_Document *now, const ed_Schema *next, bool live, ed_Arena *arena,
                ed_Report *report, ed_Error *error);

ED_C_END
#endif
