/// One layer of the attic (attic.h): the values that one reload dropped or reduced. A column stores
/// them as items or as rows. Rows become items when a single value is looked up by its key, or when
/// the attic is written to a snapshot.
#ifndef ED_MIGRATE_ATTIC_LAYER_H
#define ED_MIGRATE_ATTIC_LAYER_H
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_LAYER_COLUMNS_MAX 1024u      // in one layer
#define ED_ROOT_FIELD UINT32_MAX
#define ED_ROW_VALUE_BYTES_MAX 64u      // larger values are stored as items, not in ed_AtticRows

typedef struct ed_AtticColumn {
    u64 path;             // hash of the names from the root to the value
    u32 type, field;      // indices in the layer's types; ED_ROOT_FIELD: the type itself
    u32 type_tag;         // type of the record, to match renames; 0 for a root
    u32 field_tag;        // for a root: tag of the root
    u32 path_tag;         // tag of the field's first name
    bool reduced;         // its values were reduced; else the field was dropped
    bool returned;        // the current reload restored it: unused values are discarded
    struct ed_AtticLayer *layer;      // the layer that contains it
    const ed_Field *from;             // the writer's field; for a root, a field that holds it
    const ed_Type *alone;             // a record type with only this field
    u64 count;                        // values, as items and in rows
    struct ed_AtticRows *rows;        // the values that are not items, oldest first
    struct ed_AtticRows **rows_end;
    struct ed_AtticRows *next_rows;      // next block for the current reload; NULL: the first
} ed_AtticColumn;

typedef struct ed_AtticItem {      // followed by `size` bytes and padding to 8
    u64 key, became;
    u32 column, size;
    u32 next;        // the next item in the same bucket of the index: offset / 8 + 1; 0: no more
    bool taken;      // the current reload used it
} ed_AtticItem;

/// The keys of items that are identified by their index are this far apart, in the order of the
/// indices. It is odd, so no two indices have the same key.
#define ED_KEY_STEP 0x9e3779b97f4a7c15u

typedef struct ed_RowKeys {
    u64 first;
    const u64 *all;      // NULL: each key is the previous one plus ED_KEY_STEP
    u32 count;
} ed_RowKeys;

/// A block of values of a dropped field, as they were in memory. Used only for plain values of
/// records without a declared key.
typedef struct ed_AtticRows {
    struct ed_AtticRows *next;      // of the same column
    ed_RowKeys keys;                // may point to the keys of the previous block
    u32 size;                       // bytes of one value
    u32 taken;                      // number of values the current reload used, from the start
    u8 *values;
} ed_AtticRows;

typedef struct ed_AtticLayer {
    u32 users;               // attics that share it; the last one frees it
    ed_Arena arena;          // items
    ed_Arena raw;            // blocks of rows; opened with the first rows, unless it was a spare
    ed_AtticRows *last;      // the newest block, of any column
    ed_Arena memory;         // the layer itself, types, columns, index
    size_t limit;            // bytes of items and rows
    ed_Span types;           // the document's `types` section
    ed_DocumentTypes tables;
    ed_AtticColumn *columns;
    u32 column_count;
    u64 count;             // values, as items and in rows
    u64 item_count;        // items, including taken and removed ones
    u32 *buckets;          // by key and column: offset / 8 + 1 of an item; 0: empty
    u32 bucket_count;      // a power of two; 0: not made yet
    bool from_file;        // pointers in it are of another process
    bool marked;           // the current reload took or removed values
    bool failed;           // memory was full: not all values could be looked up
} ed_AtticLayer;

#define ED_BECAME_ANY UINT64_MAX      // for ed_layer_find: whatever the value became

/// NULL if memory is full or `types` is invalid. `spare`: row memory of a closed layer, or NULL.
ed_AtticLayer *ed_layer_open(size_t limit, ed_Span types, ed_Arena *spare);
/// Releases the layer for one user; the last one frees it. Its row memory moves to `spare` if that
/// is empty.
void ed_layer_close(ed_AtticLayer *layer, ed_Arena *spare);
/// The column with the path, type, field and `reduced` of `wanted`. Added if it does not exist;
/// NULL if there are too many columns or memory is full.
ed_AtticColumn *ed_layer_column(ed_AtticLayer *layer, const ed_AtticColumn *wanted);
/// Retains one value as an item. NULL if the layer is full.
ed_AtticItem *ed_layer_retain(ed_AtticColumn *column, u64 key, u64 became, ed_Span value);
/// Retains plain values that are `stride` bytes apart. The keys must be distinct. Returns false
/// if the layer is full.
bool ed_layer_retain_rows(ed_AtticColumn *column, const ed_RowKeys *keys, const u8 *values,
                          size_t stride);
/// Finds an item that was not taken yet. NULL if there is no such item, or if two records had that
/// key and their values became the same.
ed_AtticItem *ed_layer_find(ed_AtticColumn *column, u64 key, u64 became);
/// Takes the column's next values, of `*size` bytes each, if they belong to exactly these records,
/// in this order. Otherwise NULL.
const u8 *ed_layer_take_rows(ed_AtticColumn *column, const ed_RowKeys *keys, u32 *size);
/// Removes all marks of the current reload.
void ed_layer_unmark(ed_AtticLayer *layer);
/// Returns the item after `item`, or the first one if `item` is NULL; NULL after the last. Rows are
/// not included.
ed_AtticItem *ed_layer_next(const ed_AtticLayer *layer, const ed_AtticItem *item);
void ed_layer_make_items(ed_AtticLayer *layer);      ///< converts all rows to items
ed_Span ed_item_value(const ed_AtticItem *item);
size_t ed_layer_bytes(const ed_AtticLayer *layer);      ///< counted against the limit

ED_C_END
#endif
