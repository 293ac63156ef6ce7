#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 1);
    set("Game.enemies[0].flash", "9");
    set("Game.enemies[0].glow", "9");
}

void check(void)
{
    is("Game.enemies[0]", "{\"hp\":10,\"flash\":2,\"glow\":1}");
    reported("dropped Enemy.glow (1 record, 1 held a value)");
}

void back(void)
{
    either("Game.enemies[0]", "{\"hp\":10,\"flash\":2,\"glow\":9}",
           "{\"hp\":10,\"flash\":2,\"glow\":0}");
}
