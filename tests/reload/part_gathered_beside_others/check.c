#include "tests/reload/reload.h"

/// A part moves into a struct whose other parts are matched by name.

void fill(void)
{
    add("Game.actors", 2);
    set("Game.actors[1].pos.x", "1.5");
    set("Game.actors[1].pos.y", "2.5");
    set("Game.actors[1].height", "9");
}

void check(void)
{
    is("Game.actors[1].pos", "{\"x\":1.5,\"y\":2.5,\"z\":9}");
    reported("renamed Actor.height -> pos.z (2 records)");
    lossless(true);
}

void back(void)
{
    is("Game.actors[1].pos", "{\"x\":1.5,\"y\":2.5}");
    is("Game.actors[1].height", "9");
}
