// Files that include each other: each header alone declares the list and handle types that it uses.
#include "gen/teams.gen.h"
static const Player_array none = { NULL, 0, 0 };

#include "gen/places.gen.h"
static const Place nowhere = { 0, { 0, 0 } };

#include "../check.h"
#include "gen/schema.gen.h"

static void check(ed_Arena *arena)
{
    Game game;
    Team team;
    Game_init(arena, &game);
    Team_init(arena, &team);
    CHECK(none.count == 0 && nowhere.owner.index == 0);
    CHECK(team.players.count == 1 && team.players.items[0].id == 7);
    Player *player = Player_pool_add(arena, &game.all);
    CHECK(player && Team_array_add(arena, &player->teams));
    CHECK(player->teams.items[0].players.items[0].id == 7);
    player->home.owner = Player_pool_ref(&game.all, player);
    CHECK(Player_pool_get(&game.all, player->home.owner) == player);
}
