/// What a change of the schema would do to state, told before it happens and in the words of the
/// report after it. The new schema comes as a document too: `eddiec --snapshot` writes one. It is
/// laid out here, so no game is needed; an upgrade function cannot run, and the report says so.
#ifndef ED_MIGRATE_DRY_RUN_H
#define ED_MIGRATE_DRY_RUN_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_FORECAST_ROOTS_MAX 64u

typedef struct ed_Forecast {
    ed_Span now;       // a snapshot; what it holds goes through the real engine
    ed_Span next;      // the new schema's
    bool live;         // as between two saves one after the other, not as from disk
    bool
        bare;      // `now` is of a schema too: it has no values, so what any value may lose is told
} ed_Forecast;

/// The report lives in `arena`, and borrows both documents. False where one of them is refused:
/// `at_next` says which.
bool ed_forecast(const ed_Forecast *forecast, ed_Arena *arena, ed_Report *report, bool *at_next,
                 ed_Error *error);

ED_C_END
#endif
