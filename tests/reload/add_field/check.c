#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.tick", "600");
    add("Game.enemies", 3);
    set("Game.enemies[1].hp", "7.5");
    set("Game.enemies[2].kind", "4");
}

void check(void)
{
    is("Game.tick", "600");
    is("Game.enemies[1]",
       "{\"hp\":7.5,\"shield\":25,\"tail\":[1,2,0],\"name\":\"bob\",\"kind\":0}");
    is("Game.enemies[2].kind", "4");
    reported("added Enemy.shield = 25 (3 records)");
    reported("added Enemy.tail = [1,2,0] (3 records)");
    reported("added Enemy.name = \"bob\" (3 records)");
    lossless(true);
}

void back(void)
{
    is("Game.enemies[1].hp", "7.5");
    reported("dropped Enemy.shield (3 records)");
    lossless(true);
}
