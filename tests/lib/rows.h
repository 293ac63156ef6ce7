/// States of tests/rows/rows.def, and documents of them, for the tests of row tables.
#ifndef TEST_ROWS_H
#define TEST_ROWS_H
#define eddie_schema rows_schema
#include "rows/gen/schema.gen.h"
#undef eddie_schema
#include "runtime/migrate/report.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/row_table.h"
#include "tests/lib/invariants.h"
#include "tests/lib/test.h"

extern const ed_Schema later_schema;      ///< tests/rows/later.def

typedef struct RowsRead {      // the result of a read
    u32 set;                   // which of two sets of arenas is used: 0 or 1
    ed_RootMemory blocks[2];
    ed_State state;
    ed_Report report;
    ed_Error error;
} RowsRead;

/// A state at its defaults in `blocks`, which get new arenas.
ed_State rows_state(ed_RootMemory *blocks);
/// Fills every field of `count` rows and as many items of the pool; equal counts give equal states.
void rows_fill(ed_State *state, u32 count);
bool rows_read(RowsRead *read, const ed_Schema *schema, const void *bytes, size_t size);
/// Reads two documents into `schema`: NULL if states and counts are the same, otherwise the
/// difference.
const char *rows_differ(const ed_Schema *schema, const ed_Writer *one, const ed_Writer *other);
/// Sets the hash of a document to nil, so that changed bytes are read.
void rows_unseal(ed_Writer *w);
/// Finds at most `max` tables of the roots; a table is followed by those in its heap. The spans
/// point into the document.
u32 rows_tables(const ed_Writer *w, ed_Table *tables, u32 max);
/// The table that is the value of a field of a root; `rows.at` is NULL if it is not a table.
ed_Table rows_table(const ed_Writer *w, u32 root, u32 field);

#endif
