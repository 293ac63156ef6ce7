/// Reads a schema: runs eddiec on .def files and takes the snapshot of their defaults, which
/// contains the types.
#ifndef HOST_CMD_SCHEMA_COMPILE_H
#define HOST_CMD_SCHEMA_COMPILE_H
#include "runtime/base/arena.h"
#include "runtime/msgpack/read.h"

/// True if the argument is a .def file or a folder.
bool host_is_schema(const char *word);

/// Compiles all files and folders in `words`, which ends with NULL, and pushes the snapshot to
/// `arena`. On failure, `error` has the reason; it is empty if eddiec has printed the reason.
bool host_schema_compile(const char *const *words, ed_Arena *arena, ed_Span *bytes,
                         ed_Error *error);
#endif
