/// Defaults of the schema as MessagePack, in the form a snapshot has: for the generated type tables
/// and for `eddiec --snapshot`.
#ifndef CG_EMIT_PACKED_DEFAULT_H
#define CG_EMIT_PACKED_DEFAULT_H
#include "codegen/syntax/ast.h"

/// Fills in cg_Field.packed for every field whose default is written and isn't zero; the bytes are
/// in the schema's arena. A default that can't be packed is an error in diag.
void cg_pack_defaults(cg_Schema *schema);

#endif
