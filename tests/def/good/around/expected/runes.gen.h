// From runes.def by eddiec: edit that file, not this one.
#ifndef GEN_RUNES_H
#define GEN_RUNES_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef u8 Colour;
enum {
    Colour_RED = 0,
    Colour_BLUE = 1,
};
extern const ed_Type Colour_type;

#ifndef GEN_NAMES_Mark  // by more than one header
#define GEN_NAMES_Mark
typedef struct Mark Mark;
typedef struct Mark_array {
    Mark *items;
    u32 count, capacity;
} Mark_array;
#endif

typedef struct Rune Rune;
typedef struct Rune_array {
    Rune *items;
    u32 count, capacity;
} Rune_array;

struct Rune {
    Colour     colour;
    u8         _pad0[7];
    Mark_array made_of;
};

__extension__ enum {
    Rune_colour_tag = 0x0205e0fdu,
    Rune_made_of_tag = 0x60f210a8u,
};

extern const ed_Type Rune_type;

/// Every default of the schema.
static inline void Rune_init(ed_Arena *arena, Rune *it)
{
    Rune_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Rune_pack(ed_Writer *w, const Rune *rows, u32 count)
{
    ed_pack_rows(w, &Rune_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Rune_unpack(ed_Reader *r, ed_Arena *arena, Rune *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Rune_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Rune *Rune_array_add(ed_Arena *arena, Rune_array *array)
{
    Rune *it = (Rune *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Rune_type.align);
    if (it) {
        Rune_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Rune_array_remove(Rune_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
