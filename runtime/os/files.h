/// Reads and writes whole files. Only regular files are read. A write leaves either the complete
/// old file or the complete new one. Relative paths are resolved from the start folder
/// (start_folder.h).
#ifndef ED_OS_FILES_H
#define ED_OS_FILES_H
#include <sys/stat.h>
#include "runtime/base/arena.h"
ED_C_BEGIN

/// Reads a file into `arena`. Fails if the file is written to at the same time.
bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes,
                  ed_Error *error);

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

/// Creates a file in the open folder; fails if it exists already. Does not sync it. The umask
/// applies to `mode`. Returns false and sets errno on failure, and then leaves no file.
bool ed_file_write_new(int folder, const char *name, mode_t mode, const void *bytes, size_t size);

u64 ed_file_time_ns(const struct stat *st);      ///< time of the last write, since 1970
u64 ed_file_now_ns(void);                        ///< the current time of the same clock

/// Identifies a version of a file. It differs after the file was written or replaced, or after its
/// metadata changed.
typedef struct ed_FileMark {
    u64 device, inode, size, written_ns, changed_ns;
} ed_FileMark;

ed_FileMark ed_file_mark_of(const struct stat *st);
/// Returns the mark of the file at `path`, following links; all zero if no such file exists.
ed_FileMark ed_file_mark(const char *path);
bool ed_file_is_unchanged(const char *path,
                          const ed_FileMark *mark);      ///< the file has not changed

ED_C_END
#endif
