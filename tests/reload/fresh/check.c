#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.enemies[1].hp", "3");
    set("Game.enemies[1].kind", "4");
    set("Game.score", "99");
}

void check(void)
{
    is("Game.enemies[1]", "{\"hp\":25,\"kind\":4}");
    is("Game.score", "0");
    reported("dropped Enemy.hp");
    reported("added Enemy.hp = 25 (2 records)");
    set("Game.score", "5");
}

// Without [[fresh]] it is an ordinary field again and keeps its value.
void back(void)
{
    is("Game.score", "5");
    is("Game.enemies[1].hp", "25");
}
