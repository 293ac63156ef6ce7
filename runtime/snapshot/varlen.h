/// Variable-length columns: the texts and lists of a row table, which are stored outside its rows.
/// A slot in a row (ed_Str, ed_Array) has their count and address. One column has the contents of
/// all slots with the same path in the row's type: for every row in order, and inside a row for
/// every element in order. When rows are read, each slot takes its own contents from the column and
/// points to them.
///
/// In the document and in this code, a column is also called a part, and all columns of a table are
/// its heap.
#ifndef ED_SNAPSHOT_VARLEN_H
#define ED_SNAPSHOT_VARLEN_H
#include "runtime/snapshot/row_table.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PARTS_MAX 1024u      // columns of one element

typedef struct ed_VarlenColumn {
    const ed_Field *element;      // what a slot counts: bytes of text, or items of the list
    const ed_Type *owner;         // type of a row; NULL if a row is not a record
    const ed_Field **path;      // fields from the row down to the slot; empty: the row is the slot
    u32 path_count;
    bool text;        // texts; each that is not empty has a terminator
    bool direct;      // every row has exactly one slot,
    u32 offset;       // at this offset
} ed_VarlenColumn;

typedef struct ed_VarlenColumns {
    ed_VarlenColumn *at;
    u32 count;
} ed_VarlenColumns;

/// Finds the columns of one element of `field`, in the order of its fields. Returns false if there
/// are too many or if `arena` is full.
bool ed_varlen_columns_find(const ed_Field *field, ed_Arena *arena, ed_VarlenColumns *parts);
/// Returns whether an element of `field` contains slots. Also true if its type is too large to
/// search.
bool ed_has_varlen(const ed_Field *field);

/// Calls `slot` for every slot of the column in `count` rows. Invalid counts and union kinds in the
/// rows are limited as in types/field.h.
typedef void ed_SlotFn(void *it, u8 *slot);
void ed_varlen_each_slot(const ed_VarlenColumn *part, u8 *rows, size_t stride, u64 count,
                         ed_SlotFn *slot, void *it);

// --- reading columns -----------------------------------------------------------------------------

typedef struct ed_VarlenReader {
    const ed_VarlenColumn *part;
    ed_Table table;           // count 0 if all slots are empty
    const u8 *at;             // the elements: in the document, or in an arena if they contain slots
    u32 size;                 // bytes from one element to the next
    u64 used;                 // elements that earlier rows took
    bool no_inner_zeros;      // no text has a zero byte inside, so texts are not scanned
    bool bad;                 // a slot counts more than is left, or a text has no terminator
} ed_VarlenReader;

/// Reads one table for each of `parts` into `heaps`. Fails in `r` if they do not match the type.
void ed_varlen_read(ed_Reader *r, ed_Arena *arena, const ed_Table *table,
                    const ed_VarlenColumns *parts, ed_VarlenReader *heaps);

/// Scans the texts of all rows at once, and sets `whole` if no text has a zero byte inside.
void ed_varlen_scan_texts(ed_VarlenReader *heap, const u8 *rows, size_t stride, u64 count);
/// Points the slots of `count` rows to their elements. `rows` is a copy.
void ed_varlen_resolve(ed_VarlenReader *heap, u8 *rows, size_t stride, u64 count);

/// Returns the elements in `arena` as the writer had them in memory, with resolved slots. `field`
/// belongs to the document's types. Returns NULL and fails `r` if the table is invalid.
u8 *ed_table_restore(ed_Reader *r, ed_Arena *arena, const ed_Field *field, const ed_Table *table);

/// Returns false and fails `r` if the table does not match the field. Big-endian rows are replaced
/// by a copy in `arena` in this machine's byte order.
bool ed_table_check(ed_Reader *r, ed_Arena *arena, const ed_Field *field, ed_Table *table);

ED_C_END
#endif
