// From math.def by eddiec: edit that file, not this one.
#ifndef GEN_MATH_H
#define GEN_MATH_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Vec2 Vec2;
typedef struct Vec2_array {
    Vec2 *items;
    u32 count, capacity;
} Vec2_array;

struct Vec2 {
    f32 x;
    f32 y;
};

__extension__ enum {
    Vec2_x_tag = 0xfd0c5087u,
    Vec2_y_tag = 0xfc0c4ef4u,
};

extern const ed_Type Vec2_type;

/// Every default of the schema.
static inline void Vec2_init(ed_Arena *arena, Vec2 *it)
{
    Vec2_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Vec2_pack(ed_Writer *w, const Vec2 *rows, u32 count)
{
    ed_pack_rows(w, &Vec2_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Vec2_unpack(ed_Reader *r, ed_Arena *arena, Vec2 *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Vec2_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Vec2 *Vec2_array_add(ed_Arena *arena, Vec2_array *array)
{
    Vec2 *it = (Vec2 *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Vec2_type.align);
    if (it) {
        Vec2_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Vec2_array_remove(Vec2_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
