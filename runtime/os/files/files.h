/// Writes whole files; file_read.h reads them. A write leaves either the complete old file or the
/// complete new one. Relative paths are resolved from the start folder (start_folder.h).
#ifndef ED_OS_FILES_H
#define ED_OS_FILES_H
#include "runtime/os/files/file_info.h"
#include "runtime/os/files/file_read.h"
#include "runtime/os/files/target.h"
ED_C_BEGIN

/// Writes a temporary file in the same folder, syncs it, renames it to `path` and syncs the folder.
/// After a failure the old file is unchanged, with one exception. If only the folder cannot be
/// synced, the new file is in place, and the error says so.
///
/// If `path` is a link to a file, the target is replaced and the link stays. Dangling links,
/// anything that is not a regular file, and files that the user may not write to are refused. The
/// new file gets the mode of the old one, and its owner if the system allows it.
///
/// The temporary file is NAME.PID-COUNTER.part, and locked while it is written. If a process was
/// killed, the next save to NAME removes its temporary file, which is no longer locked.
bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error);

typedef enum ed_FileAccess {
    ED_FILE_SHARED,      // with the permissions that new files of the user usually get
    ED_FILE_PRIVATE      // only the user may read and write it
} ed_FileAccess;

/// Creates a file; fails if the name exists already. Does not sync it. Returns 0 or an errno value,
/// and leaves no file after a failure.
int ed_file_write_new(const char *path, ed_FileAccess access, const void *bytes, size_t size);

/// Writes a file of a set that is to be complete or not written at all. The bytes go to a temporary
/// file beside the target. It gets the permissions of the file that it will replace, and the owner
/// if the system allows it. It is not synced. When all files of the set are written, ed_file_rename
/// each to target->path; after a failure, ed_file_remove each. Returns 0 or an errno value, and
/// leaves no file after a failure.
int ed_file_write_beside(const ed_Target *target, const void *bytes, size_t size,
                         char temporary[ED_PATH_MAX]);

ED_C_END
#endif
