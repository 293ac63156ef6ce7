/// Which fields a merge of a retained state has to look at, and what the loads tell of them. `plan` is
/// always from the retained state to the new layout.
#ifndef ED_ATTIC_MERGE_FIELDS_H
#define ED_ATTIC_MERGE_FIELDS_H
#include "runtime/attic/attic.h"
#include "runtime/attic/merge.h"
ED_C_BEGIN

/// Marks the fields of which the current layout lacks something, as far as names tell (`lacks`).
void ed_merge_mark_lacking(ed_Merge *merge, const ed_Retained *retained, const ed_Plan *plan);
/// Marks the fields in which the load of the retained state into the newer layout lost something
/// (`differs`). Returns false if memory is full.
bool ed_merge_mark_losses(ed_Merge *merge, const ed_Plan *plan, const ed_Plan *into_newer);
/// Returns whether the newer document has none of the fields that it lacks something of, after they
/// were marked. They then have defaults, which nobody changed, so these fields differ and `base`
/// need not be loaded. `newer`: the plan from that document to the new layout.
bool ed_merge_base_is_now(ed_Merge *merge, const ed_Plan *newer);
/// Sets what the plans tell of each field, and begins to count.
void ed_merge_describe(ed_Merge *merge, const ed_Plan *plan, const ed_Plan *newer);

ED_C_END
#endif
