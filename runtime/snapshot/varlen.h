/// The parts of a table while its rows are read, in order: each slot takes what is its own and
/// points to it.
#ifndef ED_SNAPSHOT_VARLEN_H
#define ED_SNAPSHOT_VARLEN_H
#include "runtime/snapshot/row_table.h"
#include "runtime/snapshot/varlen_columns.h"
ED_C_BEGIN

typedef struct ed_Heap {
    const ed_Part *part;
    ed_Table table;      // count 0 where no slot has any
    const u8 *at;        // the elements: in the document; in memory if they have parts
    u32 size;            // bytes from one of them to the next
    u64 used;            // elements that rows before took
    bool whole;          // no text has a zero byte inside: none is looked through
    bool bad;            // a slot says more than there is, or a text does not end
} ed_Heap;

/// One table for each of `parts`, in `heaps`. Fails in `r` where they do not fit the type.
void ed_heap_read(ed_Reader *r, ed_Arena *arena, const ed_Table *table, const ed_Parts *parts,
                  ed_Heap *heaps);

/// Looks at the texts of all rows at once: sets `whole` where they can be taken as they are.
void ed_heap_look(ed_Heap *heap, const u8 *rows, size_t stride, u64 count);
/// Points the slots of `count` rows, which are copies, to their elements.
void ed_heap_resolve(ed_Heap *heap, u8 *rows, size_t stride, u64 count);

/// The elements as the writer had them in memory, pointers and all, in `arena`; of `field`, which
/// the document's types tell. NULL, with the reason in `r`, where they cannot be.
u8 *ed_table_restore(ed_Reader *r, ed_Arena *arena, const ed_Field *field, const ed_Table *table);

/// False, with the reason in `r`, where the table is no table of that field. Rows in another order
/// of bytes become a copy in `arena` in this machine's.
bool ed_table_check(ed_Reader *r, ed_Arena *arena, const ed_Field *field, ed_Table *table);

ED_C_END
#endif
