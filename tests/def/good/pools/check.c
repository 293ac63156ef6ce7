#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check_handles(ed_Arena *arena, Actor_pool *actors)
{
    Actor *one = Actor_pool_add(arena, actors);
    CHECK(one && one->id == 5);
    Actor_ref first = Actor_pool_ref(actors, one);
    Actor_ref second = Actor_pool_ref(actors, Actor_pool_add(arena, actors));
    Actor_pool_get(actors, second)->id = 6;
    CHECK(Actor_pool_get(actors, first)->id == 5 && actors->count == 2);
    CHECK(Actor_pool_remove(actors, first) && !Actor_pool_remove(actors, first));
    CHECK(!Actor_pool_get(actors, first) && Actor_pool_get(actors, second) == actors->items
          && actors->items->id == 6);
    Actor_ref none = Actor_pool_ref(actors, NULL);
    CHECK(!Actor_pool_get(actors, none) && none.index == 0 && none.generation == 0);
}

static void check_limit(ed_Arena *arena, Ghost_pool *ghosts)
{
    for (u32 i = 0; i < MOST; i++)
        CHECK(Ghost_pool_add(arena, ghosts));
    CHECK(!Ghost_pool_add(arena, ghosts) && ghosts->count == MOST);
    CHECK(Ghost_pool_remove(ghosts, Ghost_pool_ref(ghosts, ghosts->items + 1))
          && Ghost_pool_add(arena, ghosts));
}

static void check(ed_Arena *arena)
{
    Game game;
    Game_init(arena, &game);
    CHECK(game.actors.limit == 0 && game.ghosts.limit == MOST && game.sparks.limit == 2);
    check_handles(arena, &game.actors);
    check_limit(arena, &game.ghosts);
    const ed_Field *ghosts = ed_field_by_name(&Game_type, "ghosts", 6);
    CHECK(ghosts->shape == ED_POOL && ghosts->kind == ED_STRUCT && ghosts->count == MOST
          && ghosts->size == sizeof(Ghost));
    CHECK(ghosts->type == &Ghost_type && ghosts->was_count == 1);
    const ed_Field *squad = ed_field_by_name(&Actor_type, "squad", 5);
    CHECK(squad->kind == ED_REF && squad->shape == ED_BOUNDED && squad->size == 8
          && squad->type == &Actor_type);
    CHECK(ed_field_by_name(&Actor_type, "all", 3)->shape == ED_DYNAMIC);
    CHECK(Aim_set_at(arena, &game.aim)->generation == 0 && game.aim.kind == Aim_at);
}
