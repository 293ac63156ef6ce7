/// Builds the type tables of the checked schema in memory, with the contents of the generated ones.
#ifndef CG_EMIT_TYPE_TABLES_H
#define CG_EMIT_TYPE_TABLES_H
#include "codegen/syntax/ast.h"

/// Builds the tables of all types, and sets each cg_Decl.table. Leaves out `init`, since the packed
/// defaults hold the same values, and docs and ranges, which only the inspector needs.
ed_Schema *cg_tables(cg_Schema *schema);

#endif
