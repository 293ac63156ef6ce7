/// The checked schema as a snapshot in which every state is at its defaults: `eddiec --snapshot`.
/// So a tool without a compiler learns what a schema says, in the words it reads anyway.
#ifndef CG_EMIT_DEFAULT_SNAPSHOT_H
#define CG_EMIT_DEFAULT_SNAPSHOT_H
#include "codegen/syntax/file.h"

/// Into the file `path`, `-` for standard output; `arena` takes the document. False where that
/// can't be, told in diag.
bool cg_snapshot(cg_Schema *schema, ed_Arena *arena, cg_Outputs *outputs, const char *path);

#endif
