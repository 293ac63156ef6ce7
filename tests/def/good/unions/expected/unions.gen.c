// From unions.def by eddiec: edit that file, not this one.
#include "gen/unions.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

_Static_assert(offsetof(Circle, r) == 0, "Circle.r");
_Static_assert(sizeof(Circle) == 4, "Circle");

static void init_Circle(ed_Arena *arena, void *any)
{
    Circle *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->r = 1.0f;
}

static const ed_Field Circle_fields[] = {
    {.tag = Circle_r_tag, .name = "r", .kind = ED_F32,
     .offset = offsetof(Circle, r), .size = 4, .count = 1,
     .preset_size = 5, .preset = (const u8[]){0xca, 0x3f, 0x80, 0x00, 0x00}},
};

const ed_Type Circle_type = {
    .name = "Circle",
    .tag = 0x812746a9u,
    .kind = ED_STRUCT, .size = sizeof(Circle), .align = _Alignof(Circle),
    .fields = Circle_fields, .field_count = 1, .init = init_Circle,
};

_Static_assert(offsetof(Box, w) == 0, "Box.w");
_Static_assert(offsetof(Box, h) == 4, "Box.h");
_Static_assert(sizeof(Box) == 8, "Box");

static void init_Box(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Box));
}

static const ed_Field Box_fields[] = {
    {.tag = Box_w_tag, .name = "w", .kind = ED_F32,
     .offset = offsetof(Box, w), .size = 4, .count = 1},
    {.tag = Box_h_tag, .name = "h", .kind = ED_F32,
     .offset = offsetof(Box, h), .size = 4, .count = 1},
};

const ed_Type Box_type = {
    .name = "Box",
    .tag = 0xd5cb7ed2u,
    .kind = ED_STRUCT, .size = sizeof(Box), .align = _Alignof(Box),
    .fields = Box_fields, .field_count = 2, .init = init_Box,
};

static const ed_Value Mood_values[] = {
    {.name = "CALM", .tag = 0xb0435356u, .number = Mood_CALM},
    {.name = "ANGRY", .tag = 0x7f6b045eu, .number = Mood_ANGRY},
};

const ed_Type Mood_type = {
    .name = "Mood",
    .tag = 0x6264551eu,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Mood), .align = _Alignof(Mood),
    .values = Mood_values, .value_count = 2,
};

static const ed_Value Side_values[] = {
    {.name = "LEFT", .tag = 0x103c2070u, .number = Side_LEFT},
    {.name = "RIGHT", .tag = 0x1b97d785u, .number = Side_RIGHT},
};

const ed_Type Side_type = {
    .name = "Side",
    .tag = 0x9a61137eu,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Side), .align = _Alignof(Side),
    .values = Side_values, .value_count = 2,
};

_Static_assert(offsetof(Vec2, x) == 0, "Vec2.x");
_Static_assert(offsetof(Vec2, y) == 4, "Vec2.y");
_Static_assert(sizeof(Vec2) == 8, "Vec2");

static void init_Vec2(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Vec2));
}

static const ed_Field Vec2_fields[] = {
    {.tag = Vec2_x_tag, .name = "x", .kind = ED_F32,
     .offset = offsetof(Vec2, x), .size = 4, .count = 1},
    {.tag = Vec2_y_tag, .name = "y", .kind = ED_F32,
     .offset = offsetof(Vec2, y), .size = 4, .count = 1},
};

const ed_Type Vec2_type = {
    .name = "Vec2",
    .tag = 0x2c3c5815u,
    .kind = ED_STRUCT, .size = sizeof(Vec2), .align = _Alignof(Vec2),
    .fields = Vec2_fields, .field_count = 2, .init = init_Vec2,
};

_Static_assert(offsetof(Shape, circle) == 4, "Shape.circle");
_Static_assert(offsetof(Shape, box) == 4, "Shape.box");
_Static_assert(offsetof(Shape, ring) == 4, "Shape.ring");
_Static_assert(sizeof(Shape) == 16, "Shape");

Circle *Shape_set_circle(ed_Arena *arena, Shape *it)
{
    memset(it, 0, sizeof *it);
    it->kind = Shape_circle;
    Circle_type.init(arena, &it->circle);
    return &it->circle;
}

Box *Shape_set_box(ed_Arena *arena, Shape *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Shape_box;
    return &it->box;
}

Circle *Shape_set_ring(ed_Arena *arena, Shape *it)
{
    memset(it, 0, sizeof *it);
    it->kind = Shape_ring;
    for (u32 i = 0; i < 3; i++)
        Circle_type.init(arena, &it->ring[i]);
    return &it->ring[0];
}

static void init_Shape(ed_Arena *arena, void *any)
{
    Shape_set_circle(arena, any);
}

static const u32 Shape_box_was[] = {
    Shape_square_tag,
};

static const ed_Field Shape_fields[] = {
    {.tag = Shape_circle_tag, .name = "circle", .kind = ED_STRUCT,
     .offset = offsetof(Shape, circle), .size = 4, .count = 1, .type = &Circle_type,
     .doc = "round"},
    {.tag = Shape_box_tag, .name = "box", .kind = ED_STRUCT,
     .offset = offsetof(Shape, box), .size = 8, .count = 1, .type = &Box_type, .was = Shape_box_was,
     .was_count = 1},
    {.tag = Shape_ring_tag, .name = "ring", .kind = ED_STRUCT, .shape = ED_FIXED,
     .offset = offsetof(Shape, ring), .size = 4, .count = 3, .dims = {3}, .type = &Circle_type,
     .doc = "Many of them: a comment that is too long to stand behind its alternative, and so stands above it."},
};

static const u32 Shape_was[] = {
    0xc0851367u,  // Form
};

const ed_Type Shape_type = {
    .name = "Shape",
    .doc = "What a body is made of.",
    .tag = 0x4380ddc6u, .was = Shape_was, .was_count = 1,
    .kind = ED_UNION, .size = sizeof(Shape), .align = _Alignof(Shape),
    .fields = Shape_fields, .field_count = 3, .init = init_Shape,
};

_Static_assert(offsetof(Any, small) == 8, "Any.small");
_Static_assert(offsetof(Any, wide) == 8, "Any.wide");
_Static_assert(offsetof(Any, truth) == 8, "Any.truth");
_Static_assert(offsetof(Any, name) == 8, "Any.name");
_Static_assert(offsetof(Any, names) == 8, "Any.names");
_Static_assert(offsetof(Any, text) == 8, "Any.text");
_Static_assert(offsetof(Any, mood) == 8, "Any.mood");
_Static_assert(offsetof(Any, sides) == 8, "Any.sides");
_Static_assert(offsetof(Any, grid) == 8, "Any.grid");
_Static_assert(offsetof(Any, path) == 8, "Any.path");
_Static_assert(offsetof(Any, lines) == 8, "Any.lines");
_Static_assert(offsetof(Any, shape) == 8, "Any.shape");
_Static_assert(offsetof(Any, shapes) == 8, "Any.shapes");
_Static_assert(offsetof(Any, bytes) == 8, "Any.bytes");
_Static_assert(offsetof(Any, more) == 8, "Any.more");
_Static_assert(sizeof(Any) == 40, "Any");

u8 *Any_set_small(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_small;
    return &it->small;
}

f64 *Any_set_wide(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_wide;
    return &it->wide;
}

bool *Any_set_truth(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_truth;
    return &it->truth;
}

char *Any_set_name(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_name;
    return it->name;
}

char *Any_set_names(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_names;
    return it->names[0];
}

ed_Str *Any_set_text(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_text;
    return &it->text;
}

Mood *Any_set_mood(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_mood;
    return &it->mood;
}

Side *Any_set_sides(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_sides;
    for (u32 i = 0; i < 2; i++)
        it->sides[i] = Side_LEFT;
    return &it->sides[0];
}

i32 *Any_set_grid(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_grid;
    return &it->grid[0][0];
}

Vec2_array *Any_set_path(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_path;
    return &it->path;
}

str_array *Any_set_lines(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_lines;
    return &it->lines;
}

Shape *Any_set_shape(ed_Arena *arena, Any *it)
{
    memset(it, 0, sizeof *it);
    it->kind = Any_shape;
    Shape_type.init(arena, &it->shape);
    return &it->shape;
}

Shape *Any_set_shapes(ed_Arena *arena, Any *it)
{
    memset(it, 0, sizeof *it);
    it->kind = Any_shapes;
    for (u32 i = 0; i < 2; i++)
        Shape_type.init(arena, &it->shapes[i]);
    return &it->shapes[0];
}

u8 *Any_set_bytes(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_bytes;
    return &it->bytes[0];
}

Any_array *Any_set_more(ed_Arena *arena, Any *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Any_more;
    return &it->more;
}

static void init_Any(ed_Arena *arena, void *any)
{
    Any_set_small(arena, any);
}

static const ed_Field Any_fields[] = {
    {.tag = Any_small_tag, .name = "small", .kind = ED_U8,
     .offset = offsetof(Any, small), .size = 1, .count = 1},
    {.tag = Any_wide_tag, .name = "wide", .kind = ED_F64,
     .offset = offsetof(Any, wide), .size = 8, .count = 1},
    {.tag = Any_truth_tag, .name = "truth", .kind = ED_BOOL,
     .offset = offsetof(Any, truth), .size = 1, .count = 1},
    {.tag = Any_name_tag, .name = "name", .kind = ED_CHARS,
     .offset = offsetof(Any, name), .size = 5, .count = 1},
    {.tag = Any_names_tag, .name = "names", .kind = ED_CHARS, .shape = ED_FIXED,
     .offset = offsetof(Any, names), .size = 3, .count = 2, .dims = {2}},
    {.tag = Any_text_tag, .name = "text", .kind = ED_STR,
     .offset = offsetof(Any, text), .size = 16, .count = 1},
    {.tag = Any_mood_tag, .name = "mood", .kind = ED_ENUM,
     .offset = offsetof(Any, mood), .size = 1, .count = 1, .type = &Mood_type},
    {.tag = Any_sides_tag, .name = "sides", .kind = ED_ENUM, .shape = ED_FIXED,
     .offset = offsetof(Any, sides), .size = 1, .count = 2, .dims = {2}, .type = &Side_type},
    {.tag = Any_grid_tag, .name = "grid", .kind = ED_I32, .shape = ED_FIXED,
     .offset = offsetof(Any, grid), .size = 4, .count = 6, .dims = {2, 3}},
    {.tag = Any_path_tag, .name = "path", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Any, path), .size = 8, .count = 0, .type = &Vec2_type},
    {.tag = Any_lines_tag, .name = "lines", .kind = ED_STR, .shape = ED_DYNAMIC,
     .offset = offsetof(Any, lines), .size = 16, .count = 0},
    {.tag = Any_shape_tag, .name = "shape", .kind = ED_UNION,
     .offset = offsetof(Any, shape), .size = 16, .count = 1, .type = &Shape_type},
    {.tag = Any_shapes_tag, .name = "shapes", .kind = ED_UNION, .shape = ED_FIXED,
     .offset = offsetof(Any, shapes), .size = 16, .count = 2, .dims = {2}, .type = &Shape_type},
    {.tag = Any_bytes_tag, .name = "bytes", .kind = ED_U8, .shape = ED_FIXED,
     .offset = offsetof(Any, bytes), .size = 1, .count = 13, .dims = {13}},
    {.tag = Any_more_tag, .name = "more", .kind = ED_UNION, .shape = ED_DYNAMIC,
     .offset = offsetof(Any, more), .size = 40, .count = 0, .type = &Any_type},
};

const ed_Type Any_type = {
    .name = "Any",
    .doc = "Alternatives of every kind and size.",
    .tag = 0x8eb61aedu,
    .kind = ED_UNION, .size = sizeof(Any), .align = _Alignof(Any),
    .fields = Any_fields, .field_count = 15, .init = init_Any,
};

_Static_assert(offsetof(Tiny, a) == 4, "Tiny.a");
_Static_assert(offsetof(Tiny, b) == 4, "Tiny.b");
_Static_assert(sizeof(Tiny) == 12, "Tiny");

u8 *Tiny_set_a(ed_Arena *arena, Tiny *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Tiny_a;
    return &it->a;
}

u16 *Tiny_set_b(ed_Arena *arena, Tiny *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Tiny_b;
    return &it->b[0];
}

static void init_Tiny(ed_Arena *arena, void *any)
{
    Tiny_set_a(arena, any);
}

static const ed_Field Tiny_fields[] = {
    {.tag = Tiny_a_tag, .name = "a", .kind = ED_U8,
     .offset = offsetof(Tiny, a), .size = 1, .count = 1},
    {.tag = Tiny_b_tag, .name = "b", .kind = ED_U16, .shape = ED_FIXED,
     .offset = offsetof(Tiny, b), .size = 2, .count = 3, .dims = {3}},
};

const ed_Type Tiny_type = {
    .name = "Tiny",
    .tag = 0xe3dc9b8bu,
    .kind = ED_UNION, .size = sizeof(Tiny), .align = _Alignof(Tiny),
    .fields = Tiny_fields, .field_count = 2, .init = init_Tiny,
};

_Static_assert(offsetof(Single, only) == 4, "Single.only");
_Static_assert(sizeof(Single) == 12, "Single");

Vec2 *Single_set_only(ed_Arena *arena, Single *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Single_only;
    return &it->only;
}

static void init_Single(ed_Arena *arena, void *any)
{
    Single_set_only(arena, any);
}

static const ed_Field Single_fields[] = {
    {.tag = Single_only_tag, .name = "only", .kind = ED_STRUCT,
     .offset = offsetof(Single, only), .size = 8, .count = 1, .type = &Vec2_type},
};

const ed_Type Single_type = {
    .name = "Single",
    .tag = 0xf1776509u,
    .kind = ED_UNION, .size = sizeof(Single), .align = _Alignof(Single),
    .fields = Single_fields, .field_count = 1, .init = init_Single,
};

_Static_assert(offsetof(Body, id) == 0, "Body.id");
_Static_assert(offsetof(Body, one) == 4, "Body.one");
_Static_assert(offsetof(Body, two) == 20, "Body.two");
_Static_assert(offsetof(Body, three) == 36, "Body.three");
_Static_assert(offsetof(Body, four) == 52, "Body.four");
_Static_assert(offsetof(Body, five) == 68, "Body.five");
_Static_assert(offsetof(Body, six) == 84, "Body.six");
_Static_assert(offsetof(Body, few) == 120, "Body.few");
_Static_assert(offsetof(Body, list) == 168, "Body.list");
_Static_assert(offsetof(Body, any) == 184, "Body.any");
_Static_assert(offsetof(Body, sides) == 224, "Body.sides");
_Static_assert(offsetof(Body, path) == 264, "Body.path");
_Static_assert(offsetof(Body, small) == 304, "Body.small");
_Static_assert(offsetof(Body, deep) == 344, "Body.deep");
_Static_assert(offsetof(Body, tiny) == 384, "Body.tiny");
_Static_assert(offsetof(Body, maybe) == 400, "Body.maybe");
_Static_assert(offsetof(Body, has_maybe) == 399, "Body.has_maybe");
_Static_assert(offsetof(Body, surely) == 420, "Body.surely");
_Static_assert(offsetof(Body, has_surely) == 419, "Body.has_surely");
_Static_assert(sizeof(Body) == 440, "Body");

static void init_Body(ed_Arena *arena, void *any)
{
    Body *it = any;
    memset(it, 0, sizeof *it);
    Shape_type.init(arena, &it->one);
    Shape_set_box(arena, &it->two);
    it->two.box.w = 2.0f;
    Shape_set_ring(arena, &it->three);
    it->three.ring[0].r = 4.0f;
    Shape_type.init(arena, &it->four);
    Shape_set_box(arena, &it->five);
    for (u32 i = 0; i < 2; i++)
        Shape_type.init(arena, &it->six[i]);
    Shape_set_circle(arena, &it->six[0]);
    it->six[0].circle.r = 3.0f;
    Shape_set_box(arena, &it->six[1]);
    it->six[1].box.h = 5.0f;
    it->few_count = 1;
    Shape_set_box(arena, &it->few[0]);
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->list, 2, 16, 4)) {
        it->list.count = 2;
        Shape_type.init(arena, &it->list.items[0]);
        Shape_set_circle(arena, &it->list.items[1]);
        it->list.items[1].circle.r = 9.0f;
    }
    Any_set_name(arena, &it->any);
    memcpy(it->any.name, "abc", 3);
    Any_set_sides(arena, &it->sides);
    memset(it->sides.sides, 0, sizeof it->sides.sides);
    for (u32 i = 0; i < 2; i++)
        it->sides.sides[i] = Side_LEFT;
    it->sides.sides[0] = Side_RIGHT;
    Any_set_path(arena, &it->path);
    if (ed_array_reserve(arena, (ed_Array *)(void *)&it->path.path, 1, 8, 4)) {
        it->path.path.count = 1;
        Vec2_type.init(arena, &it->path.path.items[0]);
        it->path.path.items[0].x = 1.0f;
        it->path.path.items[0].y = 2.0f;
    }
    Any_set_small(arena, &it->small);
    it->small.small = 7;
    Any_set_shape(arena, &it->deep);
    Shape_set_box(arena, &it->deep.shape);
    it->deep.shape.box.w = 8.0f;
    Tiny_set_b(arena, &it->tiny);
    it->tiny.b[0] = 1;
    it->tiny.b[1] = 2;
    it->tiny.b[2] = 3;
    it->has_surely = true;
    Shape_set_box(arena, &it->surely);
}

static const ed_Field Body_fields[] = {
    {.tag = Body_id_tag, .name = "id", .kind = ED_U32,
     .offset = offsetof(Body, id), .size = 4, .count = 1},
    {.tag = Body_one_tag, .name = "one", .kind = ED_UNION,
     .offset = offsetof(Body, one), .size = 16, .count = 1, .type = &Shape_type},
    {.tag = Body_two_tag, .name = "two", .kind = ED_UNION,
     .offset = offsetof(Body, two), .size = 16, .count = 1, .type = &Shape_type,
     .preset_size = 27, .preset = (const u8[]){
         0x92, 0xce, 0x70, 0xc6, 0x7e, 0x32, 0x82, 0xce, 0xf2, 0x0c, 0x3f, 0x36,
         0xca, 0x40, 0x00, 0x00, 0x00, 0xce, 0xed, 0x0c, 0x37, 0x57, 0xca, 0x00,
         0x00, 0x00, 0x00}},
    {.tag = Body_three_tag, .name = "three", .kind = ED_UNION,
     .offset = offsetof(Body, three), .size = 16, .count = 1, .type = &Shape_type,
     .preset_size = 40, .preset = (const u8[]){
         0x92, 0xce, 0xf7, 0x5a, 0xfb, 0x6b, 0x93, 0x81, 0xce, 0xf7, 0x0c, 0x47,
         0x15, 0xca, 0x40, 0x80, 0x00, 0x00, 0x81, 0xce, 0xf7, 0x0c, 0x47, 0x15,
         0xca, 0x3f, 0x80, 0x00, 0x00, 0x81, 0xce, 0xf7, 0x0c, 0x47, 0x15, 0xca,
         0x3f, 0x80, 0x00, 0x00}},
    {.tag = Body_four_tag, .name = "four", .kind = ED_UNION,
     .offset = offsetof(Body, four), .size = 16, .count = 1, .type = &Shape_type,
     .preset_size = 17, .preset = (const u8[]){
         0x92, 0xce, 0x28, 0x21, 0x70, 0x89, 0x81, 0xce, 0xf7, 0x0c, 0x47, 0x15,
         0xca, 0x3f, 0x80, 0x00, 0x00}},
    {.tag = Body_five_tag, .name = "five", .kind = ED_UNION,
     .offset = offsetof(Body, five), .size = 16, .count = 1, .type = &Shape_type,
     .preset_size = 27, .preset = (const u8[]){
         0x92, 0xce, 0x70, 0xc6, 0x7e, 0x32, 0x82, 0xce, 0xf2, 0x0c, 0x3f, 0x36,
         0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xed, 0x0c, 0x37, 0x57, 0xca, 0x00,
         0x00, 0x00, 0x00}},
    {.tag = Body_six_tag, .name = "six", .kind = ED_UNION, .shape = ED_FIXED,
     .offset = offsetof(Body, six), .size = 16, .count = 2, .dims = {2}, .type = &Shape_type,
     .preset_size = 45, .preset = (const u8[]){
         0x92, 0x92, 0xce, 0x28, 0x21, 0x70, 0x89, 0x81, 0xce, 0xf7, 0x0c, 0x47,
         0x15, 0xca, 0x40, 0x40, 0x00, 0x00, 0x92, 0xce, 0x70, 0xc6, 0x7e, 0x32,
         0x82, 0xce, 0xf2, 0x0c, 0x3f, 0x36, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce,
         0xed, 0x0c, 0x37, 0x57, 0xca, 0x40, 0xa0, 0x00, 0x00}},
    {.tag = Body_few_tag, .name = "few", .kind = ED_UNION, .shape = ED_BOUNDED,
     .offset = offsetof(Body, few), .size = 16, .count = 3, .type = &Shape_type,
     .preset_size = 28, .preset = (const u8[]){
         0x91, 0x92, 0xce, 0x70, 0xc6, 0x7e, 0x32, 0x82, 0xce, 0xf2, 0x0c, 0x3f,
         0x36, 0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xed, 0x0c, 0x37, 0x57, 0xca,
         0x00, 0x00, 0x00, 0x00}},
    {.tag = Body_list_tag, .name = "list", .kind = ED_UNION, .shape = ED_DYNAMIC,
     .offset = offsetof(Body, list), .size = 16, .count = 0, .type = &Shape_type,
     .preset_size = 35, .preset = (const u8[]){
         0x92, 0x92, 0xce, 0x28, 0x21, 0x70, 0x89, 0x81, 0xce, 0xf7, 0x0c, 0x47,
         0x15, 0xca, 0x3f, 0x80, 0x00, 0x00, 0x92, 0xce, 0x28, 0x21, 0x70, 0x89,
         0x81, 0xce, 0xf7, 0x0c, 0x47, 0x15, 0xca, 0x41, 0x10, 0x00, 0x00}},
    {.tag = Body_any_tag, .name = "any", .kind = ED_UNION,
     .offset = offsetof(Body, any), .size = 40, .count = 1, .type = &Any_type,
     .preset_size = 10,
     .preset = (const u8[]){0x92, 0xce, 0x8d, 0x39, 0xbd, 0xe6, 0xa3, 0x61, 0x62, 0x63}},
    {.tag = Body_sides_tag, .name = "sides", .kind = ED_UNION,
     .offset = offsetof(Body, sides), .size = 40, .count = 1, .type = &Any_type,
     .preset_size = 9,
     .preset = (const u8[]){0x92, 0xce, 0x87, 0x62, 0x40, 0xd7, 0x92, 0x02, 0x01}},
    {.tag = Body_path_tag, .name = "path", .kind = ED_UNION,
     .offset = offsetof(Body, path), .size = 40, .count = 1, .type = &Any_type,
     .preset_size = 28, .preset = (const u8[]){
         0x92, 0xce, 0x84, 0x87, 0x4d, 0x36, 0x91, 0x82, 0xce, 0xfd, 0x0c, 0x50,
         0x87, 0xca, 0x3f, 0x80, 0x00, 0x00, 0xce, 0xfc, 0x0c, 0x4e, 0xf4, 0xca,
         0x40, 0x00, 0x00, 0x00}},
    {.tag = Body_small_tag, .name = "small", .kind = ED_UNION,
     .offset = offsetof(Body, small), .size = 40, .count = 1, .type = &Any_type,
     .preset_size = 7, .preset = (const u8[]){0x92, 0xce, 0xa2, 0xc4, 0xf4, 0x8c, 0x07}},
    {.tag = Body_deep_tag, .name = "deep", .kind = ED_UNION,
     .offset = offsetof(Body, deep), .size = 40, .count = 1, .type = &Any_type,
     .preset_size = 33, .preset = (const u8[]){
         0x92, 0xce, 0x9d, 0xc3, 0xd9, 0x26, 0x92, 0xce, 0x70, 0xc6, 0x7e, 0x32,
         0x82, 0xce, 0xf2, 0x0c, 0x3f, 0x36, 0xca, 0x41, 0x00, 0x00, 0x00, 0xce,
         0xed, 0x0c, 0x37, 0x57, 0xca, 0x00, 0x00, 0x00, 0x00}},
    {.tag = Body_tiny_tag, .name = "tiny", .kind = ED_UNION,
     .offset = offsetof(Body, tiny), .size = 12, .count = 1, .type = &Tiny_type,
     .preset_size = 10,
     .preset = (const u8[]){0x92, 0xce, 0xe7, 0x0c, 0x2d, 0xe5, 0x93, 0x01, 0x02, 0x03}},
    {.tag = Body_maybe_tag, .name = "maybe", .kind = ED_UNION, .shape = ED_OPTIONAL,
     .offset = offsetof(Body, maybe), .size = 16, .count = 1, .type = &Shape_type},
    {.tag = Body_surely_tag, .name = "surely", .kind = ED_UNION, .shape = ED_OPTIONAL,
     .offset = offsetof(Body, surely), .size = 16, .count = 1, .type = &Shape_type,
     .preset_size = 27, .preset = (const u8[]){
         0x92, 0xce, 0x70, 0xc6, 0x7e, 0x32, 0x82, 0xce, 0xf2, 0x0c, 0x3f, 0x36,
         0xca, 0x00, 0x00, 0x00, 0x00, 0xce, 0xed, 0x0c, 0x37, 0x57, 0xca, 0x00,
         0x00, 0x00, 0x00}},
};

const ed_Type Body_type = {
    .name = "Body",
    .tag = 0x428a1095u,
    .kind = ED_STRUCT, .size = sizeof(Body), .align = _Alignof(Body),
    .fields = Body_fields, .field_count = 17, .init = init_Body,
};

_Static_assert(offsetof(Game, bodies) == 0, "Game.bodies");
_Static_assert(offsetof(Game, shape) == 16, "Game.shape");
_Static_assert(offsetof(Game, single) == 32, "Game.single");
_Static_assert(sizeof(Game) == 48, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    Game *it = any;
    memset(it, 0, sizeof *it);
    Shape_type.init(arena, &it->shape);
}

static const ed_Field Game_fields[] = {
    {.tag = Game_bodies_tag, .name = "bodies", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, bodies), .size = 440, .count = 0, .type = &Body_type},
    {.tag = Game_shape_tag, .name = "shape", .kind = ED_UNION,
     .offset = offsetof(Game, shape), .size = 16, .count = 1, .type = &Shape_type},
    {.tag = Game_single_tag, .name = "single", .kind = ED_UNION,
     .offset = offsetof(Game, single), .size = 12, .count = 1, .type = &Single_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 3, .init = init_Game,
};
