#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 2);
    set("Game.actors[0].id", "3");
    set("Game.actors[1].move.pos.x", "1.5");
    set("Game.actors[1].move.pos.y", "2.5");
    set("Game.actors[1].move.vel.x", "4");
    set("Game.actors[1].move.drag", "0.75");
}

void check(void)
{
    is("Game.actors[1]", "{\"id\":0,\"x\":1.5,\"y\":2.5,\"vel\":{\"x\":4,\"y\":0}}");
    reported("renamed Actor.move.pos.x -> x");
    reported("dropped Actor.move");
}

void back(void)
{
    is("Game.actors[1].move.pos", "{\"x\":1.5,\"y\":2.5}");
    is("Game.actors[1].move.vel", "{\"x\":4,\"y\":0}");
    is("Game.actors[0].id", "3");
}
