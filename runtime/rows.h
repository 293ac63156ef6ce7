/// A table on its way into memory: what unpack_table.c works on, and what of it the attic gains or
/// gives at once.
#ifndef ED_ROWS_H
#define ED_ROWS_H
#include "runtime/bulk.h"
#include "runtime/unpack_inner.h"
ED_C_BEGIN

typedef struct ed_Return ed_Return;     // a field that comes back for all rows at once, or does not

typedef struct ed_Rows {
    const ed_Unpack *u;
    const ed_Bulk   *bulk;           // NULL: every row goes as a whole
    const ed_Field  *from, *to;      // an element each
    ed_Table         table;
    const u8        *rows;           // the writer's
    u8              *into;           // the reader's
    ed_Parts         parts;
    ed_Heap         *heaps;
    ed_BulkMoved    *moved;          // of each part
    struct ed_Rows **inner;          // of each part whose elements went at once
    bool            *slow;           // of each field of the bulk: not at once after all
    u64             *others;         // of each: rows that went the other way
    // of a table that is a field, not the part of another:
    const ed_Job    *job;            // NULL for a part
    const ed_Pool   *pool;           // whose items they are: rows go by handles
    u32              to_count;       // of the list they are in
    bool             kept;           // what lies in `into` is their default: a fixed array
    ed_AtticRows   **attic;          // of each field: where it is kept, or NULL
    ed_Spot         *spots;          // of each row, where they do not go by index
    bool             early;          // a text is their key: places are told one by one, not in bulk
    ed_Return       *returns;        // of each field that waits in the attic; NULL where none does
} ed_Rows;

/// The job of a row. The reader of `list` stands at the record or at nothing: a key is looked for
/// there.
ed_Job ed_rows_job(const ed_Rows *rows, const ed_Job *list, u32 row);

// --- rows_attic.c --------------------------------------------------------------------------------

/// Before the first row: where dropped fields will be kept.
void ed_rows_open_attic(ed_Rows *rows);
/// A field of a block.
void ed_rows_keep   (const ed_Rows *rows, u32 field, const u8 *from, u32 first, u32 count);
/// Brings back, into the rows of a block, the fields that lie in the attic for all rows.
void ed_rows_return (const ed_Rows *rows, u8 *to, u32 first, u32 count);
/// Counts these at the end; false where others go row by row.
bool ed_rows_returned(const ed_Rows *rows);
bool ed_rows_is_back(const ed_Rows *rows, u32 i);             ///< it is one of them

ED_C_END
#endif
