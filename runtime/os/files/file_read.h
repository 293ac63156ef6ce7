/// Reads whole files. Relative paths are resolved from the start folder (start_folder.h).
#ifndef ED_OS_FILE_READ_H
#define ED_OS_FILE_READ_H
#include "runtime/base/arena.h"
#include "runtime/base/err.h"
ED_C_BEGIN

/// Reads a regular file into `arena`. Fails if the file is written to at the same time.
bool ed_file_read(const char *path, size_t size_max, ed_Arena *arena, ed_Span *bytes,
                  ed_Error *error);

ED_C_END
#endif
