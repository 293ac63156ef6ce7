// From nested.def by eddiec: edit that file, not this one.
#ifndef GEN_NESTED_H
#define GEN_NESTED_H
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

typedef struct Look Look;
typedef struct Look_array {
    Look *items;
    u32 count, capacity;
} Look_array;

struct Look {
    char     name[8];
    ed_Str   note;
    ed_Str   lines[2];
    u8_array list;
    u32      few_count;
    u8       few[4];
    u8       fixed[3];
    u8       _pad0;
    Vec2     at;
    bool     on;
    u8       _pad1[3];
};

__extension__ enum {
    Look_name_tag = 0x8d39bde6u,
    Look_note_tag = 0x919a0c3du,
    Look_lines_tag = 0xe1e4263cu,
    Look_list_tag = 0x0cfb5881u,
    Look_few_tag = 0xb20295f9u,
    Look_fixed_tag = 0xb3f55bf9u,
    Look_at_tag = 0x57251588u,
    Look_on_tag = 0x61342fd0u,
};

extern const ed_Type Look_type;

/// Every default of the schema.
static inline void Look_init(ed_Arena *arena, Look *it)
{
    Look_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Look_pack(ed_Writer *w, const Look *rows, u32 count)
{
    ed_pack_rows(w, &Look_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Look_unpack(ed_Reader *r, ed_Arena *arena, Look *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Look_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Look *Look_array_add(ed_Arena *arena, Look_array *array)
{
    Look *it = (Look *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Look_type.align);
    if (it) {
        Look_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Look_array_remove(Look_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Body Body;
typedef struct Body_array {
    Body *items;
    u32 count, capacity;
} Body_array;

/// Its fields say something else than their type does.
struct Body {
    Look       plain;
    Look       other;
    Look       many[2];
    Look_array list;
    Look       empty;
};

__extension__ enum {
    Body_plain_tag = 0xd3be3f67u,
    Body_other_tag = 0xc87d8df5u,
    Body_many_tag = 0xe1978fa2u,
    Body_list_tag = 0x0cfb5881u,
    Body_empty_tag = 0x18a7beeeu,
};

extern const ed_Type Body_type;

/// Every default of the schema.
static inline void Body_init(ed_Arena *arena, Body *it)
{
    Body_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Body_pack(ed_Writer *w, const Body *rows, u32 count)
{
    ed_pack_rows(w, &Body_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Body_unpack(ed_Reader *r, ed_Arena *arena, Body *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Body_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Body *Body_array_add(ed_Arena *arena, Body_array *array)
{
    Body *it = (Body *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Body_type.align);
    if (it) {
        Body_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Body_array_remove(Body_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Flat Flat;
typedef struct Flat_array {
    Flat *items;
    u32 count, capacity;
} Flat_array;

struct Flat {
    Vec2 a;
    Vec2 b[2];
    Vec2 c;
};

__extension__ enum {
    Flat_a_tag = 0xe40c292cu,
    Flat_b_tag = 0xe70c2de5u,
    Flat_c_tag = 0xe60c2c52u,
};

extern const ed_Type Flat_type;

/// Every default of the schema.
static inline void Flat_init(ed_Arena *arena, Flat *it)
{
    Flat_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Flat_pack(ed_Writer *w, const Flat *rows, u32 count)
{
    ed_pack_rows(w, &Flat_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Flat_unpack(ed_Reader *r, ed_Arena *arena, Flat *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Flat_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Flat *Flat_array_add(ed_Arena *arena, Flat_array *array)
{
    Flat *it = (Flat *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Flat_type.align);
    if (it) {
        Flat_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Flat_array_remove(Flat_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
