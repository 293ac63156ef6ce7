#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.tick", "3");
    add("Game.enemies", 2);
    set("Game.enemies[1].health", "4.5");
}

void check(void)
{
    is("Game.frame", "3");
    is("Game.enemies[1].hp", "4.5");
    reported("renamed Enemy.health -> hp (2 records)");
    lossless(true);
}

// The old code does not know the new name; the state knows the old one.
void back(void)
{
    is("Game.tick", "3");
    is("Game.enemies[1].health", "4.5");
    reported("renamed Enemy.hp -> health (2 records)");
}
