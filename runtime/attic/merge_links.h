/// Record pointers of a retained state lead to its own records. Before its values are merged, they
/// get the names of the same records in the newer state.
#ifndef ED_ATTIC_MERGE_LINKS_H
#define ED_ATTIC_MERGE_LINKS_H
#include "runtime/attic/merge.h"
ED_C_BEGIN

/// Renames the targets of all record pointers in `old`. Records are matched as the merge matches
/// items: by handle, by key, or by index if both containers have the same length, or if `now` has
/// as many records as `base`. (Then the records that `now` lacks were cut off, and the merge may
/// bring them back. ed_links_settle clears the pointers to those that did not come back.) Other
/// pointers become null. `base` may be NULL. Returns false if memory is full.
bool ed_merge_links(ed_Merge *merge, const ed_State *now, const ed_State *base,
                    const ed_State *old);

ED_C_END
#endif
