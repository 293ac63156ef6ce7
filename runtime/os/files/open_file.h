/// Files that stay open, as handles. Relative paths are resolved from the start folder
/// (start_folder.h). Functions that return an int return 0 or an errno value. Opening never waits,
/// not even for the other end of a pipe. Handles are not inherited by other programs.
#ifndef ED_OS_OPEN_FILE_H
#define ED_OS_OPEN_FILE_H
#include "runtime/os/files/file_info.h"
ED_C_BEGIN

#define ED_NO_FILE (-1)      // a handle of no file

/// Opens a file that exists, to be read. On failure, `file` is ED_NO_FILE.
int ed_file_open(i64 *file, const char *path);
/// Opens a file to be read and written, or creates it. Its content stays. On failure, `file` is
/// ED_NO_FILE.
int ed_file_open_to_write(i64 *file, const char *path);
void ed_file_close(i64 file);      ///< ED_NO_FILE is ignored

int ed_file_info_of(i64 file, ed_FileInfo *info);
/// Reads on from where the last read or write ended. Reads fewer bytes only at the end of the file,
/// or on failure.
int ed_file_read_on(i64 file, void *bytes, size_t size, size_t *got);
/// Writes where the last read or write ended. After a failure, some of the bytes may be written.
int ed_file_write_on(i64 file, const void *bytes, size_t size);
int ed_file_empty(i64 file);      ///< removes all bytes; the next write is at the beginning
int ed_file_sync(i64 file);       ///< returns when the bytes are on the disk

ED_C_END
#endif
