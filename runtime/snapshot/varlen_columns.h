/// What of a record lies outside of it: its texts and lists. A slot in the record (ed_Str,
/// ed_Array) says how many there are and where. All slots of one place in the record make one part:
/// of every row, in order, of every element inside it.
#ifndef ED_SNAPSHOT_VARLEN_COLUMNS_H
#define ED_SNAPSHOT_VARLEN_COLUMNS_H
#include <string.h>
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_PARTS_MAX 1024u      // of one element

typedef struct ed_Part {
    const ed_Field *element;      // what the slots count: bytes of text, or elements of it
    const ed_Type *owner;         // of a row; NULL where it is no record
    const ed_Field **way;         // records in the row, down to the slot; empty: the row is it
    u32 way_count;
    bool text;        // a terminator follows the bytes of each that has any
    bool direct;      // one slot a row, always there,
    u32 offset;       //   at this offset
} ed_Part;

typedef struct ed_Parts {
    ed_Part *at;
    u32 count;
} ed_Parts;

/// The parts of one element of `field`, in the order of its fields. False where there are too many
/// or `arena` is full.
bool ed_parts_find(const ed_Field *field, ed_Arena *arena, ed_Parts *parts);
/// One element of it has slots; true also where it is too much to tell.
bool ed_parts_any(const ed_Field *field);

/// Calls `slot` for every slot of the part in `count` rows. Counts and kinds in them that cannot be
/// are taken as encode.h does.
typedef void ed_SlotFn(void *it, u8 *slot);
void ed_part_each(const ed_Part *part, u8 *rows, size_t stride, u64 count, ed_SlotFn *slot,
                  void *it);

ED_C_END
#endif
