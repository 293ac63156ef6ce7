// From moved.def by eddiec: edit that file, not this one.
#ifndef GEN_MOVED_H
#define GEN_MOVED_H
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

typedef struct Rect Rect;
typedef struct Rect_array {
    Rect *items;
    u32 count, capacity;
} Rect_array;

struct Rect {
    Vec2 at;
    Vec2 size;
    u32  tags[4];
};

__extension__ enum {
    Rect_at_tag = 0x57251588u,
    Rect_size_tag = 0x23a0d95cu,
    Rect_tags_tag = 0xf416eba0u,
};

extern const ed_Type Rect_type;

/// Every default of the schema.
static inline void Rect_init(ed_Arena *arena, Rect *it)
{
    Rect_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Rect_pack(ed_Writer *w, const Rect *rows, u32 count)
{
    ed_pack_rows(w, &Rect_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Rect_unpack(ed_Reader *r, ed_Arena *arena, Rect *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Rect_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Rect *Rect_array_add(ed_Arena *arena, Rect_array *array)
{
    Rect *it = (Rect *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Rect_type.align);
    if (it) {
        Rect_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Rect_array_remove(Rect_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Actor Actor;
typedef struct Actor_array {
    Actor *items;
    u32 count, capacity;
} Actor_array;

/// Parts that were elsewhere.
struct Actor {
    f32        x;
    f32        y;
    Vec2       pos;
    Vec2       corner;
    Rect       rect;
    f32        hp;
    f32        mp;
    Vec2_array list;
};

__extension__ enum {
    Actor_x_tag = 0xfd0c5087u,
    Actor_y_tag = 0xfc0c4ef4u,
    Actor_top_tag = 0xa710dc3cu,  // y was top
    Actor_pos_tag = 0x54336489u,
    Actor_place_tag = 0xc8d632fcu,  // pos was place
    Actor_corner_tag = 0x244a2150u,
    Actor_rect_tag = 0xeae44d07u,
    Actor_box_tag = 0x70c67e32u,  // rect was box
    Actor_hp_tag = 0x513ad265u,
    Actor_mp_tag = 0x532e0998u,
    Actor_list_tag = 0x0cfb5881u,
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

typedef struct Shape Shape;
typedef struct Shape_array {
    Shape *items;
    u32 count, capacity;
} Shape_array;

struct Shape {
    u32 kind;  // Shape_r, Shape_box
    union {
        f32  r;
        Vec2 box;
    };
};

enum {
    Shape_r,
    Shape_box,
};

__extension__ enum {
    Shape_r_tag = 0xf70c4715u,
    Shape_radius_tag = 0x0dba4cb3u,  // r was radius
    Shape_size_tag = 0x23a0d95cu,  // r was size
    Shape_box_tag = 0x70c67e32u,
    Shape_square_tag = 0xb4b61246u,  // box was square
};

extern const ed_Type Shape_type;

/// Every default of the schema.
static inline void Shape_init(ed_Arena *arena, Shape *it)
{
    Shape_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Shape_pack(ed_Writer *w, const Shape *rows, u32 count)
{
    ed_pack_rows(w, &Shape_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Shape_unpack(ed_Reader *r, ed_Arena *arena, Shape *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Shape_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Shape *Shape_array_add(ed_Arena *arena, Shape_array *array)
{
    Shape *it = (Shape *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Shape_type.align);
    if (it) {
        Shape_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Shape_array_remove(Shape_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
f32 *Shape_set_r(ed_Arena *arena, Shape *it);
Vec2 *Shape_set_box(ed_Arena *arena, Shape *it);

typedef u8 Mood;
enum {
    Mood_CALM = 0,
    Mood_ANGRY = 1,
};
extern const ed_Type Mood_type;

typedef u8 Bits;
enum {
    Bits_ONE = 1 << 0,
};
extern const ed_Type Bits_type;

typedef struct Game Game;

struct Game {
    Actor actor;
    Shape shape;
    Mood  mood;
    Bits  bits;
    u8    _pad0[2];
};

__extension__ enum {
    Game_actor_tag = 0x0e8cd7bau,
    Game_shape_tag = 0x9dc3d926u,
    Game_mood_tag = 0xfb84bdfeu,
    Game_bits_tag = 0xa2622f79u,
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

ED_C_END
#endif
