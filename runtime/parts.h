/// What of a record lies outside of it: its texts and lists. A slot in the record (ed_Str,
/// ed_Array) says how many there are and where. All slots of one place in the record make one part:
/// of every row, in order, of every element inside it.
#ifndef ED_PARTS_H
#define ED_PARTS_H
#include <string.h>
#include "runtime/types.h"
ED_C_BEGIN

#define ED_PARTS_MAX 1024u           // of one element

typedef struct ed_Part {
    const ed_Field  *element;        // what the slots count: bytes of text, or elements of it
    const ed_Type   *owner;          // of a row; NULL where it is no record
    const ed_Field **way;            // records in the row, down to the slot; empty: the row is it
    u32              way_count;
    bool             text;           // a terminator follows the bytes of each that has any
    bool             direct;         // one slot a row, always there,
    u32              offset;         //   at this offset
} ed_Part;

typedef struct ed_Parts {
    ed_Part *at;
    u32      count;
} ed_Parts;

/// The parts of one element of `field`, in the order of its fields. False where there are too many
/// or `arena` is full.
bool ed_parts_find(const ed_Field *field, ed_Arena *arena, ed_Parts *parts);
/// One element of it has slots; true also where it is too much to tell.
bool ed_parts_any (const ed_Field *field);

/// Calls `slot` for every slot of the part in `count` rows. Counts and kinds in them that cannot be
/// are taken as pack.h does.
typedef void ed_SlotFn(void *it, u8 *slot);
void ed_part_each(const ed_Part *part, u8 *rows, size_t stride, u64 count,
                  ed_SlotFn *slot, void *it);

/// Returns the index of the alternative that the union holds, or 0 if the stored index is invalid.
static inline u32 ed_union_kind(const ed_Type *type, const u8 *at)
{
    u32 kind;
    memcpy(&kind, at, sizeof kind);
    return kind < type->field_count ? kind : 0;
}

/// Returns the count of a bounded array, limited to its capacity.
static inline u32 ed_list_count(const ed_Field *field, const u8 *at)
{
    u32 count;
    memcpy(&count, at - sizeof count, sizeof count);
    return count < field->count ? count : field->count;
}

typedef struct ed_ElementSpan {
    u8 *at;
    u32 count;
} ed_ElementSpan;

/// Returns the elements of the field at `at`. Those of a list lie outside the record. An optional
/// value has one element or none.
static inline ed_ElementSpan ed_field_elements(const ed_Field *field, const u8 *at)
{
    ed_ElementSpan inside = { (u8 *)(uintptr_t)at, 1 };
    ed_Array array;
    switch (field->shape) {
    case ED_ONE:      break;
    case ED_FIXED:    inside.count = field->count; break;
    case ED_BOUNDED:  inside.count = ed_list_count(field, at); break;
    case ED_OPTIONAL: inside.count = at[-1] != 0; break;
    case ED_DYNAMIC: case ED_POOL:
        memcpy(&array, at, sizeof array);
        return (ed_ElementSpan){ (u8 *)array.items, array.items ? array.count : 0 };
    }
    return inside;
}

ED_C_END
#endif
