#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 4);
    for (u32 i = 0; i < 4; i++) set(text("Game.actors[%u].id", i), text("%u", i + 10));
    add("Game.items", 3);
    set("Game.items[2].worth", "5");
    set("Game.actors[0].target", "[3,1]");
    set("Game.actors[0].carries", "[1,1]");
    set("Game.actors[2].carries", "[2,1]");
    set("Game.actors[3].target", "[1,1]");
    set("Game.hero", "[2,1]");
    set("Game.grip.at", "[2,1]");
    remove_item("Game.actors",
                1);      // its slot is free, 13 takes its index, and a handle to it is null
}

void check(void)
{
    is("Game.actors[1].id", "13");
    is("Game.actors[0].target", "[3,1]");
    is("Game.actors[1].target", "null");
    is("Game.hero", "[2,1]");
    is("Game.actors[0].carries", "[1,1]");
    is("Game.actors[2].carries", "null");
    is("Game.items", "[{\"worth\":1,\"weight\":2},{\"worth\":1,\"weight\":2}]");
    reported("Actor.carries (3 exact, 1 cleared)");
    reported("Grip.at (1 exact, 1 cleared)");      // not counted for claw, which was not a Grip
    reported("converted Game.items Item[] pool -> Item[..2] pool (2 exact, 1 truncated)");
    add("Game.actors", 1);
    set("Game.actors[3].target", "[1,2]");      // the new item itself, in the slot that was free
}

void back(void)
{
    is("Game.actors[3].target", "[1,2]");
    is("Game.actors[0].target", "[3,1]");
    if (live) is("Game.items[2].worth", "5");
}
