#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.enemies[1].a", "5");
    set("Game.x", "1");
    set("Game.y", "2");
}

void check(void)
{
    is("Game.enemies[1]", "{\"c\":5,\"other\":0,\"b\":7}");
    is("Game.y", "1");
    is("Game.z", "2");
    lossless(true);
}

void back(void) { is("Game.enemies[1].a", "5"); }
