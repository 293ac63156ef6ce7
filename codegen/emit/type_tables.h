/// The checked schema as type tables in memory: the same that the generated C will have.
#ifndef CG_EMIT_TYPE_TABLES_H
#define CG_EMIT_TYPE_TABLES_H
#include "codegen/syntax/ast.h"

/// All types, without `init`, since the fields' defaults have the same content. Sets cg_Decl.table
/// of each. Docs and ranges, which only the inspector needs, are left out.
ed_Schema *cg_tables(cg_Schema *schema);

#endif
