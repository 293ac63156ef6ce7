#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 3);
    set("Game.enemies[0].rage", "9");
    set("Game.enemies[2].kind", "5");
}

void check(void)
{
    is("Game.enemies[2]", "{\"hp\":10,\"kind\":5}");
    reported("dropped Enemy.rage (3 records, 1 held a value)");
    lossless(false);
}

void back(void)
{
    either("Game.enemies[0].rage", "9", "1");
    is("Game.enemies[2].kind", "5");
    reported(live ? "restored Enemy.rage (3 of 3 records)" : "added Enemy.rage = 1 (3 records)");
}
