#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 3);
    set("Game.enemies[2].hp", "4");
    set("Game.tick", "8");
}

// A rename is recognized between two saves. A file may be of any age, so there only `was` counts.
void check(void)
{
    either("Game.enemies[2].health", "4", "10");
    either("Game.ticks", "8", "0");
    reported(live ? "renamed Enemy.hp -> health (3 records): assumed rename: "
                    "add [[was(hp)]] to confirm, [[fresh]] to reset"
                  : "dropped Enemy.hp (3 records, 1 held a value)");
    lossless(live);
}

void back(void)
{
    either("Game.enemies[2].hp", "4", "10");
    either("Game.tick", "8", "0");
}
