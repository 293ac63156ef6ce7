/// Documents of rows.def by another hand: the frame is right, one field of one root is the test's
/// to write.
#ifndef TEST_DOC_H
#define TEST_DOC_H
#include "runtime/snapshot/type_tables.h"
#include "tests/lib/rows.h"

/// Up to the value of `tag` of the root; then that value has to be written.
ed_Writer doc_begin(const ed_Type *root, u32 tag);
/// Ends the document, which is not sealed, and reads it.
bool doc_reads(ed_Writer *w, RowsRead *read, const ed_Schema *schema);

/// A table with its parts in `heap` still to be written, when it returns.
void doc_table(ed_Writer *w, u64 type, u32 count, const void *rows, size_t size, u32 parts);
/// A part: `count` elements without parts of their own.
void doc_part(ed_Writer *w, u64 type, u32 count, const void *rows, size_t size);
u32 doc_type(const ed_Type *type);      ///< its index in "types"

#endif
