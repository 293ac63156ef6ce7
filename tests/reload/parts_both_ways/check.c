#include "tests/reload/reload.h"

/// Both layouts say where the parts were in the other one: each part is reported and moved once.

void fill(void)
{
    add("Game.actors", 2);
    set("Game.actors[0].id", "3");
    set("Game.actors[1].pos.x", "1.5");
    set("Game.actors[1].pos.y", "2.5");
}

void check(void)
{
    is("Game.actors[1]", "{\"id\":0,\"left\":1.5,\"top\":2.5}");
    reported("2 fields kept\n"
             "renamed Actor.pos.x -> left f32 -> f64 (2 exact)\n"
             "renamed Actor.pos.y -> top (2 records)\n"
             "dropped Actor.drag");
}

void back(void)
{
    is("Game.actors[1].pos", "{\"x\":1.5,\"y\":2.5}");
    is("Game.actors[0].id", "3");
}
