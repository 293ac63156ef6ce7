/// One load: decodes old values to their writer's layout, and runs the steps that migrate them.
/// load_document.c calls it while it reads the document.
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
    ed_LoadShared shared;
} ed_LoadSession;

/// `r` reads the document into `state`, and errors are set in it.
void ed_load_session_begin(ed_LoadSession *loading, ed_Reader *r, ed_Plan *plan,
                           const ed_State *state);
/// Decodes all old states, which plan->states lists, before the first one is migrated.
void ed_load_session_decode_states(ed_LoadSession *loading);
/// Migrates the root that the reader is at. `from`: its type in the document, or NULL if the
/// document does not have it.
void ed_load_session_root(ed_LoadSession *loading, const ed_Type *from, const ed_Type *to,
                          const ed_RootMemory *root);
/// Drops the root that the reader is at, which has no state in the new schema.
void ed_load_session_drop(ed_LoadSession *loading, const ed_Type *from);
/// Adds a state that the document does not have, at its defaults.
void ed_load_session_added(ed_LoadSession *loading, const ed_Type *to, const ed_RootMemory *root);
/// Called after all of the state was loaded and dangling handles were cleared, or after a failure.
void ed_load_session_finish(ed_LoadSession *loading);

ED_C_END
#endif
