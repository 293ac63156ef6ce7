/// Marks of files: whether a file changed, and whether two paths lead to the same file. Relative
/// paths are resolved from the start folder (start_folder.h).
#ifndef ED_OS_FILE_MARK_H
#define ED_OS_FILE_MARK_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Identifies a version of a file. It differs after the file was written or replaced, or after its
/// metadata changed.
typedef struct ed_FileMark {
    u64 device, inode;      // identify the file; all zero: no file
    u64 size;               // bytes
    u64 written_ns;         // time of the last write, since 1970: the clock of ed_date_ns
    u64 changed_ns;         // time of the last change of content or metadata
} ed_FileMark;

/// Returns the mark of the file at `path`, following links; all zero if no such file exists.
ed_FileMark ed_file_mark(const char *path);
bool ed_file_is_unchanged(const char *path,
                          const ed_FileMark *mark);      ///< the file has not changed
/// Returns true if both marks are of the same file, even if it changed. False for zeroed marks.
bool ed_file_is_same(const ed_FileMark *a, const ed_FileMark *b);

ED_C_END
#endif
