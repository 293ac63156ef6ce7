/// Memory for a schema that is known from a document alone: tools read state without the game that
/// wrote it. Laid out as the generator does, but only what a document has: no transient fields.
/// What the writer says of sizes and offsets is not asked; by hostile bytes no type may be endless,
/// over a limit, or one that the engine does not expect.
#ifndef ED_SNAPSHOT_LAYOUT_H
#define ED_SNAPSHOT_LAYOUT_H
#include "runtime/snapshot/document.h"
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_RECORD_BYTES_MAX ((u64)1 << 30)      // of one type

/// Gives the document's types sizes, alignments and offsets, in place, and makes a schema of them
/// whose states are its roots. Both live in `arena`. Returns false and sets `error` if a
/// type has no layout; the types cannot be used then.
bool ed_layout(ed_Document *document, ed_Arena *arena, ed_Schema *schema, ed_Error *error);

ED_C_END
#endif
