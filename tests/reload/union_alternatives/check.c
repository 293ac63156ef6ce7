#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 3);
    for (u32 i = 0; i < 3; i++) set(text("Game.actors[%u].id", i), text("%u", i + 10));
    set("Game.actors[0].body", "box");
    set("Game.actors[0].body.box.w", "6");
    set("Game.actors[1].body", "ring");
    set("Game.actors[1].body.ring.inner", "7");
    set("Game.actors[2].body.circle.radius", "8");
    set("Game.shapes[1]", "box");
    add("Game.list", 1);
}

void check(void)
{
    is("Game.actors[0].body", "{\"box\":{\"h\":3,\"w\":6,\"depth\":5}}");
    is("Game.actors[0].extra", "{\"box\":{\"h\":3,\"w\":9,\"depth\":5}}");
    is("Game.actors[1].body", "{\"star\":{\"points\":5}}");
    is("Game.actors[2].body", "{\"disc\":{\"radius\":8}}");
    is("Game.shapes", "[{\"disc\":{\"radius\":1}},{\"box\":{\"h\":3,\"w\":2,\"depth\":5}}]");
    is("Game.list", "[{\"disc\":{\"radius\":1}}]");
    reported("dropped Shape.ring");
    reported("renamed Shape.circle -> disc");
    reported("Actor.body (2 exact, 1 set to the default)");
    lossless(false);
}

// An alternative that is gone comes back with what it held.
void back(void)
{
    either("Game.actors[1].body", "{\"ring\":{\"inner\":7,\"outer\":4}}",
           "{\"circle\":{\"radius\":1}}");
    is("Game.actors[0].body", "{\"box\":{\"w\":6,\"h\":3}}");
    is("Game.actors[2].body", "{\"circle\":{\"radius\":8}}");
}
