// From consts.def by eddiec: edit that file, not this one.
#ifndef GEN_CONSTS_H
#define GEN_CONSTS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// How many there can be.
enum { MAX = 64 };

static const u64 BIG = 1099511627776u;

static const i64 LOW = -9223372036854775807 - 1;

static const u32 TOP = 4294967295u;

enum { MINUS = 3 };

enum { SHIFT = -4 };

enum { MASK = 69 };

static const f32 GRAVITY = -9.8f;

static const f64 THIRD = 0.3333333333333333;

static const f32 HALF = 0.5f;

static const bool CHEATS = true;

enum { LETTER = 101 };

typedef struct Uses Uses;
typedef struct Uses_array {
    Uses *items;
    u32 count, capacity;
} Uses_array;

struct Uses {
    u32  a;
    f32  b;
    u8   c[MAX];
    u8   d[128];
    bool e;
    char f[MAX];
    u8   _pad0[7];
    u64  g;
    u8   h[MASK];
    u8   _pad1[3];
};

__extension__ enum {
    Uses_a_tag = 0xe40c292cu,
    Uses_b_tag = 0xe70c2de5u,
    Uses_c_tag = 0xe60c2c52u,
    Uses_d_tag = 0xe10c2473u,
    Uses_e_tag = 0xe00c22e0u,
    Uses_f_tag = 0xe30c2799u,
    Uses_g_tag = 0xe20c2606u,
    Uses_h_tag = 0xed0c3757u,
};

extern const ed_Type Uses_type;

/// Every default of the schema.
static inline void Uses_init(ed_Arena *arena, Uses *it)
{
    Uses_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Uses_pack(ed_Writer *w, const Uses *rows, u32 count)
{
    ed_pack_rows(w, &Uses_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Uses_unpack(ed_Reader *r, ed_Arena *arena, Uses *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Uses_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Uses *Uses_array_add(ed_Arena *arena, Uses_array *array)
{
    Uses *it = (Uses *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Uses_type.align);
    if (it) {
        Uses_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Uses_array_remove(Uses_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
