#include "../check.h"
#include "gen/actor.gen.h"
#include "gen/game.gen.h"
#include "gen/part.gen.h"

static void check(ed_Arena *arena)
{
    Game game;
    Game_init(arena, &game);
    CHECK(game.loot.count == 2 && game.loot.items[0].weight == 2 && game.loot.items[1].weight == 7);
    CHECK(game.actors.limit == 16);
    Actor *actor = Actor_pool_add(arena, &game.actors);
    CHECK(actor && actor->hp == 100);
    game.team.chief = Actor_pool_ref(&game.actors, actor);
    CHECK(Actor_pool_get(&game.actors, game.team.chief) == actor);
    Part part = { 0 };
    CHECK(Item_array_add(arena, &part.items)->weight == 2);
}
