/// Packs the defaults of the schema as MessagePack, encoded as in a snapshot. The generated type
/// tables contain them, and `eddiec --snapshot` reads them.
#ifndef CG_EMIT_PACKED_DEFAULT_H
#define CG_EMIT_PACKED_DEFAULT_H
#include "codegen/syntax/ast.h"

/// Sets cg_Field.packed of every field whose given default is not zero. The bytes are allocated in
/// the schema's arena. Reports an error in diag if a default cannot be packed.
void cg_pack_defaults(cg_Schema *schema);

#endif
