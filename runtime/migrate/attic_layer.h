/// One layer of the attic (attic.h): the values that one reload dropped or reduced. A column
/// stores them as items or as rows. Rows become items when one is looked up out of order.
#ifndef ED_MIGRATE_ATTIC_LAYER_H
#define ED_MIGRATE_ATTIC_LAYER_H
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_COLUMNS_MAX 1024u      // of one layer
#define ED_ROOT_FIELD UINT32_MAX
#define ED_ROWS_BYTES_MAX 64u      // of a value that is retained as it lay in its row

typedef struct ed_Column {
    u64 path;             // hash of the names from the record that has the key
    u32 type, field;      // its indices in the layer's types; ED_ROOT_FIELD: the type itself
    u32 type_tag;         // of the record that has the field, for guesses; 0 for a root
    u32 field_tag;        // of a root its own
    u32 place_tag;        // the field's first name
    bool reduced;         // its values became something; else the field was dropped
    bool returned;        // by the current reload: its unused values are dropped at commit
    struct ed_ColumnLayer *layer;      // that it is in
    const ed_Field *from;              // as its writer had it; a root is a field of its type
    const ed_Type *alone;              // a record of it alone
    u64 count;                         // items, and values in rows
    struct ed_ColumnRows *rows;        // the values that are not items, oldest first
    struct ed_ColumnRows **rows_end;
    struct ed_ColumnRows *next_rows;      // where the current reload continues; NULL: at the first
} ed_Column;

typedef struct ed_Item {      // then `size` bytes, then padding to 8
    u64 key, became;
    u32 column, size;
    u32 next;        // of the same slot of the index: offset / 8 + 1; 0 ends
    bool taken;      // by the current reload
} ed_Item;

/// Items of a list without a declared key have keys that are this far apart, in the order of their
/// indices. It is odd, so no two indices have the same key.
#define ED_KEY_STEP 0x9e3779b97f4a7c15u

typedef struct ed_RowKeys {
    u64 first;
    const u64 *all;      // NULL: each key is the previous one plus ED_KEY_STEP
    u32 count;
} ed_RowKeys;

/// A block of values of a dropped field, as they were in memory. Only for plain values of records
/// without a declared key.
typedef struct ed_ColumnRows {
    struct ed_ColumnRows *next;      // of the same column
    ed_RowKeys keys;                 // may point to the keys of the previous block
    u32 size;                        // bytes of one value
    u32 taken;                       // by the current reload: so many, from the first on
    u8 *values;
} ed_ColumnRows;

typedef struct ed_ColumnLayer {
    u32 users;                // attics that share it; the last one frees it
    ed_Arena arena;           // items
    ed_Arena raw;             // blocks of rows; closed while the layer has no rows
    ed_ColumnRows *last;      // the newest block, of any column
    ed_Arena names;           // the layer itself, types, columns, index
    size_t limit;             // bytes of items and rows
    ed_Span types;            // as the document had them
    ed_Tables tables;
    ed_Column *columns;
    u32 column_count;
    u64 count;           // values, as items and in rows
    u64 item_count;      // items, also those that were taken or removed
    u32 *slots;          // by key and column: offset / 8 + 1 of an item; 0: empty
    u32 slot_count;      // a power of two; 0: not made yet
    bool from_file;      // its pointers are of another process
    bool marked;         // the current reload took something
    bool failed;         // out of memory: not all values could be looked up
} ed_ColumnLayer;

#define ED_BECAME_ANY UINT64_MAX

/// NULL without memory. `spare`: memory for rows that a closed layer left, or NULL.
ed_ColumnLayer *ed_layer_open(size_t limit, ed_Span types, ed_Arena *spare);
/// For one of its users. The memory of its rows goes to `spare` if that has none.
void ed_layer_close(ed_ColumnLayer *layer, ed_Arena *spare);
/// The column of `wanted`: its path, tags, type, field, and whether it is reduced. Added if it is
/// new; NULL if there are too many.
ed_Column *ed_layer_column(ed_ColumnLayer *layer, const ed_Column *wanted);
/// NULL if the layer is full.
ed_Item *ed_layer_keep(ed_Column *column, u64 key, u64 became, ed_Span value);
/// Retains plain values that are `stride` bytes apart. Their keys differ. Returns false if the
/// layer is full.
bool ed_layer_keep_rows(ed_Column *column, const ed_RowKeys *keys, const u8 *values, size_t stride);
/// An item that is not taken yet. NULL if there is no such item, or if two records had that key.
ed_Item *ed_layer_find(ed_Column *column, u64 key, u64 became);
/// Takes the column's next values, of `size` bytes each, if they are of exactly these records, in
/// this order. Otherwise NULL.
const u8 *ed_layer_take_rows(ed_Column *column, const ed_RowKeys *keys, u32 *size);
/// After an abort: nothing is taken.
void ed_layer_unmark(ed_ColumnLayer *layer);
/// Iterates over the items, not over rows: NULL gives the first one, NULL ends.
ed_Item *ed_layer_next(const ed_ColumnLayer *layer, const ed_Item *item);
void ed_layer_make_items(ed_ColumnLayer *layer);      ///< from all rows
ed_Span ed_item_value(const ed_Item *item);
size_t ed_layer_bytes(const ed_ColumnLayer *layer);      ///< counted against the limit

ED_C_END
#endif
