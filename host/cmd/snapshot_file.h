/// A snapshot without its game: opened with the types it carries itself, in memory of their own
/// layout.
#ifndef HOST_CMD_SNAPSHOT_FILE_H
#define HOST_CMD_SNAPSHOT_FILE_H
#include "runtime/migrate/report.h"
#include "runtime/snapshot/document.h"
#include "runtime/value/value.h"

typedef struct host_SnapshotFile {
    const char *path;
    ed_Arena arena;        // the file, its types and what belongs to them
    ed_Arena scratch;      // the reader's
    ed_Span bytes;         // of the file
    ed_Document about;
    ed_Schema schema;
    ed_State state;        // of that schema, each root in an arena of its own
    ed_Report report;      // of the reading: what was no value of its type was mended,
                           //   and is told there
    bool altered;          // its hash is not that of its bytes
} host_SnapshotFile;

/// ED_EXIT_NOT_YET; else all is said on standard error and nothing is left open: ED_EXIT_STATE where
/// it was refused.
int host_snapshot_file_open(host_SnapshotFile *document, const char *path);
/// Likewise one that was altered is opened, as far as its bytes hold together: to look at, not to
/// go on with.
int host_snapshot_file_examine(host_SnapshotFile *document, const char *path);
void host_snapshot_file_close(host_SnapshotFile *document);

/// Its values have tables anywhere.
bool host_snapshot_file_has_tables(const host_SnapshotFile *document);
/// Finds the place, or tells on standard error why there is none. "" and NULL are no path.
bool host_snapshot_file_find(const host_SnapshotFile *document, const char *path, ed_Place *place);

/// "eddie: FILE: why" on standard error; the code.
int host_snapshot_file_refuse(const char *path, const ed_Error *error, int code);
#endif
