/// A schema as data: eddiec reads .def files and hands over a snapshot of their defaults.
#ifndef HOST_CMD_SCHEMA_COMPILE_H
#define HOST_CMD_SCHEMA_COMPILE_H
#include "runtime/base/arena.h"
#include "runtime/msgpack/read.h"

/// True where the word names .def files: a file of that ending, or a folder.
bool host_is_schema(const char *word);

/// Of all files and folders named, up to NULL: the document, pushed to `arena`. On failure false:
/// with the reason in `error`, or with an empty one where eddiec has told what is wrong on standard
/// error.
bool host_schema_compile(const char *const *words, ed_Arena *arena, ed_Span *bytes,
                         ed_Error *error);
#endif
