// From math.def by eddiec: edit that file, not this one.
#include "gen/math.gen.h"
#include <stddef.h>
#include <string.h>
#include "runtime/pack.h"

_Static_assert(offsetof(Vec2, x) == 0, "Vec2.x");
_Static_assert(offsetof(Vec2, y) == 4, "Vec2.y");
_Static_assert(sizeof(Vec2) == 8, "Vec2");

static const ed_Field Vec2_fields[] = {
    {.tag = Vec2_x_tag, .name = "x", .kind = ED_F32,
     .offset = offsetof(Vec2, x), .size = 4, .count = 1},
    {.tag = Vec2_y_tag, .name = "y", .kind = ED_F32,
     .offset = offsetof(Vec2, y), .size = 4, .count = 1},
};

static void init_Vec2(ed_Arena *arena, void *it);

const ed_Type Vec2_type = {
    .name = "Vec2",
    .tag = 0x2c3c5815u,
    .kind = ED_STRUCT, .size = sizeof(Vec2), .align = _Alignof(Vec2),
    .fields = Vec2_fields, .field_count = 2, .init = init_Vec2,
};

void Vec2_init(ed_Arena *arena, Vec2 *it)
{
    (void)arena;
    memset(it, 0, sizeof *it);
}

static void init_Vec2(ed_Arena *arena, void *it)
{
    Vec2_init(arena, it);
}

void Vec2_pack(ed_Writer *w, const Vec2 *rows, u32 count)
{
    ed_pack_rows(w, &Vec2_type, rows, count);
}

bool Vec2_unpack(ed_Reader *r, ed_Arena *arena, Vec2 *rows, u32 count)
{
    return ed_unpack_rows(r, arena, &Vec2_type, rows, count);
}

Vec2 *Vec2_array_add(ed_Arena *arena, Vec2_array *array)
{
    return ed_array_add(arena, (ed_Array *)(void *)array, sizeof(Vec2), _Alignof(Vec2));
}

void Vec2_array_remove(Vec2_array *array, u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}
