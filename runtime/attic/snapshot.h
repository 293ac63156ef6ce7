/// Writes the state of a game as a snapshot, and reads one into a state of any layout. The document
/// itself is snapshot/document.h; this adds migration and the attic.
#ifndef ED_ATTIC_SNAPSHOT_H
#define ED_ATTIC_SNAPSHOT_H
#include "runtime/migrate/report.h"
#include "runtime/msgpack/write.h"
#include "runtime/types/state.h"
ED_C_BEGIN

/// The same state always gives the same bytes.
bool ed_snapshot_write(ed_Writer *w, const ed_State *state);

/// Reads into `state`, whose roots have empty arenas; the records are made here. Fields are
/// matched by name, and those that the writer lacks get their defaults. On failure, `error` has
/// offset and path, and the caller must discard what is in the arenas. `scratch` holds the writer's
/// types during the call, and the report's texts afterwards.
bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error);

ED_C_END
#endif
