// From unions.def by eddiec: edit that file, not this one.
#ifndef GEN_UNIONS_H
#define GEN_UNIONS_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct Circle Circle;
typedef struct Circle_array {
    Circle *items;
    u32 count, capacity;
} Circle_array;

struct Circle {
    f32 r;
};

__extension__ enum {
    Circle_r_tag = 0xf70c4715u,
};

extern const ed_Type Circle_type;

/// Every default of the schema.
static inline void Circle_init(ed_Arena *arena, Circle *it)
{
    Circle_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Circle_pack(ed_Writer *w, const Circle *rows, u32 count)
{
    ed_pack_rows(w, &Circle_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Circle_unpack(ed_Reader *r, ed_Arena *arena, Circle *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Circle_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Circle *Circle_array_add(ed_Arena *arena, Circle_array *array)
{
    Circle *it = (Circle *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Circle_type.align);
    if (it) {
        Circle_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Circle_array_remove(Circle_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef struct Box Box;
typedef struct Box_array {
    Box *items;
    u32 count, capacity;
} Box_array;

struct Box {
    f32 w;
    f32 h;
};

__extension__ enum {
    Box_w_tag = 0xf20c3f36u,
    Box_h_tag = 0xed0c3757u,
};

extern const ed_Type Box_type;

/// Every default of the schema.
static inline void Box_init(ed_Arena *arena, Box *it)
{
    Box_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Box_pack(ed_Writer *w, const Box *rows, u32 count)
{
    ed_pack_rows(w, &Box_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Box_unpack(ed_Reader *r, ed_Arena *arena, Box *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Box_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Box *Box_array_add(ed_Arena *arena, Box_array *array)
{
    Box *it = (Box *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Box_type.align);
    if (it) {
        Box_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Box_array_remove(Box_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

typedef u8 Mood;
enum {
    Mood_CALM = 0,
    Mood_ANGRY = 1,
};
extern const ed_Type Mood_type;

typedef u8 Side;
enum {
    Side_LEFT = 1,
    Side_RIGHT = 2,
};
extern const ed_Type Side_type;

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

typedef struct Shape Shape;
typedef struct Shape_array {
    Shape *items;
    u32 count, capacity;
} Shape_array;

/// What a body is made of.
struct Shape {
    u32 kind;  // Shape_circle, Shape_box, Shape_ring
    union {
        Circle circle;  ///< round
        Box    box;
        /// Many of them: a comment that is too long to stand behind its alternative, and so stands above it.
        Circle ring[3];
    };
};

enum {
    Shape_circle,
    Shape_box,
    Shape_ring,
};

__extension__ enum {
    Shape_circle_tag = 0x28217089u,
    Shape_box_tag = 0x70c67e32u,
    Shape_square_tag = 0xb4b61246u,  // box was square
    Shape_ring_tag = 0xf75afb6bu,
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
Circle *Shape_set_circle(ed_Arena *arena, Shape *it);
Box *Shape_set_box(ed_Arena *arena, Shape *it);
Circle *Shape_set_ring(ed_Arena *arena, Shape *it);

typedef struct Any Any;
typedef struct Any_array {
    Any *items;
    u32 count, capacity;
} Any_array;

/// Alternatives of every kind and size.
struct Any {
    u32 kind;  // Any_small, Any_wide, Any_truth, Any_name, Any_names, Any_text, Any_mood, …
    u32 _pad0;
    union {
        u8         small;
        f64        wide;
        bool       truth;
        char       name[5];
        char       names[2][3];
        ed_Str     text;
        Mood       mood;
        Side       sides[2];
        i32        grid[2][3];
        Vec2_array path;
        str_array  lines;
        Shape      shape;
        Shape      shapes[2];
        u8         bytes[13];
        Any_array  more;
    };
};

enum {
    Any_small,
    Any_wide,
    Any_truth,
    Any_name,
    Any_names,
    Any_text,
    Any_mood,
    Any_sides,
    Any_grid,
    Any_path,
    Any_lines,
    Any_shape,
    Any_shapes,
    Any_bytes,
    Any_more,
};

__extension__ enum {
    Any_small_tag = 0xa2c4f48cu,
    Any_wide_tag = 0xf723cdeau,
    Any_truth_tag = 0xd677fb5eu,
    Any_name_tag = 0x8d39bde6u,
    Any_names_tag = 0xe6e5718fu,
    Any_text_tag = 0xbde64e3eu,
    Any_mood_tag = 0xfb84bdfeu,
    Any_sides_tag = 0x876240d7u,
    Any_grid_tag = 0xaf871a91u,
    Any_path_tag = 0x84874d36u,
    Any_lines_tag = 0xe1e4263cu,
    Any_shape_tag = 0x9dc3d926u,
    Any_shapes_tag = 0xb04f20cfu,
    Any_bytes_tag = 0x65b1d004u,
    Any_more_tag = 0xe85541e0u,
};

extern const ed_Type Any_type;

/// Every default of the schema.
static inline void Any_init(ed_Arena *arena, Any *it)
{
    Any_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Any_pack(ed_Writer *w, const Any *rows, u32 count)
{
    ed_pack_rows(w, &Any_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Any_unpack(ed_Reader *r, ed_Arena *arena, Any *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Any_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Any *Any_array_add(ed_Arena *arena, Any_array *array)
{
    Any *it = (Any *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Any_type.align);
    if (it) {
        Any_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Any_array_remove(Any_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
u8 *Any_set_small(ed_Arena *arena, Any *it);
f64 *Any_set_wide(ed_Arena *arena, Any *it);
bool *Any_set_truth(ed_Arena *arena, Any *it);
char *Any_set_name(ed_Arena *arena, Any *it);
char *Any_set_names(ed_Arena *arena, Any *it);
ed_Str *Any_set_text(ed_Arena *arena, Any *it);
Mood *Any_set_mood(ed_Arena *arena, Any *it);
Side *Any_set_sides(ed_Arena *arena, Any *it);
i32 *Any_set_grid(ed_Arena *arena, Any *it);
Vec2_array *Any_set_path(ed_Arena *arena, Any *it);
str_array *Any_set_lines(ed_Arena *arena, Any *it);
Shape *Any_set_shape(ed_Arena *arena, Any *it);
Shape *Any_set_shapes(ed_Arena *arena, Any *it);
u8 *Any_set_bytes(ed_Arena *arena, Any *it);
Any_array *Any_set_more(ed_Arena *arena, Any *it);

typedef struct Tiny Tiny;
typedef struct Tiny_array {
    Tiny *items;
    u32 count, capacity;
} Tiny_array;

struct Tiny {
    u32 kind;  // Tiny_a, Tiny_b
    union {
        u8  a;
        u16 b[3];
        u8  _all[8];
    };
};

enum {
    Tiny_a,
    Tiny_b,
};

__extension__ enum {
    Tiny_a_tag = 0xe40c292cu,
    Tiny_b_tag = 0xe70c2de5u,
};

extern const ed_Type Tiny_type;

/// Every default of the schema.
static inline void Tiny_init(ed_Arena *arena, Tiny *it)
{
    Tiny_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Tiny_pack(ed_Writer *w, const Tiny *rows, u32 count)
{
    ed_pack_rows(w, &Tiny_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Tiny_unpack(ed_Reader *r, ed_Arena *arena, Tiny *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Tiny_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Tiny *Tiny_array_add(ed_Arena *arena, Tiny_array *array)
{
    Tiny *it = (Tiny *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it, Tiny_type.align);
    if (it) {
        Tiny_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Tiny_array_remove(Tiny_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
u8 *Tiny_set_a(ed_Arena *arena, Tiny *it);
u16 *Tiny_set_b(ed_Arena *arena, Tiny *it);

typedef struct Single Single;
typedef struct Single_array {
    Single *items;
    u32 count, capacity;
} Single_array;

struct Single {
    u32 kind;  // Single_only
    union {
        Vec2 only;
    };
};

enum {
    Single_only,
};

__extension__ enum {
    Single_only_tag = 0x9d9e89f7u,
};

extern const ed_Type Single_type;

/// Every default of the schema.
static inline void Single_init(ed_Arena *arena, Single *it)
{
    Single_type.init(arena, it);
}

/// An array of maps by tag.
static inline void Single_pack(ed_Writer *w, const Single *rows, u32 count)
{
    ed_pack_rows(w, &Single_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool Single_unpack(ed_Reader *r, ed_Arena *arena, Single *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Single_type, rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline Single *Single_array_add(ed_Arena *arena, Single_array *array)
{
    Single *it = (Single *)ed_array_add(arena, (ed_Array *)(void *)array, sizeof *it,
        Single_type.align);
    if (it) {
        Single_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void Single_array_remove(Single_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

/// Becomes that alternative, with its defaults; where it is.
Vec2 *Single_set_only(ed_Arena *arena, Single *it);

typedef struct Body Body;
typedef struct Body_array {
    Body *items;
    u32 count, capacity;
} Body_array;

struct Body {
    u32         id;
    Shape       one;
    Shape       two;
    Shape       three;
    Shape       four;
    Shape       five;
    Shape       six[2];
    u32         few_count;
    Shape       few[3];
    Shape_array list;
    Any         any;
    Any         sides;
    Any         path;
    Any         small;
    Any         deep;
    Tiny        tiny;
    u8          _pad0[3];
    bool        has_maybe;
    Shape       maybe;
    u8          _pad1[3];
    bool        has_surely;
    Shape       surely;
    u32         _pad2;
};

__extension__ enum {
    Body_id_tag = 0x37386ae0u,
    Body_one_tag = 0xba2719efu,
    Body_two_tag = 0xbe248829u,
    Body_three_tag = 0x888603c3u,
    Body_four_tag = 0x2f69f5a5u,
    Body_five_tag = 0xaeb44395u,
    Body_six_tag = 0xca3007abu,
    Body_few_tag = 0xb20295f9u,
    Body_list_tag = 0x0cfb5881u,
    Body_any_tag = 0x2c29f04du,
    Body_sides_tag = 0x876240d7u,
    Body_path_tag = 0x84874d36u,
    Body_small_tag = 0xa2c4f48cu,
    Body_deep_tag = 0x99e98c6fu,
    Body_tiny_tag = 0x6135e66bu,
    Body_maybe_tag = 0xe13cb2abu,
    Body_surely_tag = 0x49f61d47u,
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

typedef struct Game Game;

struct Game {
    Body_array bodies;
    Shape      shape;
    Single     single;
    u32        _pad0;
};

__extension__ enum {
    Game_bodies_tag = 0xedf033e9u,
    Game_shape_tag = 0x9dc3d926u,
    Game_single_tag = 0x7f2346e9u,
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
