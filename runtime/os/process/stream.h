/// Streams of bytes that may arrive slowly: standard input, a named pipe, a file. Relative paths
/// are resolved from the start folder (start_folder.h).
#ifndef ED_OS_STREAM_H
#define ED_OS_STREAM_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_STREAM_CLOSED (-1)

/// Opens the file or named pipe at `path`, or standard input for "-". For a named pipe, waits until
/// a program opens it to write; on Windows, it has to exist. Returns 0 or an errno value: EISDIR
/// for a folder.
int ed_stream_open(i64 *stream, const char *path);
void ed_stream_close(i64 *stream);      ///< standard input stays open

/// Waits for bytes or the end, up to `wait_ms` milliseconds, or without limit if that is -1.
/// Returns false if neither came in time, or if a signal ended the wait.
bool ed_stream_wait(i64 stream, int wait_ms);

/// Reads the next bytes, at most `room`, and waits until some arrive. Returns 0 or an errno value.
/// If `size` is 0, `ended` tells the end from an interruption by a signal.
int ed_stream_read(i64 stream, void *bytes, size_t room, size_t *size, bool *ended);

ED_C_END
#endif
