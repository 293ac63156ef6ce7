/// One load: decodes old values to their writer's layout, and runs the steps that migrate them.
/// snapshot.c calls it while it reads the document.
#ifndef ED_MIGRATE_LOAD_H
#define ED_MIGRATE_LOAD_H
#include "runtime/migrate/steps.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_LoadSession {
    ed_Decoder d;
    ed_Arena arena;      // old values, until ed_load_session_finish
    ed_Plan *plan;
    ed_Attic *attic;      // the attic, or NULL
    ed_LoadShared shared;
} ed_LoadSession;

/// `r` reads the document into `state`, and errors are set in it. `types`: the document's `types`
/// section.
void ed_load_session_begin(ed_LoadSession *loading, ed_Reader *r, ed_Plan *plan,
                           const ed_State *state, ed_Span types);
/// Finds the parts that move between states, and decodes all old states, which plan->states lists:
/// their parts move before the states themselves are migrated.
void ed_load_session_states(ed_LoadSession *loading, const ed_Schema *schema);
/// Migrates the root that the reader is at. `from`: its type in the document, or NULL if the
/// document does not have it.
void ed_load_session_root(ed_LoadSession *loading, const ed_Type *from, const ed_Type *to,
                          const ed_RootMemory *root);
/// Drops the root that the reader is at, which has no state in the new schema. The attic retains
/// it.
void ed_load_session_drop(ed_LoadSession *loading, const ed_Type *from);
/// Adds a state that the document does not have: restored from the attic, or at its defaults.
void ed_load_session_added(ed_LoadSession *loading, const ed_Type *to, const ed_RootMemory *root);
/// Called after all of the state was loaded and dangling handles were cleared, or after a failure.
void ed_load_session_finish(ed_LoadSession *loading);
/// Called after the last use of the plan. Commits the attic, or aborts it if the load failed.
void ed_load_session_close(ed_LoadSession *loading);

ED_C_END
#endif
