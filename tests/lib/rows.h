/// States of tests/rows/rows.def, and documents of them, for the tests of tables.
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

typedef struct RowsRead {      // what a read came to
    u32 set;                   // of two sets of memory, which are kept and used again
    ed_Block blocks[2];
    ed_State state;
    ed_Report report;
    ed_Error error;
} RowsRead;

/// At its defaults, in `blocks`, whose arenas are emptied.
ed_State rows_state(ed_Block *blocks);
/// Something in everything, in `count` rows and as many items of the pool; the same for the same
/// count.
void rows_fill(ed_State *state, u32 count);
bool rows_read(RowsRead *read, const ed_Schema *schema, const void *bytes, size_t size);
/// Two documents read into `schema`: NULL where they come to the same state and the same counts,
/// else what differs.
const char *rows_differ(const ed_Schema *schema, const ed_Writer *one, const ed_Writer *other);
/// The hash of a document becomes nil: it is of another hand, and what is changed in it is read.
void rows_unseal(ed_Writer *w);
/// Every table of the roots, those in heaps behind theirs; the spans point into the document. At
/// most `max`.
u32 rows_tables(const ed_Writer *w, ed_Table *tables, u32 max);
/// The table that is the value of a field of a root; `rows.at` is NULL where it is none.
ed_Table rows_table(const ed_Writer *w, u32 root, u32 field);

#endif
