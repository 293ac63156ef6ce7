/// Variable-length columns: the texts and lists of a row table, which are stored outside its rows.
/// For each text or list, the row has a slot (ed_Str or ed_Array) with its count and address, or a
/// pointer to a text (types/text_ptr.h). A column has the contents of all slots with the same path
/// in the row's type, end to end and in the order of the rows. When rows are read, each slot takes
/// its contents from the column and is set to point to them.
///
/// In the document, the columns of a table are an array called "heap".
#ifndef ED_SNAPSHOT_VARLEN_H
#define ED_SNAPSHOT_VARLEN_H
#include "runtime/snapshot/row_table.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_VARLEN_COLUMNS_MAX 1024u      // of one table

typedef struct ed_VarlenColumn {
    const ed_Field *element;      // the elements of the column: bytes of text, or items of a list
    const ed_Type *owner;         // type of a row; NULL if a row is not a record
    const ed_Field **path;      // fields from the row down to the slot; empty: the row is the slot
    u32 path_count;
    bool text;          // the column has texts; each that is not empty has a terminator
    bool pointers;      // the slots are pointers to texts; an empty text has a terminator, too
    bool direct;        // every row has exactly one slot, at `offset`
    u32 offset;         // of the slot in a row, if `direct`
} ed_VarlenColumn;

typedef struct ed_VarlenColumns {
    ed_VarlenColumn *at;
    u32 count;
} ed_VarlenColumns;

/// Finds the columns of a table of elements of `field`, in the order of its fields. Returns false
/// if there are too many or if `arena` is full.
bool ed_varlen_columns_find(const ed_Field *field, ed_Arena *arena, ed_VarlenColumns *columns);
/// Returns whether an element of `field` contains slots. Also returns true if its type is too large
/// to search.
bool ed_has_varlen(const ed_Field *field);

/// Calls `slot` for every slot of the column in `count` rows. The rows may have invalid
/// values: a count above the capacity is read as the capacity, and an invalid union kind as 0.
typedef void ed_SlotFn(void *it, u8 *slot);
void ed_varlen_each_slot(const ed_VarlenColumn *column, u8 *rows, size_t stride, u64 count,
                         ed_SlotFn *slot, void *it);

// --- reading columns -----------------------------------------------------------------------------

typedef struct ed_VarlenReader {
    const ed_VarlenColumn *column;
    ed_Table table;           // count 0 if all slots are empty
    const u8 *at;             // the elements: in the document, or in an arena if they contain slots
    u32 size;                 // bytes from one element to the next
    u64 used;                 // elements that earlier rows took
    bool no_inner_zeros;      // no text has a zero byte inside, so texts are not scanned
    bool bad;                 // a slot takes more elements than are left, or a text has no
                              // terminator
} ed_VarlenReader;

/// Reads the heap of `table`: one table for each of `columns`, into `readers`. Fails `r` if the
/// heap does not match them.
void ed_varlen_read(ed_Reader *r, const ed_Table *table, const ed_VarlenColumns *columns,
                    ed_VarlenReader *readers);

/// Scans the texts of all rows at once. Sets `no_inner_zeros` if no text has a zero byte inside.
void ed_varlen_scan_texts(ed_VarlenReader *reader, const u8 *rows, size_t stride, u64 count);
/// Points the slots of `count` rows to their elements. Changes `rows`, so pass a copy of the
/// document's rows.
void ed_varlen_resolve(ed_VarlenReader *reader, u8 *rows, size_t stride, u64 count);

/// Copies the rows of a table to `arena`, as the writer had them in memory, with resolved slots.
/// `field` belongs to the document's types. Returns NULL and fails `r` if the table is invalid.
u8 *ed_table_restore(ed_Reader *r, ed_Arena *arena, const ed_Field *field, const ed_Table *table);

/// Returns false and fails `r` if the table does not match the field.
bool ed_table_check(ed_Reader *r, const ed_Field *field, const ed_Table *table);

ED_C_END
#endif
