/// The checked schema as type tables in memory: the ones that the generated C will hold.
#ifndef CG_EMIT_TYPE_TABLES_H
#define CG_EMIT_TYPE_TABLES_H
#include "codegen/syntax/ast.h"

/// All types, without `init`: their fields' presets say the same. Each is cg_Decl.table from then
/// on. What only the inspector asks for, docs and ranges, is left out.
ed_Schema *cg_tables(cg_Schema *schema);

#endif
