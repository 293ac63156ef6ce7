/// A snapshot without its game: read with the types it contains, into memory of their layout.
#ifndef HOST_CMD_SNAPSHOT_FILE_H
#define HOST_CMD_SNAPSHOT_FILE_H
#include "runtime/migrate/report.h"
#include "runtime/snapshot/document.h"
#include "runtime/value/value.h"

typedef struct host_SnapshotFile {
    const char *path;
    ed_Arena arena;        // for the file and its types
    ed_Arena scratch;      // for the reader
    ed_Span bytes;         // of the file
    ed_Document about;
    ed_Schema schema;
    ed_State state;        // of that schema, each root in its own arena
    ed_Report report;      // of the reading: invalid values were corrected, and are listed there
    bool altered;          // the hash does not match the bytes
} host_SnapshotFile;

/// Returns ED_EXIT_NOT_YET; otherwise an error was printed and nothing is left open: ED_EXIT_STATE
/// if the snapshot was refused.
int host_snapshot_file_open(host_SnapshotFile *document, const char *path);
/// Also opens a damaged snapshot as far as possible: for inspection, not for running.
int host_snapshot_file_examine(host_SnapshotFile *document, const char *path);
void host_snapshot_file_close(host_SnapshotFile *document);

/// True if any of its values is in tables.
bool host_snapshot_file_has_tables(const host_SnapshotFile *document);
/// Finds the value at `path`, or prints why it does not exist. "" and NULL are not paths.
bool host_snapshot_file_find(const host_SnapshotFile *document, const char *path,
                             ed_ValueRef *place);

/// Prints "eddie: FILE: reason" on standard error; returns `code`.
int host_snapshot_file_refuse(const char *path, const ed_Error *error, int code);
#endif
