// From names.def by eddiec: edit that file, not this one.
#ifndef GEN_NAMES_H
#define GEN_NAMES_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Names_ Names_;
typedef struct Names__array {
    Names_ *items;
    u32 count, capacity;
} Names__array;

struct Names_ {
    u8 a;
};

__extension__ enum {
    Names__a_tag = 0xe40c292cu,
};

extern const ed_Type Names__type;

/// Every default of the schema.
static inline void Names__init(ed_Arena *arena, Names_ *it)
{
    Names__type.init(arena, it);
}

/// An array of maps by tag.
static inline void Names__pack(ed_Writer *w, const Names_ *rows, u32 count)
{
    ed_pack_rows(w, &Names__type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Names__unpack(ed_Reader *r, ed_Arena *arena, Names_ *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Names__type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Names_ *Names__array_add(ed_Arena *arena, Names__array *array)
{
    Names_ *it = (Names_ *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Names__type.align);
    if (it) {
        Names__type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Names__array_remove(Names__array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Names Names;
typedef struct Names_array {
    Names *items;
    u32 count, capacity;
} Names_array;

/// Names that only look taken.
struct Names {
    u32    state;
    u32    flags;
    u32    rigid;
    u32    str;
    u32    min;
    u32    max;
    u32    count;
    u32    it;
    u32    arena;
    u32    items;
    Names_ other[2];
    u8     _pad0[2];
};

__extension__ enum {
    Names_state_tag = 0x783132f6u,
    Names_flags_tag = 0x9c677a2cu,
    Names_rigid_tag = 0x62e0ccacu,
    Names_str_tag = 0xc24bd190u,
    Names_min_tag = 0xc98f4557u,
    Names_max_tag = 0xd7a2e319u,
    Names_count_tag = 0x39b1ddf4u,
    Names_it_tag = 0x47388410u,
    Names_arena_tag = 0x65bba5e8u,
    Names_items_tag = 0x3a79338fu,
    Names_other_tag = 0xc87d8df5u,
};

extern const ed_Type Names_type;

/// Every default of the schema.
static inline void Names_init(ed_Arena *arena, Names *it)
{
    Names_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Names_pack(ed_Writer *w, const Names *rows, u32 count)
{
    ed_pack_rows(w, &Names_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Names_unpack(ed_Reader *r, ed_Arena *arena, Names *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Names_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Names *Names_array_add(ed_Arena *arena, Names_array *array)
{
    Names *it = (Names *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Names_type.align);
    if (it) {
        Names_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Names_array_remove(Names_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Names of the tables in schema.gen.c, before they began with eddie_.
enum { types = 4 };

enum { rigids = 2 };

typedef struct states states;

struct states {
    u8 room[types];
    u8 more[rigids];
};

__extension__ enum {
    states_room_tag = 0x37fd327au,
    states_more_tag = 0xe85541e0u,
};

extern const ed_Type states_type;

/// Every default of the schema.
static inline void states_init(ed_Arena *arena, states *it)
{
    states_type.init(arena, it);
}

/// An array of maps by tag.
static inline void states_pack(ed_Writer *w, const states *rows, u32 count)
{
    ed_pack_rows(w, &states_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool states_unpack(ed_Reader *r, ed_Arena *arena, states *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &states_type, rows, count);
}

ED_C_END
#endif
