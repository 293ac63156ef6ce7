/// The attic: what reloads dropped or reduced, retained while the host runs, so that it returns when
/// its field returns.
///
/// One layer for each reload, with the types its values were written by. A layer has columns: one
/// for each field, by the path of names from the record that has a key to the value (`Item.pos.y`),
/// whatever types lie between. An item is the value of one record, in open form:
///   key      of the record: which list, and there its declared key, its handle, or its index and
///            the count of the list; in a fixed array its index
///   became   0: the field was dropped; else the hash of what the value became, which has to stand
///            for it to return
/// A return is the ordinary step from the column's field to the new one. The newest column comes
/// first. Bounded in bytes: the oldest layers go first, and that is counted.
#ifndef ED_COLUMNS_H
#define ED_COLUMNS_H
#include "runtime/snapshot/decode.h"
#include "runtime/tables.h"
ED_C_BEGIN

#define ED_COLUMN_LAYERS_MAX 64u
#define ED_COLUMNS_MAX       1024u      // of one layer

typedef struct ed_Column {
    u64             path;        // hash of the names from the record that has the key
    u32             type_tag;    // of the record that has the field, for guesses
    u32             field_tag;
    u32             place_tag;   // the field's first name
    bool            reduced;     // its values became something; else the field was dropped
    bool            returned;    // in the reload that is going on: what found no record is past
    const ed_Field *from;        // as its writer had it; NULL for a root
    const ed_Type  *alone;       // a record of it alone; of a root the root
    u64             count;
} ed_Column;

typedef struct ed_Item {         // then `size` bytes, then padding to 8
    u64 key, became;
    u32 column, size;
    u32 next;                    // of the same slot of the index: offset / 8 + 1; 0 ends
    bool taken;                  // it returned in the reload that is going on,
    bool stays;                  //   but not all of it: it is retained under these, too
    u64  next_key, next_became;
} ed_Item;

typedef struct ed_ColumnLayer {
    ed_Arena   arena;            // items
    ed_Arena   names;            // types, columns, index
    ed_Span    types;            // as the document had them
    ed_Tables  tables;
    ed_Column *columns;
    u32        column_count;
    u64        count;            // items
    u32       *slots;            // by key and column: offset / 8 + 1 of an item; 0: empty
    u32        slot_count;       // a power of two
    bool       from_file;        // its pointers are of another process
} ed_ColumnLayer;

typedef struct ed_Columns {
    ed_ColumnLayer layers[ED_COLUMN_LAYERS_MAX];     // oldest first
    u32            count;
    ed_ColumnLayer pending;      // of the reload that is going on
    ed_Span        types;        // of the document it reads
    size_t         limit;
    u64            refused;      // values that did not fit
    u64            forgotten;    // values that went with their layer
} ed_Columns;

void ed_columns_init (ed_Columns *columns, size_t limit);
void ed_columns_clear(ed_Columns *columns);
/// Into an empty one. False, and `to` is empty, where memory is refused.
bool ed_columns_copy (ed_Columns *to, const ed_Columns *from);

/// Around one reload: begin, then commit or abort. `types` is borrowed until then.
void ed_columns_begin (ed_Columns *columns, ed_Span types);
void ed_columns_commit(ed_Columns *columns);
void ed_columns_abort (ed_Columns *columns);

/// Retains one value of the field `wanted` describes; `type` and `field` are indices into the
/// document's types, `field` UINT32_MAX for a root. NULL where there is no room. What it became is
/// the caller's to fill in.
ed_Item *ed_columns_keep(ed_Columns *columns, const ed_Column *wanted, u32 type, u32 field,
                         u64 key, ed_Span value);

/// The newest layer below `below` (UINT32_MAX: of all) that has a column of that path; its index, or
/// UINT32_MAX.
u32        ed_columns_layer(const ed_Columns *columns, u64 path, bool reduced, u32 below,
                            ed_Column **column);
/// The item of that key; with `became` only one that became that. NULL where there is none.
ed_Item   *ed_columns_find(const ed_Columns *columns, u32 layer, const ed_Column *column, u64 key,
                           u64 became);
ed_Span    ed_item_value(const ed_Item *item);
/// A dropped field of that type has values under one of its names.
const ed_Column *ed_columns_has(const ed_Columns *columns, u32 type_tag, u32 field_tag);
/// It is one of the types of a layer.
bool       ed_columns_own(const ed_Columns *columns, const ed_Type *type);

ED_C_END
#endif
