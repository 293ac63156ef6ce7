#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static bool is_zero(const void *at, size_t size)
{
    const u8 *bytes = at;
    for (size_t i = 0; i < size; i++)
        if (bytes[i]) return false;
    return true;
}

static void check_defaults(ed_Arena *arena)
{
    Body_array bodies = {0};
    Body *body = Body_array_add(arena, &bodies);
    CHECK(body->one.kind == Shape_circle && body->one.circle.r == 1 && body->four.circle.r == 1);
    CHECK(body->two.kind == Shape_box && body->two.box.w == 2 && body->two.box.h == 0);
    CHECK(body->three.kind == Shape_ring && body->three.ring[0].r == 4
          && body->three.ring[2].r == 1);
    CHECK(body->five.kind == Shape_box && is_zero(&body->five.box, sizeof body->five - 4));
    CHECK(body->six[0].circle.r == 3 && body->six[1].kind == Shape_box && body->six[1].box.h == 5);
    CHECK(body->few_count == 1 && body->few[0].kind == Shape_box
          && is_zero(&body->few[1], sizeof(Shape)));
    CHECK(body->list.count == 2 && body->list.items[0].circle.r == 1
          && body->list.items[1].circle.r == 9);
    CHECK(body->any.kind == Any_name && strcmp(body->any.name, "abc") == 0);
    CHECK(body->sides.kind == Any_sides && body->sides.sides[0] == Side_RIGHT
          && body->sides.sides[1] == Side_LEFT);
    CHECK(body->path.kind == Any_path && body->path.path.count == 1
          && body->path.path.items[0].y == 2);
    CHECK(body->deep.kind == Any_shape && body->deep.shape.kind == Shape_box
          && body->deep.shape.box.w == 8);
    CHECK(body->small.kind == Any_small && body->small.small == 7 && body->tiny.b[2] == 3);
    CHECK(!body->has_maybe && is_zero(&body->maybe, sizeof body->maybe));
    CHECK(body->has_surely && body->surely.kind == Shape_box);
}

/// Whatever was there before: equal states are equal bytes.
static void check_setters(ed_Arena *arena)
{
    Any one, other;
    memset(&one, 0xaa, sizeof one);
    memset(&other, 0x55, sizeof other);
    *Any_set_small(arena, &one) = 3;
    *Any_set_small(arena, &other) = 3;
    CHECK(memcmp(&one, &other, sizeof one) == 0 && is_zero((u8 *)&one + 9, sizeof one - 9));
    CHECK((void *)Any_set_name(arena, &one) == (void *)&one.name && one.kind == Any_name);
    CHECK(Any_set_grid(arena, &one) == &one.grid[0][0]
          && Any_set_names(arena, &one) == one.names[0]);
    CHECK(Any_set_shapes(arena, &one)[1].circle.r == 1
          && Any_set_sides(arena, &one)[1] == Side_LEFT);
    CHECK(ed_array_add(arena, (ed_Array *)(void *)Any_set_path(arena, &one), sizeof(Vec2), 4)
          && one.path.count == 1);
    Shape shape;
    CHECK(Shape_set_ring(arena, &shape)[2].r == 1 && shape.kind == Shape_ring);
    Shape_init(arena, &shape);
    CHECK(shape.kind == Shape_circle && is_zero((u8 *)&shape + 8, sizeof shape - 8));
}

static void check(ed_Arena *arena)
{
    check_defaults(arena);
    check_setters(arena);
    Shape_array shapes = {0};
    CHECK(Shape_array_add(arena, &shapes)->circle.r == 1);
    const ed_Field *box = ed_field_by_name(&Shape_type, "box", 3);
    CHECK(Shape_type.kind == ED_UNION && Shape_type.field_count == 3 && Shape_type.was_count == 1);
    CHECK(box == &Shape_type.fields[Shape_box] && box->offset == 4 && box->was_count == 1
          && box->type == &Box_type);
    CHECK(ed_field_by_name(&Any_type, "wide", 4)->offset == 8 && Any_type.align == 8);
    CHECK(ed_field_by_name(&Body_type, "one", 3)->kind == ED_UNION);
}
