// From kinds.def by eddiec: edit that file, not this one.
#ifndef GEN_KINDS_H
#define GEN_KINDS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Kinds Kinds;
typedef struct Kinds_array {
    Kinds *items;
    u32 count, capacity;
} Kinds_array;

/// Every kind of value, once without and once with a default.
struct Kinds {
    bool   a;
    u8     b;
    u16    c;
    u32    d;
    u64    e;
    i8     f;
    u8     _pad0;
    i16    g;
    i32    h;
    i64    i;
    f32    j;
    u32    _pad1;
    f64    k;
    char   l[5];
    u8     _pad2[3];
    ed_Str m;
};

__extension__ enum {
    Kinds_a_tag = 0xe40c292cu,
    Kinds_b_tag = 0xe70c2de5u,
    Kinds_c_tag = 0xe60c2c52u,
    Kinds_d_tag = 0xe10c2473u,
    Kinds_e_tag = 0xe00c22e0u,
    Kinds_f_tag = 0xe30c2799u,
    Kinds_g_tag = 0xe20c2606u,
    Kinds_h_tag = 0xed0c3757u,
    Kinds_i_tag = 0xec0c35c4u,
    Kinds_j_tag = 0xef0c3a7du,
    Kinds_k_tag = 0xee0c38eau,
    Kinds_l_tag = 0xe90c310bu,
    Kinds_m_tag = 0xe80c2f78u,
};

extern const ed_Type Kinds_type;

/// Every default of the schema.
static inline void Kinds_init(ed_Arena *arena, Kinds *it)
{
    Kinds_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Kinds_pack(ed_Writer *w, const Kinds *rows, u32 count)
{
    ed_pack_rows(w, &Kinds_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Kinds_unpack(ed_Reader *r, ed_Arena *arena, Kinds *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Kinds_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Kinds *Kinds_array_add(ed_Arena *arena, Kinds_array *array)
{
    Kinds *it = (Kinds *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Kinds_type.align);
    if (it) {
        Kinds_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Kinds_array_remove(Kinds_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Presets Presets;
typedef struct Presets_array {
    Presets *items;
    u32 count, capacity;
} Presets_array;

struct Presets {
    bool   a;
    u8     b;
    u16    c;
    u32    d;
    u64    e;
    i8     f;
    u8     _pad0;
    i16    g;
    i32    h;
    i64    i;
    f32    j;
    u32    _pad1;
    f64    k;
    char   l[6];
    u8     _pad2[2];
    ed_Str m;
    u8     n;
    u8     _pad3[3];
    f32    o;
    f32    p;
    f32    q;
    u8     r;
    u8     _pad4[3];
    i32    s;
};

__extension__ enum {
    Presets_a_tag = 0xe40c292cu,
    Presets_b_tag = 0xe70c2de5u,
    Presets_c_tag = 0xe60c2c52u,
    Presets_d_tag = 0xe10c2473u,
    Presets_e_tag = 0xe00c22e0u,
    Presets_f_tag = 0xe30c2799u,
    Presets_g_tag = 0xe20c2606u,
    Presets_h_tag = 0xed0c3757u,
    Presets_i_tag = 0xec0c35c4u,
    Presets_j_tag = 0xef0c3a7du,
    Presets_k_tag = 0xee0c38eau,
    Presets_l_tag = 0xe90c310bu,
    Presets_m_tag = 0xe80c2f78u,
    Presets_n_tag = 0xeb0c3431u,
    Presets_o_tag = 0xea0c329eu,
    Presets_p_tag = 0xf50c43efu,
    Presets_q_tag = 0xf40c425cu,
    Presets_r_tag = 0xf70c4715u,
    Presets_s_tag = 0xf60c4582u,
};

extern const ed_Type Presets_type;

/// Every default of the schema.
static inline void Presets_init(ed_Arena *arena, Presets *it)
{
    Presets_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Presets_pack(ed_Writer *w, const Presets *rows, u32 count)
{
    ed_pack_rows(w, &Presets_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Presets_unpack(ed_Reader *r, ed_Arena *arena, Presets *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Presets_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Presets *Presets_array_add(ed_Arena *arena, Presets_array *array)
{
    Presets *it = (Presets *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Presets_type.align);
    if (it) {
        Presets_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Presets_array_remove(Presets_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Edges Edges;
typedef struct Edges_array {
    Edges *items;
    u32 count, capacity;
} Edges_array;

struct Edges {
    f32 a;
    f32 b;
    f32 c;
    u32 _pad0;
    f64 d;
    f64 e;
    f32 f;
    u32 _pad1;
    f64 g;
};

__extension__ enum {
    Edges_a_tag = 0xe40c292cu,
    Edges_b_tag = 0xe70c2de5u,
    Edges_c_tag = 0xe60c2c52u,
    Edges_d_tag = 0xe10c2473u,
    Edges_e_tag = 0xe00c22e0u,
    Edges_f_tag = 0xe30c2799u,
    Edges_g_tag = 0xe20c2606u,
};

extern const ed_Type Edges_type;

/// Every default of the schema.
static inline void Edges_init(ed_Arena *arena, Edges *it)
{
    Edges_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Edges_pack(ed_Writer *w, const Edges *rows, u32 count)
{
    ed_pack_rows(w, &Edges_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Edges_unpack(ed_Reader *r, ed_Arena *arena, Edges *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Edges_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Edges *Edges_array_add(ed_Arena *arena, Edges_array *array)
{
    Edges *it = (Edges *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Edges_type.align);
    if (it) {
        Edges_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Edges_array_remove(Edges_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
