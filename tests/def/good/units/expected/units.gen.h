// From units.def by eddiec: edit that file, not this one.
#ifndef GEN_UNITS_H
#define GEN_UNITS_H
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

typedef struct Size Size;
typedef struct Size_array {
    Size *items;
    u32 count, capacity;
} Size_array;

struct Size {
    f32 w;
    f32 h;
};

__extension__ enum {
    Size_w_tag = 0xf20c3f36u,
    Size_h_tag = 0xed0c3757u,
};

extern const ed_Type Size_type;

/// Every default of the schema.
static inline void Size_init(ed_Arena *arena, Size *it)
{
    Size_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Size_pack(ed_Writer *w, const Size *rows, u32 count)
{
    ed_pack_rows(w, &Size_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Size_unpack(ed_Reader *r, ed_Arena *arena, Size *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Size_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Size *Size_array_add(ed_Arena *arena, Size_array *array)
{
    Size *it = (Size *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Size_type.align);
    if (it) {
        Size_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Size_array_remove(Size_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;

/// Everything that is measured.
struct Actor {
    Vec2       pos;
    Vec2_array path;
    f32        speed;
    u32        _pad0;
    f64        pull;
    u16        ammo[4];
    u32        width_count;
    u8         width[4];
    u8         _pad1[7];
    bool       has_delay;
    i64        delay;
    f32        angle;
    f32        part;
    Size       size;
};

__extension__ enum {
    Actor_pos_tag = 0x54336489u,
    Actor_path_tag = 0x84874d36u,
    Actor_speed_tag = 0x7b80c780u,
    Actor_pull_tag = 0x812d107eu,
    Actor_ammo_tag = 0x5b9b0dafu,
    Actor_width_tag = 0x95876e1fu,
    Actor_breadth_tag = 0x832546b1u,  // width was breadth
    Actor_delay_tag = 0x4ed1f1d8u,
    Actor_angle_tag = 0xad544418u,
    Actor_part_tag = 0x7c783614u,
    Actor_size_tag = 0x23a0d95cu,
};

extern const ed_Type Actor_type;

/// Every default of the schema.
static inline void Actor_init(ed_Arena *arena, Actor *it)
{
    Actor_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Actor_pack(ed_Writer *w, const Actor *rows, u32 count)
{
    ed_pack_rows(w, &Actor_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Actor_unpack(ed_Reader *r, ed_Arena *arena, Actor *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Actor_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Actor *Actor_array_add(ed_Arena *arena, Actor_array *array)
{
    Actor *it = (Actor *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Actor_type.align);
    if (it) {
        Actor_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Actor_array_remove(Actor_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Game Game;

struct Game {
    Actor_array actors;
};

__extension__ enum {
    Game_actors_tag = 0xb0b7b16bu,
};

extern const ed_Type Game_type;

/// Every default of the schema.
static inline void Game_init(ed_Arena *arena, Game *it)
{
    Game_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Game_pack(ed_Writer *w, const Game *rows, u32 count)
{
    ed_pack_rows(w, &Game_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Game_unpack(ed_Reader *r, ed_Arena *arena, Game *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Game_type, rows, count);
}

typedef struct Assets Assets;

struct Assets {
    u32 size;
};

__extension__ enum {
    Assets_size_tag = 0x23a0d95cu,
};

extern const ed_Type Assets_type;

/// Every default of the schema.
static inline void Assets_init(ed_Arena *arena, Assets *it)
{
    Assets_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Assets_pack(ed_Writer *w, const Assets *rows, u32 count)
{
    ed_pack_rows(w, &Assets_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Assets_unpack(ed_Reader *r, ed_Arena *arena, Assets *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Assets_type, rows, count);
}

ED_C_END
#endif
