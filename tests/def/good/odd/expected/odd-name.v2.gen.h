// From odd-name.v2.def by eddiec: edit that file, not this one.
#ifndef GEN_ODD_NAME_V2_H
#define GEN_ODD_NAME_V2_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Odd Odd;
typedef struct Odd_array {
    Odd *items;
    u32 count, capacity;
} Odd_array;

/// Café, with a "quote" and a \backslash
/// and a second line
struct Odd {
    u32 x;  ///< behind
    u32 y;  ///< behind, too
    /// above
    /// in two lines
    u32 z;
    /// a very long comment that does not fit behind the member and so it goes above it instead, whole
    u32 w;
};

__extension__ enum {
    Odd_x_tag = 0xfd0c5087u,
    Odd_y_tag = 0xfc0c4ef4u,
    Odd_z_tag = 0xff0c53adu,
    Odd_w_tag = 0xf20c3f36u,
};

extern const ed_Type Odd_type;

/// Every default of the schema.
static inline void Odd_init(ed_Arena *arena, Odd *it)
{
    Odd_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Odd_pack(ed_Writer *w, const Odd *rows, u32 count)
{
    ed_pack_rows(w, &Odd_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Odd_unpack(ed_Reader *r, ed_Arena *arena, Odd *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Odd_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Odd *Odd_array_add(ed_Arena *arena, Odd_array *array)
{
    Odd *it = (Odd *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Odd_type.align);
    if (it) {
        Odd_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Odd_array_remove(Odd_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef u8 E;
enum {
    E_A = 0,
    E_B = 1,
};
extern const ed_Type E_type;

ED_C_END
#endif
