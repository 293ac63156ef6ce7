/// Builds the type tables of the checked schema in memory. generated_tables.c writes the same
/// tables as C.
#ifndef CG_EMIT_MEMORY_TABLES_H
#define CG_EMIT_MEMORY_TABLES_H
#include "codegen/syntax/ast.h"

/// Builds the tables of all types, and sets each cg_Decl.table. The tables have no init functions,
/// since the packed defaults hold the same values, and no docs or ranges, which only the inspector
/// needs.
ed_Schema *cg_build_tables(cg_Schema *schema);

#endif
