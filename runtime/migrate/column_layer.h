/// What one reload dropped or reduced: a layer of the attic, see columns.h. A column holds its values as
/// items, or as rows that are made items when one of them is asked for out of order.
#ifndef ED_COLUMN_LAYER_H
#define ED_COLUMN_LAYER_H
#include "runtime/tables.h"
ED_C_BEGIN

#define ED_COLUMNS_MAX        1024u     // of one layer
#define ED_ROWS_BYTES_MAX     64u       // of a value that is retained as it lay in its row

typedef struct ed_Column {
    u64             path;        // hash of the names from the record that has the key
    u32             type_tag;    // of the record that has the field, for guesses; 0 for a root
    u32             field_tag;   // of a root its own
    u32             place_tag;   // the field's first name
    bool            reduced;     // its values became something; else the field was dropped
    bool            returned;    // in the reload that is going on: what found no record is past
    const ed_Field *from;        // as its writer had it; NULL for a root
    const ed_Type  *alone;       // a record of it alone; of a root the root
    u64             count;       // items, and values in rows
    struct ed_ColumnRows *rows;  // those of its values that are no items, oldest first
    struct ed_ColumnRows **rows_end;
    struct ed_ColumnRows *next_rows;     // where that reload looks next; NULL: at the first
} ed_Column;

typedef struct ed_Item {         // then `size` bytes, then padding to 8
    u64  key, became;
    u32  column, size;
    u32  next;                   // of the same slot of the index: offset / 8 + 1; 0 ends
    bool taken;                  // by the reload that is going on
} ed_Item;

/// Keys of the items of a list without a declared key, by index.
#define ED_KEY_STEP 0x9e3779b97f4a7c15u      // odd, so that no two indices have one key

typedef struct ed_RowKeys {
    u64        first;            // each of the others is ED_KEY_STEP more,
    const u64 *all;              //   where this is NULL
    u32        count;
} ed_RowKeys;

/// Values of a dropped field as they lay in their rows: plain ones, of records without a declared
/// key.
typedef struct ed_ColumnRows {
    struct ed_ColumnRows *next;  // of the same column
    ed_RowKeys keys;             // perhaps those of the block before
    u32  column, size;           // bytes of each
    u32  taken;                  // by the reload that is going on: the first of them
    u8  *values;
} ed_ColumnRows;

typedef struct ed_ColumnLayer {
    u32        users;            // attics that have it; it goes with the last
    ed_Arena   arena;            // items
    ed_Arena   raw;              // blocks of rows; closed while the layer has no rows
    ed_ColumnRows *last;         // of any column
    ed_Arena   names;            // the layer itself, types, columns, index
    size_t     limit;            // bytes of items and rows
    ed_Span    types;            // as the document had them
    ed_Tables  tables;
    ed_Column *columns;
    u32        column_count;
    u64        count;            // items
    u32       *slots;            // by key and column: offset / 8 + 1 of an item; 0: empty
    u32        slot_count;       // a power of two; 0: not made yet
    bool       from_file;        // its pointers are of another process
    bool       marked;           // by the reload that is going on
    bool       failed;           // there was no room to look through it: what it has was not found
} ed_ColumnLayer;

#define ED_BECAME_ANY UINT64_MAX

ed_ColumnLayer *ed_layer_open (size_t limit, ed_Span types);     ///< NULL where it cannot
void            ed_layer_close(ed_ColumnLayer *layer);           ///< for one of its users
/// `from` NULL: of a root. NULL where there are too many.
ed_Column      *ed_layer_column(ed_ColumnLayer *layer, const ed_Column *wanted, u32 type,
                                const ed_Field *from);
/// NULL where there is no room.
ed_Item        *ed_layer_keep (ed_ColumnLayer *layer, ed_Column *column, u64 key, u64 became,
                               ed_Span value);
/// Plain values that lie `stride` bytes apart, with keys that differ. False where there is no room.
bool            ed_layer_keep_rows(ed_ColumnLayer *layer, ed_Column *column,
                                   const ed_RowKeys *keys, const u8 *values, size_t stride);
/// Not taken. NULL if there is no such item, or if two records had the same key.
ed_Item        *ed_layer_find (ed_ColumnLayer *layer, ed_Column *column, u64 key, u64 became);
/// The column's next rows, if they have exactly these keys: taken, and `size` bytes each; or NULL.
const u8       *ed_layer_take_rows(ed_ColumnLayer *layer, ed_Column *column, const ed_RowKeys *keys,
                                   u32 *size);
void            ed_layer_unmark(ed_ColumnLayer *layer);
/// From NULL to NULL, without those that lie in rows.
ed_Item        *ed_layer_next (const ed_ColumnLayer *layer, const ed_Item *item);
void            ed_layer_make_items(ed_ColumnLayer *layer);      ///< of all rows
ed_Span         ed_item_value (const ed_Item *item);
size_t          ed_layer_bytes(const ed_ColumnLayer *layer);     ///< that the limit is of
/// The type that has the field, or that is the root.
u32             ed_layer_type (const ed_ColumnLayer *layer, const ed_Column *column);

ED_C_END
#endif
