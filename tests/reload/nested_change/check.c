#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 2);
    set("Game.actors[1].body.pos.x", "3");
    set("Game.actors[1].body.vel.x", "2.25");
    set("Game.first.id", "6");
}

void check(void)
{
    is("Game.actors[1].body",
       "{\"pos\":{\"y\":0,\"z\":1,\"x\":3},\"vel\":{\"x\":2,\"y\":0},\"awake\":true}");
    is("Game.first.id", "6");
    reported("added Body.awake = true (3 records)");
    reported("added Vec3.z = 1 (3 records)");
    reported("converted Vec.x f32 -> i32 (2 exact, 1 rounded)");
}

void back(void)
{
    is("Game.actors[1].body.pos", "{\"x\":3,\"y\":0}");
    either("Game.actors[1].body.vel.x", "2.25", "2");
}
