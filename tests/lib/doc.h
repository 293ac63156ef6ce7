/// Builds documents for rows.def. The functions write everything except the value of one field of
/// one root, which the test writes.
#ifndef TEST_DOC_H
#define TEST_DOC_H
#include "runtime/snapshot/type_tables.h"
#include "tests/lib/rows.h"

/// Writes the document up to the key `tag` in the root. The caller writes the value next.
ed_Writer doc_begin(const ed_Type *root, u32 tag);
/// Ends the document without a hash, and reads it.
bool doc_reads(ed_Writer *w, RowsRead *read, const ed_Schema *schema);

/// Writes a table up to its heap, whose columns the caller writes next.
void doc_table(ed_Writer *w, u64 type, u32 count, const void *rows, size_t size, u32 parts);
/// Writes a column: `count` elements without nested columns.
void doc_column(ed_Writer *w, u64 type, u32 count, const void *rows, size_t size);
u32 doc_type(const ed_Type *type);      ///< its index in the document's table of types

#endif
