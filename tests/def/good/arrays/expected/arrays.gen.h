// From arrays.def by eddiec: edit that file, not this one.
#ifndef GEN_ARRAYS_H
#define GEN_ARRAYS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

enum { WIDE = 3 };

enum { BAG = 8 };

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

typedef struct Arrays Arrays;
typedef struct Arrays_array {
    Arrays *items;
    u32 count, capacity;
} Arrays_array;

/// Arrays of every shape, and the padding they bring.
struct Arrays {
    u8         fixed[4];
    i32        grid[2][WIDE];
    u16        deep[2][2][2][2];
    char       name[8];
    char       names[2][8];
    u8         before;
    u8         _pad0[3];
    u32        bytes_count;
    u8         bytes[5];
    u8         _pad1[3];
    u32        longs_count;
    u64        longs[BAG];
    u32        points_count;
    Vec2       points[2];
    u32        _pad2;
    u8_array   list;
    Vec2_array paths;
    str_array  notes;
    ed_Str     lines[2];
    u32        _pad3;
    u32        words_count;
    ed_Str     words[3];
    bool_array bools;
    u32        labels_count;
    char       labels[2][4];
    Vec2       corners[2][2];
    u8         last;
    u8         _pad4[3];
};

__extension__ enum {
    Arrays_fixed_tag = 0xb3f55bf9u,
    Arrays_grid_tag = 0xaf871a91u,
    Arrays_deep_tag = 0x99e98c6fu,
    Arrays_name_tag = 0x8d39bde6u,
    Arrays_names_tag = 0xe6e5718fu,
    Arrays_before_tag = 0x3845ff3eu,
    Arrays_bytes_tag = 0x65b1d004u,
    Arrays_longs_tag = 0xfae33f60u,
    Arrays_points_tag = 0xbc9567c6u,
    Arrays_list_tag = 0x0cfb5881u,
    Arrays_paths_tag = 0xe5fea39fu,
    Arrays_notes_tag = 0x83815ecau,
    Arrays_lines_tag = 0xe1e4263cu,
    Arrays_words_tag = 0x5cb7aa8au,
    Arrays_bools_tag = 0x0fe709cau,
    Arrays_labels_tag = 0xbdda148au,
    Arrays_corners_tag = 0x43b22a19u,
    Arrays_last_tag = 0x63e1d819u,
};

extern const ed_Type Arrays_type;

/// Every default of the schema.
static inline void Arrays_init(ed_Arena *arena, Arrays *it)
{
    Arrays_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Arrays_pack(ed_Writer *w, const Arrays *rows, u32 count)
{
    ed_pack_rows(w, &Arrays_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Arrays_unpack(ed_Reader *r, ed_Arena *arena, Arrays *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Arrays_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Arrays *Arrays_array_add(ed_Arena *arena, Arrays_array *array)
{
    Arrays *it = (Arrays *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Arrays_type.align);
    if (it) {
        Arrays_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Arrays_array_remove(Arrays_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Small Small;
typedef struct Small_array {
    Small *items;
    u32 count, capacity;
} Small_array;

struct Small {
    u8  a;
    u8  _pad0[3];
    u32 b_count;
    u8  b[2];
    u8  _pad1[2];
};

__extension__ enum {
    Small_a_tag = 0xe40c292cu,
    Small_b_tag = 0xe70c2de5u,
};

extern const ed_Type Small_type;

/// Every default of the schema.
static inline void Small_init(ed_Arena *arena, Small *it)
{
    Small_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Small_pack(ed_Writer *w, const Small *rows, u32 count)
{
    ed_pack_rows(w, &Small_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Small_unpack(ed_Reader *r, ed_Arena *arena, Small *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Small_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Small *Small_array_add(ed_Arena *arena, Small_array *array)
{
    Small *it = (Small *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Small_type.align);
    if (it) {
        Small_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Small_array_remove(Small_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Tail Tail;
typedef struct Tail_array {
    Tail *items;
    u32 count, capacity;
} Tail_array;

struct Tail {
    u64 a;
    u16 b;
    u8  _pad0[6];
};

__extension__ enum {
    Tail_a_tag = 0xe40c292cu,
    Tail_b_tag = 0xe70c2de5u,
};

extern const ed_Type Tail_type;

/// Every default of the schema.
static inline void Tail_init(ed_Arena *arena, Tail *it)
{
    Tail_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Tail_pack(ed_Writer *w, const Tail *rows, u32 count)
{
    ed_pack_rows(w, &Tail_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Tail_unpack(ed_Reader *r, ed_Arena *arena, Tail *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Tail_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Tail *Tail_array_add(ed_Arena *arena, Tail_array *array)
{
    Tail *it = (Tail *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Tail_type.align);
    if (it) {
        Tail_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Tail_array_remove(Tail_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Holes Holes;
typedef struct Holes_array {
    Holes *items;
    u32 count, capacity;
} Holes_array;

struct Holes {
    u8  a;
    u8  _pad0;
    u16 b;
    u8  c;
    u8  _pad1[3];
    u32 d;
    u8  e;
    u8  _pad2[3];
    u64 f;
    u32 g;
    u32 _pad3;
};

__extension__ enum {
    Holes_a_tag = 0xe40c292cu,
    Holes_b_tag = 0xe70c2de5u,
    Holes_c_tag = 0xe60c2c52u,
    Holes_d_tag = 0xe10c2473u,
    Holes_e_tag = 0xe00c22e0u,
    Holes_f_tag = 0xe30c2799u,
    Holes_g_tag = 0xe20c2606u,
};

extern const ed_Type Holes_type;

/// Every default of the schema.
static inline void Holes_init(ed_Arena *arena, Holes *it)
{
    Holes_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Holes_pack(ed_Writer *w, const Holes *rows, u32 count)
{
    ed_pack_rows(w, &Holes_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Holes_unpack(ed_Reader *r, ed_Arena *arena, Holes *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Holes_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Holes *Holes_array_add(ed_Arena *arena, Holes_array *array)
{
    Holes *it = (Holes *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Holes_type.align);
    if (it) {
        Holes_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Holes_array_remove(Holes_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
