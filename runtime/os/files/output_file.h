/// A temporary file, in memory if possible, that receives what a child process writes (child.h). It
/// keeps the first bytes only: writing more fails. On macOS it keeps everything.
#ifndef ED_OS_OUTPUT_FILE_H
#define ED_OS_OUTPUT_FILE_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Opens an empty file that keeps `bytes` bytes. Returns 0 or an errno value, and then `handle` is
/// -1.
int ed_output_file_open(i64 *handle, u32 bytes);
/// Copies what was written from the start, up to the first zero byte, and adds a zero byte. Returns
/// the length.
u32 ed_output_file_read(i64 handle, char *text, u32 room);
void ed_output_file_close(i64 *handle);      ///< -1: not open

ED_C_END
#endif
