/// A schema as data: runs eddiec on .def files and reads the resulting snapshot of their defaults.
#ifndef HOST_CMD_SCHEMA_COMPILE_H
#define HOST_CMD_SCHEMA_COMPILE_H
#include "runtime/base/arena.h"
#include "runtime/msgpack/read.h"

/// True if the argument is a .def file or a folder.
bool host_is_schema(const char *word);

/// Compiles all files and folders, up to NULL, and pushes the snapshot to `arena`. False with
/// `error`; an empty error means that eddiec has printed the reason.
bool host_schema_compile(const char *const *words, ed_Arena *arena, ed_Span *bytes,
                         ed_Error *error);
#endif
