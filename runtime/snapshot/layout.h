/// Lays out memory for a schema that is known only from a document, so that tools can read state
/// without the game that wrote it. The layout follows the generator's rules (types/c_layout.h),
/// without transient fields, which a document does not have. The writer's sizes and offsets are
/// ignored. A document may come from an untrusted source: it is refused if a type contains itself
/// by value, exceeds a limit, or is not one that eddie could have written.
#ifndef ED_SNAPSHOT_LAYOUT_H
#define ED_SNAPSHOT_LAYOUT_H
#include "runtime/snapshot/document.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_RECORD_BYTES_MAX ((u64)1 << 30)      // of one type

/// Sets the sizes, alignments, offsets and defaults of the document's types in place, and makes a
/// schema of them whose states are the document's roots. The schema's arrays and the defaults live
/// in `arena`. Returns false and sets `error` if a type has no layout; the types cannot be used
/// then.
bool ed_layout(ed_Document *document, ed_Arena *arena, ed_Schema *schema, ed_Error *error);

ED_C_END
#endif
