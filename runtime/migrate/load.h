/// One load, called by snapshot.c while it reads the document: old values are decoded to
/// the writer's layout, and the steps make new ones of them.
#ifndef ED_MIGRATE_LOAD_H
#define ED_MIGRATE_LOAD_H
#include "runtime/migrate/steps.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Loading {
    ed_Decoder d;
    ed_Arena arena;      // old values, until the end
    ed_Plan *plan;
    ed_Attic *columns;      // the attic, or NULL
    ed_LoadShared shared;
} ed_Loading;

/// Fails in `r`, which is the document's. `types`: its section of that name.
void ed_loading_begin(ed_Loading *loading, ed_Reader *r, ed_Plan *plan, ed_Attic *columns,
                      ed_Span types, bool live);
/// The record at the reader, of type `from` or, where the document has none for it, NULL.
void ed_loading_root(ed_Loading *loading, const ed_Type *from, const ed_Type *to,
                     const ed_RootMemory *block);
/// The same where the reader has no state for it: it goes to the attic.
void ed_loading_drop(ed_Loading *loading, const ed_Type *from);
/// A state that the document does not have: out of the attic, or at its defaults.
void ed_loading_added(ed_Loading *loading, const ed_Type *to, const ed_RootMemory *block);
/// When all of the state is there and its handles are settled.
void ed_loading_finish(ed_Loading *loading);
/// When the plan is done with: commits the attic, or aborts it.
void ed_loading_close(ed_Loading *loading);

ED_C_END
#endif
