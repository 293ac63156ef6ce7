/// What the types and fields of retained states are called today (attic.h).
#ifndef ED_ATTIC_RENAMES_H
#define ED_ATTIC_RENAMES_H
#include "runtime/attic/attic.h"
#include "runtime/migrate/plan.h"
ED_C_BEGIN

/// Keeps the renames of a load, and gives the lists of all states the new names.
void ed_attic_note_renames(ed_Attic *attic, const ed_Plan *plan);

/// Gives the list of a state the names that the last load gave its fields.
void ed_attic_rename_lost(const ed_Attic *attic, ed_Retained *retained);

/// Gives the types of a document the names of today. An ed_RenameTypes; `it` is an ed_NamesToday.
typedef struct ed_NamesToday {
    const ed_Attic *attic;
    u32 renames;      // number of renames that were there before the document was loaded
} ed_NamesToday;
void ed_attic_rename_types(const void *it, ed_DocumentTypes *types);

ED_C_END
#endif
