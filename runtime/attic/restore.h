/// Brings back what the new layout has again: chooses the retained states, loads them, and merges each
/// into the next newer one (attic.h).
#ifndef ED_ATTIC_RESTORE_H
#define ED_ATTIC_RESTORE_H
#include "runtime/attic/attic.h"
#include "runtime/migrate/load_document.h"
ED_C_BEGIN

/// Counts what was restored in the report of the load. Returns false if memory is full; the error is
/// then in load->r.
bool ed_attic_restore(ed_Attic *attic, ed_DocumentLoad *load);

ED_C_END
#endif
