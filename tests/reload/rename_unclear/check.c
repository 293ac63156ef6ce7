#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.enemies[1].hp", "4");
    set("Game.enemies[1].score", "6");
}

// Two new fields may be the one that was renamed, so no rename is assumed.
void check(void)
{
    is("Game.enemies[1].health", "20");
    is("Game.enemies[1].shield", "30");
    is("Game.enemies[1].points", "0");
    if (live)
        reported("dropped Enemy.hp (2 records, 1 held a value): "
                 "if it was renamed to health or shield, add [[was(hp)]] to that field");
}

void back(void)
{
    either("Game.enemies[1].hp", "4", "10");
    either("Game.enemies[1].score", "6", "0");
}
