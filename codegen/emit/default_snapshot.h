/// `eddiec --snapshot` writes the checked schema as a snapshot in which every state has its
/// defaults. So tools that read snapshots can read a schema, without a C compiler.
#ifndef CG_EMIT_DEFAULT_SNAPSHOT_H
#define CG_EMIT_DEFAULT_SNAPSHOT_H
#include "codegen/syntax/file.h"

/// Writes to the file `path`, or to standard output if it is `-`. Of states that take more than
/// 4 MiB together, large fields are left out (runtime/snapshot/packed_defaults.h). Returns false
/// with an error in diag. The caller checks standard output for write errors.
bool cg_snapshot(cg_Schema *schema, cg_Outputs *outputs, const char *path);

#endif
