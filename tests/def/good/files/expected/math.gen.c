// From math.def by eddiec: edit that file, not this one.
#include "gen/math.gen.h"
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
