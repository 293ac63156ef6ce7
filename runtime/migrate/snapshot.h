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

/// Reads into `state`, whose blocks have empty arenas and get their records here. Values are found
/// by tag; fields that the writer lacks get their defaults. On failure, `error` has offset and
/// path, and what was built in the arenas must be discarded. `scratch` holds the writer's types
/// during the call, and the report's texts afterwards.
bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error);

/// The reader's state for the writer's root `from` of that tag: by name, then by a former name of
/// either. Its index, or state_count. `from` may be NULL.
u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from);

ED_C_END
#endif
