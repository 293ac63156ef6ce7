/// What of a record lies outside of it: its texts and lists. A slot in the record (ed_Str,
/// ed_Array) says how many there are and where. All slots of one place in the record make one part:
/// of every row, in order, of every element inside it. While rows are read, each slot takes what is
/// its own and points to it.
#ifndef ED_SNAPSHOT_VARLEN_H
#define ED_SNAPSHOT_VARLEN_H
#include "runtime/snapshot/row_table.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PARTS_MAX 1024u      // of one element

typedef struct ed_VarlenColumn {
    const ed_Field *element;      // what the slots count: bytes of text, or elements of it
    const ed_Type *owner;         // of a row; NULL where it is no record
    const ed_Field **way;         // records in the row, down to the slot; empty: the row is it
    u32 way_count;
    bool text;        // a terminator follows the bytes of each that has any
    bool direct;      // one slot a row, always there,
    u32 offset;       //   at this offset
} ed_VarlenColumn;

typedef struct ed_VarlenColumns {
    ed_VarlenColumn *at;
    u32 count;
} ed_VarlenColumns;

/// The parts of one element of `field`, in the order of its fields. False where there are too many
/// or `arena` is full.
bool ed_varlen_columns_find(const ed_Field *field, ed_Arena *arena, ed_VarlenColumns *parts);
/// One element of it has slots; true also where it is too much to tell.
bool ed_has_varlen(const ed_Field *field);

/// Calls `slot` for every slot of the part in `count` rows. Counts and kinds in them that cannot be
/// are taken as encode.h does.
typedef void ed_SlotFn(void *it, u8 *slot);
void ed_varlen_each_slot(const ed_VarlenColumn *part, u8 *rows, size_t stride, u64 count,
                         ed_SlotFn *slot, void *it);

// --- reading them --------------------------------------------------------------------------------

typedef struct ed_VarlenReader {
    const ed_VarlenColumn *part;
    ed_Table table;      // count 0 where no slot has any
    const u8 *at;        // the elements: in the document; in memory if they have parts
    u32 size;            // bytes from one of them to the next
    u64 used;            // elements that rows before took
    bool whole;          // no text has a zero byte inside: none is looked through
    bool bad;            // a slot says more than there is, or a text does not end
} ed_VarlenReader;

/// One table for each of `parts`, in `heaps`. Fails in `r` where they do not fit the type.
void ed_varlen_read(ed_Reader *r, ed_Arena *arena, const ed_Table *table,
                    const ed_VarlenColumns *parts, ed_VarlenReader *heaps);

/// Looks at the texts of all rows at once: sets `whole` where they can be taken as they are.
void ed_varlen_look(ed_VarlenReader *heap, const u8 *rows, size_t stride, u64 count);
/// Points the slots of `count` rows, which are copies, to their elements.
void ed_varlen_resolve(ed_VarlenReader *heap, u8 *rows, size_t stride, u64 count);

/// The elements as the writer had them in memory, pointers and all, in `arena`; of `field`, which
/// the document's types tell. NULL, with the reason in `r`, where they cannot be.
u8 *ed_table_restore(ed_Reader *r, ed_Arena *arena, const ed_Field *field, const ed_Table *table);

/// False, with the reason in `r`, where the table is no table of that field. Rows in another order
/// of bytes become a copy in `arena` in this machine's.
bool ed_table_check(ed_Reader *r, ed_Arena *arena, const ed_Field *field, ed_Table *table);

ED_C_END
#endif
