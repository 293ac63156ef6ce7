// From part.def by eddiec: edit that file, not this one.
#ifndef GEN_PART_H
#define GEN_PART_H
#include "gen/actor.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Part Part;
typedef struct Part_array {
    Part *items;
    u32 count, capacity;
} Part_array;

/// Included, so the header brings the other one along.
struct Part {
    Item_array items;
};

__extension__ enum {
    Part_items_tag = 0x3a79338fu,
};

extern const ed_Type Part_type;

/// Every default of the schema.
static inline void Part_init(ed_Arena *arena, Part *it)
{
    Part_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Part_pack(ed_Writer *w, const Part *rows, u32 count)
{
    ed_pack_rows(w, &Part_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Part_unpack(ed_Reader *r, ed_Arena *arena, Part *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Part_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Part *Part_array_add(ed_Arena *arena, Part_array *array)
{
    Part *it = (Part *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Part_type.align);
    if (it) {
        Part_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Part_array_remove(Part_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
