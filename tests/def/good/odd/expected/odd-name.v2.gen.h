// From odd-name.v2.def by eddiec: edit that file, not this one.
#ifndef GEN_ODD_NAME_V2_H
#define GEN_ODD_NAME_V2_H
#include "runtime/read.h"
#include "runtime/types.h"
#include "runtime/write.h"
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

enum {
    Odd_x_tag = 0xfd0c5087u,
    Odd_y_tag = 0xfc0c4ef4u,
    Odd_z_tag = 0xff0c53adu,
    Odd_w_tag = 0xf20c3f36u,
};

extern const ed_Type Odd_type;

/// Every default of the schema.
void Odd_init(ed_Arena *arena, Odd *it);
/// An array of maps by tag.
void Odd_pack(ed_Writer *w, const Odd *rows, u32 count);
/// What the writer lacked keeps its default; false where the reader failed.
bool Odd_unpack(ed_Reader *r, ed_Arena *arena, Odd *rows, u32 count);
/// One more, with its defaults; NULL over the arena's limit.
Odd *Odd_array_add(ed_Arena *arena, Odd_array *array);
/// The last one takes its place.
void Odd_array_remove(Odd_array *array, u32 index);

typedef u8 E;
enum {
    E_A = 0,
    E_B = 1,
};
extern const ed_Type E_type;

ED_C_END
#endif
