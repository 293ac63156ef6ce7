// From units.def by eddiec: edit that file, not this one.
#include "gen/units.gen.h"
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

_Static_assert(offsetof(Size, w) == 0, "Size.w");
_Static_assert(offsetof(Size, h) == 4, "Size.h");
_Static_assert(sizeof(Size) == 8, "Size");

static void init_Size(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Size));
}

static const ed_Field Size_fields[] = {
    {.tag = Size_w_tag, .name = "w", .kind = ED_F32,
     .offset = offsetof(Size, w), .size = 4, .count = 1, .unit = "m"},
    {.tag = Size_h_tag, .name = "h", .kind = ED_F32,
     .offset = offsetof(Size, h), .size = 4, .count = 1, .unit = "m"},
};

const ed_Type Size_type = {
    .name = "Size",
    .tag = 0xa6478e7cu,
    .kind = ED_STRUCT, .size = sizeof(Size), .align = _Alignof(Size),
    .fields = Size_fields, .field_count = 2, .init = init_Size,
};

_Static_assert(offsetof(Actor, pos) == 0, "Actor.pos");
_Static_assert(offsetof(Actor, path) == 8, "Actor.path");
_Static_assert(offsetof(Actor, speed) == 24, "Actor.speed");
_Static_assert(offsetof(Actor, pull) == 32, "Actor.pull");
_Static_assert(offsetof(Actor, ammo) == 40, "Actor.ammo");
_Static_assert(offsetof(Actor, width) == 52, "Actor.width");
_Static_assert(offsetof(Actor, delay) == 64, "Actor.delay");
_Static_assert(offsetof(Actor, has_delay) == 63, "Actor.has_delay");
_Static_assert(offsetof(Actor, angle) == 72, "Actor.angle");
_Static_assert(offsetof(Actor, part) == 76, "Actor.part");
_Static_assert(offsetof(Actor, size) == 80, "Actor.size");
_Static_assert(sizeof(Actor) == 88, "Actor");

static void init_Actor(ed_Arena *arena, void *any)
{
    Actor *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->pull = 9.81;
}

static const u32 Actor_width_was[] = {
    Actor_breadth_tag,
};

static const ed_Field Actor_fields[] = {
    {.tag = Actor_pos_tag, .name = "pos", .kind = ED_STRUCT,
     .offset = offsetof(Actor, pos), .size = 8, .count = 1, .type = &Vec2_type, .unit = "m"},
    {.tag = Actor_path_tag, .name = "path", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Actor, path), .size = 8, .count = 0, .type = &Vec2_type, .unit = "km"},
    {.tag = Actor_speed_tag, .name = "speed", .kind = ED_F32,
     .offset = offsetof(Actor, speed), .size = 4, .count = 1, .flags = ED_FIELD_RANGE,
     .range_low = 0.0f, .range_high = 100.0f, .unit = "km/h"},
    {.tag = Actor_pull_tag, .name = "pull", .kind = ED_F64,
     .offset = offsetof(Actor, pull), .size = 8, .count = 1, .unit = "kg*m/s^2",
     .preset_size = 9,
     .preset = (const u8[]){0xcb, 0x40, 0x23, 0x9e, 0xb8, 0x51, 0xeb, 0x85, 0x1f}},
    {.tag = Actor_ammo_tag, .name = "ammo", .kind = ED_U16, .shape = ED_FIXED,
     .offset = offsetof(Actor, ammo), .size = 2, .count = 4, .dims = {4}, .unit = "hp"},
    {.tag = Actor_width_tag, .name = "width", .kind = ED_U8, .shape = ED_BOUNDED,
     .offset = offsetof(Actor, width), .size = 1, .count = 4, .was = Actor_width_was, .was_count = 1,
     .unit = "px"},
    {.tag = Actor_delay_tag, .name = "delay", .kind = ED_I64, .shape = ED_OPTIONAL,
     .offset = offsetof(Actor, delay), .size = 8, .count = 1, .unit = "µs"},
    {.tag = Actor_angle_tag, .name = "angle", .kind = ED_F32,
     .offset = offsetof(Actor, angle), .size = 4, .count = 1, .unit = "°"},
    {.tag = Actor_part_tag, .name = "part", .kind = ED_F32,
     .offset = offsetof(Actor, part), .size = 4, .count = 1, .unit = "%"},
    {.tag = Actor_size_tag, .name = "size", .kind = ED_STRUCT,
     .offset = offsetof(Actor, size), .size = 8, .count = 1, .type = &Size_type},
};

const ed_Type Actor_type = {
    .name = "Actor",
    .doc = "Everything that is measured.",
    .tag = 0xb449dc5au,
    .kind = ED_STRUCT, .size = sizeof(Actor), .align = _Alignof(Actor),
    .fields = Actor_fields, .field_count = 10, .init = init_Actor,
};

_Static_assert(offsetof(Game, actors) == 0, "Game.actors");
_Static_assert(sizeof(Game) == 16, "Game");

static void init_Game(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Game));
}

static const ed_Field Game_fields[] = {
    {.tag = Game_actors_tag, .name = "actors", .kind = ED_STRUCT, .shape = ED_DYNAMIC,
     .offset = offsetof(Game, actors), .size = 88, .count = 0, .type = &Actor_type},
};

const ed_Type Game_type = {
    .name = "Game",
    .tag = 0xc2762327u,
    .kind = ED_STRUCT, .size = sizeof(Game), .align = _Alignof(Game),
    .fields = Game_fields, .field_count = 1, .init = init_Game,
};

_Static_assert(offsetof(Assets, size) == 0, "Assets.size");
_Static_assert(sizeof(Assets) == 4, "Assets");

static void init_Assets(ed_Arena *arena, void *any)
{
    (void)arena;
    memset(any, 0, sizeof(Assets));
}

static const ed_Field Assets_fields[] = {
    {.tag = Assets_size_tag, .name = "size", .kind = ED_U32,
     .offset = offsetof(Assets, size), .size = 4, .count = 1, .unit = "px"},
};

const ed_Type Assets_type = {
    .name = "Assets",
    .tag = 0xe869c758u,
    .kind = ED_STRUCT, .size = sizeof(Assets), .align = _Alignof(Assets),
    .fields = Assets_fields, .field_count = 1, .init = init_Assets,
};
