#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.actors[1].x", "1");
    set("Game.actors[1].y", "2");
    set("Game.actors[1].left", "3");
    set("Game.actors[1].top", "4");
    set("Game.score", "500");
    set("Game.lives", "300");
}

void check(void)
{
    is("Game.actors[1].pos", "{\"x\":1,\"y\":2}");
    is("Game.actors[1].frame", "{\"corner\":{\"x\":3,\"y\":4},\"width\":7}");
    is("Game.stats", "{\"score\":500,\"lives\":255,\"coins\":1}");
    reported("renamed Actor.x -> pos.x (2 records)");
    reported("renamed Game.lives -> stats.lives u32 -> u8 (1 saturated)");
}

// The old schema does not say where the parts went, but the schema in the state does.
void back(void)
{
    is("Game.actors[1].x", "1");
    is("Game.actors[1].top", "4");
    is("Game.score", "500");
    either("Game.lives", "300", "255");
}
