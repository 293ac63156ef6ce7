// From marks.def by eddiec: edit that file, not this one.
#ifndef GEN_MARKS_H
#define GEN_MARKS_H
#include "gen/runes.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#ifndef GEN_NAMES_Mark  // by more than one header
#define GEN_NAMES_Mark
typedef struct Mark Mark;
typedef struct Mark_array {
    Mark *items;
    u32 count, capacity;
} Mark_array;
#endif

typedef struct Root Root;
typedef struct Root_array {
    Root *items;
    u32 count, capacity;
} Root_array;

struct Root {
    Mark_array marks;
    Rune_array runes;
};

__extension__ enum {
    Root_marks_tag = 0xd9763829u,
    Root_runes_tag = 0x8e11fd0au,
};

extern const ed_Type Root_type;

/// Every default of the schema.
static inline void Root_init(ed_Arena *arena, Root *it)
{
    Root_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Root_pack(ed_Writer *w, const Root *rows, u32 count)
{
    ed_pack_rows(w, &Root_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Root_unpack(ed_Reader *r, ed_Arena *arena, Root *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Root_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Root *Root_array_add(ed_Arena *arena, Root_array *array)
{
    Root *it = (Root *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Root_type.align);
    if (it) {
        Root_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Root_array_remove(Root_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Holds one of the other file by value, which only lists this one.
struct Mark {
    u32  power;
    u32  _pad0;
    Rune rune;
};

__extension__ enum {
    Mark_power_tag = 0xf54f2346u,
    Mark_rune_tag = 0x1032dd7du,
};

extern const ed_Type Mark_type;

/// Every default of the schema.
static inline void Mark_init(ed_Arena *arena, Mark *it)
{
    Mark_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Mark_pack(ed_Writer *w, const Mark *rows, u32 count)
{
    ed_pack_rows(w, &Mark_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Mark_unpack(ed_Reader *r, ed_Arena *arena, Mark *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Mark_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Mark *Mark_array_add(ed_Arena *arena, Mark_array *array)
{
    Mark *it = (Mark *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Mark_type.align);
    if (it) {
        Mark_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Mark_array_remove(Mark_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
