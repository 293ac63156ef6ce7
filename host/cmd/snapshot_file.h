/// Opens a snapshot without its game. A snapshot contains its types: they define how the values are
/// read and how they are laid out in memory.
#ifndef HOST_CMD_SNAPSHOT_FILE_H
#define HOST_CMD_SNAPSHOT_FILE_H
#include "runtime/migrate/report.h"
#include "runtime/snapshot/document.h"
#include "runtime/value/value.h"

typedef struct host_SnapshotFile {
    const char *path;
    ed_Arena arena;        // of the file and its types
    ed_Arena scratch;      // temporary, for the reader
    ed_Span bytes;         // of the file
    ed_Document about;
    ed_Schema schema;
    ed_State state;        // values laid out as in `schema`, each root in its own arena
    ed_Report report;      // lists invalid values, which were corrected while reading
    ed_Budget budget;      // what the values may still cost
    bool altered;          // the hash does not match the bytes
} host_SnapshotFile;

/// Returns ED_EXIT_NOT_YET on success. On failure, prints an error, leaves nothing open, and
/// returns the exit code: ED_EXIT_STATE if the snapshot was refused.
int host_snapshot_file_open(host_SnapshotFile *file, const char *path);
/// Also opens a damaged snapshot as far as possible: for inspection, not for running.
int host_snapshot_file_examine(host_SnapshotFile *file, const char *path);
void host_snapshot_file_close(host_SnapshotFile *file);

/// True if the snapshot contains a row table, the compact form of an array (row_table.h). False if
/// it was written with --open.
bool host_snapshot_file_has_tables(const host_SnapshotFile *file);
/// Finds the value at `path`. If it does not exist, prints why and returns false. `path` must not
/// be NULL.
bool host_snapshot_file_find(const host_SnapshotFile *file, const char *path, ed_ValueRef *ref);
#endif
