/// Whole files in and out. Reading takes regular files only; writing leaves either the old file
/// or the new one, whole. Relative paths start in the start folder (home.h).
#ifndef ED_OS_FILES_H
#define ED_OS_FILES_H
#include <sys/stat.h>
#include "runtime/base/arena.h"
ED_C_BEGIN

/// The file's bytes, pushed to `arena`. A file that is written to meanwhile is refused.
bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes,
                  ed_Error *error);

/// Temporary file in the same folder, synced, renamed, folder synced. On failure what was there is
/// still there; only where it is the folder that cannot be synced, the new file is in place, and
/// the error says so.
///
/// A link to a file stays a link: its target is replaced. Refused are a link without a target,
/// anything but a file, and a file that the user may not write to. The new file gets the mode of the
/// old one, and its owner if the system allows it.
///
/// The temporary file is NAME.PROCESS-NUMBER.part. One that a killed process left is removed by the
/// next save to NAME; one that a living process writes is locked, and left alone.
bool ed_file_write_atomic(const char *path, const void *bytes, size_t size, ed_Error *error);

/// A file that must not be there yet, in the open folder; not synced. `mode` as for open: the umask
/// takes from it. False with errno set, and nothing is left.
bool ed_file_write_new(int folder, const char *name, mode_t mode, const void *bytes, size_t size);

u64 ed_file_time_ns(const struct stat *st);      ///< when it was last written, since 1970
u64 ed_file_now_ns(void);                        ///< the current time by the same clock

/// Differs when a file was written, replaced or changed in any way that its status shows.
typedef struct ed_FileMark {
    u64 device, inode, size, written_ns, changed_ns;
} ed_FileMark;

ed_FileMark ed_file_mark_of(const struct stat *st);
/// Of the file that the path leads to; all zero if no such file exists.
ed_FileMark ed_file_mark(const char *path);
bool ed_file_is(const char *path, const ed_FileMark *mark);      ///< still the same

ED_C_END
#endif
