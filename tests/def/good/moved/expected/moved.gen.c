// From moved.def by eddiec: edit that file, not this one.
#include "gen/moved.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

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

_Static_assert(offsetof(Rect, at) == 0, "Rect.at");
_Static_assert(offsetof(Rect, size) == 8, "Rect.size");
_Static_assert(offsetof(Rect, tags) == 16, "Rect.tags");
_Static_assert(sizeof(Rect) == 32, "Rect");

static void init_Rect(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Rect));
}

static const ed_Field Rect_fields[] = {
    {.tag = Rect_at_tag, .name = "at", .kind = ED_STRUCT,
     .offset = offsetof(Rect, at), .size = 8, .count = 1, .type = &Vec2_type},
    {.tag = Rect_size_tag, .name = "size", .kind = ED_STRUCT,
     .offset = offsetof(Rect, size), .size = 8, .count = 1, .type = &Vec2_type},
    {.tag = Rect_tags_tag, .name = "tags", .kind = ED_U32, .shape = ED_FIXED,
     .offset = offsetof(Rect, tags), .size = 4, .count = 4, .dims = {4}},
};

const ed_Type Rect_type = {
    .name = "Rect",
    .tag = 0x6b109927u,
    .kind = ED_STRUCT, .size = sizeof(Rect), .align = _Alignof(Rect),
    .fields = Rect_fields, .field_count = 3, .init = init_Rect,
};

_Static_assert(offsetof(Actor, x) == 0, "Actor.x");
_Static_assert(offsetof(Actor, y) == 4, "Actor.y");
_Static_assert(offsetof(Actor, pos) == 8, "Actor.pos");
_Static_assert(offsetof(Actor, corner) == 16, "Actor.corner");
_Static_assert(offsetof(Actor, rect) == 24, "Actor.rect");
_Static_assert(offsetof(Actor, hp) == 56, "Actor.hp");
_Static_assert(offsetof(Actor, mp) == 60, "Actor.mp");
_Static_assert(offsetof(Actor, list) == 64, "Actor.list");
_Static_assert(sizeof(Actor) == 80, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Actor));
}

static const ed_Move Actor_x_moves[] = {
    {.to = "", .from = "pos.x"},
};

static const u32 Actor_y_was[] = {
    Actor_top_tag,
};

static const ed_Move Actor_y_moves[] = {
    {.to = "", .from = "pos.y"},
};

static const u32 Actor_pos_was[] = {
    Actor_place_tag,
};

static const ed_Move Actor_corner_moves[] = {
    {.to = "x", .from = "left"},
    {.to = "y", .from = "body.top"},
};

static const u32 Actor_rect_was[] = {
    Actor_box_tag,
};

static const ed_Move Actor_rect_moves[] = {
    {.to = "at.x", .from = "rect.left"},
    {.to = "at", .from = "frame.at"},
    {.to = "tags", .from = "labels"},
};

static const ed_Move Actor_hp_moves[] = {
    {.to = "", .from = "a.b.c.d.e.f.g.h"},
};

static const u32 Actor_mp_was[] = {
    Actor_hp_tag,
};

static const ed_Move Actor_mp_moves[] = {
    {.to = "", .from = "stats.mp"},
};

static const ed_Move Actor_list_moves[] = {
    {.to = "", .from = "inventory.list"},
};

static const ed_Field Actor_fields[] = {
    {.tag = Actor_x_tag, .name = "x", .kind = ED_F32,
     .offset = offsetof(Actor, x), .size = 4, .count = 1, .moves = Actor_x_moves, .move_count = 1},
    {.tag = Actor_y_tag, .name = "y", .kind = ED_F32,
     .offset = offsetof(Actor, y), .size = 4, .count = 1, .was = Actor_y_was, .was_count = 1,
     .moves = Actor_y_moves, .move_count = 1},
    {.tag = Actor_pos_tag, .name = "pos", .kind = ED_STRUCT,
     .offset = offsetof(Actor, pos), .size = 8, .count = 1, .type = &Vec2_type, .was = Actor_pos_was,
     .was_count = 1},
    {.tag = Actor_corner_tag, .name = "corner", .kind = ED_STRUCT,
     .offset = offsetof(Actor, corner), .size = 8, .count = 1, .type = &Vec2_type,
     .moves = Actor_corner_moves, .move_count = 2},
    {.tag = Actor_rect_tag, .name = "rect", .kind = ED_STRUCT,
     .offset = offsetof(Actor, rect), .size = 32, .count = 1, .type = &Rect_type,
     .was = Actor_rect_was, .was_count = 1, .moves = Actor_rect_moves, .move_count = 3},
    {.tag = Actor_hp_tag, .name = "hp", .kind = ED_F32,
     .offset = offsetof(Actor, hp), .size = 4, .count = 1, .moves = Actor_hp_moves,
     .move_count = 1},
    {.tag = Actor_mp_tag, .name = "mp", .kind = ED_F32,
     .offset = offsetof(Actor, mp), .size = 4, .count = 1, .was = Actor_mp_was, .was_count = 1,
     .moves = Actor_mp_moves, .move_count = 1},
    {.tag = Actor_list_tag, .name = "list", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, list), .size = 8, .count = 0, .type = &Vec2_type,
     .moves = Actor_list_moves, .move_count = 1},
};

static const u32 Actor_was[] = {
    0x7277f5b8u,  // Creature
    0xb2861bfcu,  // Beast
    0x3c3d8da8u,  // Being
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "Parts that were elsewhere.",
    .tag = 0xb449dc5au, .was = Actor_was, .was_count = 3,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 8, .init = init_Actor,
};

_Static_assert(offsetof(Shape, r) == 4, "Shape.r");
_Static_assert(offsetof(Shape, box) == 4, "Shape.box");
_Static_assert(sizeof(Shape) == 12, "Shape");

f32 *Shape_set_r(ed_Arena *arena, Shape *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Shape_r;
    return &it->r;
}

Vec2 *Shape_set_box(ed_Arena *arena, Shape *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
    it->kind = Shape_box;
    return &it->box;
}

static void init_Shape(ed_Arena *arena, void *any)
{
    Shape_set_r(arena, any);
}

static const u32 Shape_r_was[] = {
    Shape_radius_tag,
    Shape_size_tag,
};

static const u32 Shape_box_was[] = {
    Shape_square_tag,
};

static const ed_Field Shape_fields[] = {
    {.tag = Shape_r_tag, .name = "r", .kind = ED_F32,
     .offset = offsetof(Shape, r), .size = 4, .count = 1, .was = Shape_r_was, .was_count = 2},
    {.tag = Shape_box_tag, .name = "box", .kind = ED_STRUCT,
     .offset = offsetof(Shape, box), .size = 8, .count = 1, .type = &Vec2_type, .was = Shape_box_was,
     .was_count = 1},
};

static const u32 Shape_was[] = {
    0xc0851367u,  // Form
};

const ed_Type Shape_type = {
    .name = "Shape",
    .tag = 0x4380ddc6u, .was = Shape_was, .was_count = 1,
    .kind = ED_UNION, .size = sizeof(Shape), .align = _Alignof(Shape),
    .fields = Shape_fields, .field_count = 2, .init = init_Shape,
};

static const u32 Mood_CALM_was[] = {
    0x529e6eb7u,  // QUIET
};

static const u32 Mood_ANGRY_was[] = {
    0x3859be8du,  // MAD
    0x0acd8ebbu,  // CROSS
};

static const ed_Value Mood_values[] = {
    {.name = "CALM", .tag = 0xb0435356u, .number = Mood_CALM, .was = Mood_CALM_was, .was_count = 1},
    {.name = "ANGRY", .tag = 0x7f6b045eu, .number = Mood_ANGRY, .was = Mood_ANGRY_was,
     .was_count = 2},
};

static const u32 Mood_was[] = {
    0x324ad003u,  // Feeling
};

const ed_Type Mood_type = {
    .name = "Mood",
    .tag = 0x6264551eu, .was = Mood_was, .was_count = 1,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Mood), .align = _Alignof(Mood),
    .values = Mood_values, .value_count = 2,
};

static const u32 Bits_ONE_was[] = {
    0xf0eb79a1u,  // FIRST
};

static const ed_Value Bits_values[] = {
    {.name = "ONE", .tag = 0xfd01310fu, .number = Bits_ONE, .was = Bits_ONE_was, .was_count = 1},
};

const ed_Type Bits_type = {
    .name = "Bits",
    .tag = 0x0bbc2f99u,
    .kind = ED_FLAGS, .base = ED_U8, .size = sizeof(Bits), .align = _Alignof(Bits),
    .values = Bits_values, .value_count = 1,
};

_Static_assert(offsetof(Game, actor) == 0, "Game.actor");
_Static_assert(offsetof(Game, shape) == 80, "Game.shape");
_Static_assert(offsetof(Game, mood) == 92, "Game.mood");
_Static_assert(offsetof(Game, bits) == 93, "Game.bits");
_Static_assert(sizeof(Game) == 96, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Game));
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actor_tag, .name = "actor", .kind = ED_STRUCT,
     .offset = offsetof(Game, actor), .size = 80, .count = 1, .type = &Actor_type},
    {.tag = Game_shape_tag, .name = "shape", .kind = ED_UNION,
     .offset = offsetof(Game, shape), .size = 12, .count = 1, .type = &Shape_type},
    {.tag = Game_mood_tag, .name = "mood", .kind = ED_ENUM,
     .offset = offsetof(Game, mood), .size = 1, .count = 1, .type = &Mood_type},
    {.tag = Game_bits_tag, .name = "bits", .kind = ED_FLAGS,
     .offset = offsetof(Game, bits), .size = 1, .count = 1, .type = &Bits_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 4, .init = init_Game,
};
