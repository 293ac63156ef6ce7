#include "../check.h"
#include "gen/schema.gen.h"

static void check(ed_Arena *arena)
{
    Game game;
    Actor actor;
    Game_init(arena, &game);
    Actor_init(arena, &actor);
    CHECK(actor.shape.form == FLAT && strcmp(actor.shape.name, "line") == 0 && actor.shape.is_open);
    CHECK(actor.shape.corners[1][1].x == 1 && !actor.shape.image);
    CHECK(actor.style == (BOLD | THIN) && actor.mood == ANGRY && AFRAID == 6);
    CHECK(actor.traits[0] == (ELITE | SMALL) && actor.traits[1] == 0);
    CHECK(actor.large == LARGEST && NEXT == 7);
    Point *point = Point_array_add(arena, &actor.path);
    CHECK(point && point->x == 1 && point->y == 0);
    Shape *shape = Shape_pool_add(arena, &game.shapes);
    CHECK(shape && shape->form == SQUARE);
    game.chosen = Shape_pool_ref(&game.shapes, shape);
    CHECK(Shape_pool_get(&game.shapes, game.chosen) == shape);
}
