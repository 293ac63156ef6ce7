/// Whole files in and out. Reading takes regular files only; writing leaves either the old file or the new one, whole.
#ifndef ED_FILE_H
#define ED_FILE_H
#include "runtime/read.h"
ED_C_BEGIN

/// The file's bytes, pushed to `arena`.
bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes, ed_Error *error);

/// Temporary file in the same folder, synced, renamed, folder synced. On failure what was there is still there; only where
/// it is the folder that cannot be synced, the new file is in place, and the error says so.
bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error);

/// A file that must not be there yet, in a folder of one's own; not synced.
bool ed_file_write_new(const char *path, const void *bytes, size_t size, ed_Error *error);

ED_C_END
#endif
