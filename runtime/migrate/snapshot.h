/// Writes the state of a game as a snapshot, and reads one into a state of any layout. The document
/// itself is snapshot/document.h; this adds migration and the attic.
#ifndef ED_MIGRATE_SNAPSHOT_H
#define ED_MIGRATE_SNAPSHOT_H
#include "runtime/migrate/report.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/state.h"
ED_C_BEGIN

/// Same state, same bytes.
bool ed_snapshot_write(ed_Writer *w, const ed_State *state);

/// Into `state`, whose blocks hold empty arenas and get their records here; by tag, defaults for
/// what the writer lacked. On failure `error` tells offset and path; what was built in the arenas
/// so far is to be thrown away. `scratch` holds the writer's types while it works, and the report's
/// texts after.
bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error);

/// The reader's state for the writer's root `from` of that tag: by name, then by a former name of
/// either. Its index, or state_count. `from` may be NULL.
u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from);

ED_C_END
#endif
