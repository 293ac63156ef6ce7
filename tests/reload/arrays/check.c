#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.grow[1]", "2");
    set("Game.shrink[0]", "1");
    set("Game.shrink[3]", "4");
    set("Game.fixed[1].id", "7");
    add("Game.loot", 3);
    set("Game.loot[1].id", "8");
    set("Game.many[0]", "6");
    set("Game.many[2]", "6");
    set("Game.flat[1]", "3");
}

void check(void)
{
    is("Game.grow", "[0,2,9,9]");
    is("Game.shrink", "[1,0]");
    is("Game.fixed", "[{\"id\":0,\"count\":1},{\"id\":7,\"count\":1}]");
    is("Game.bag", "[]");
    is("Game.loot", "[{\"id\":0,\"count\":1},{\"id\":8,\"count\":1}]");
    is("Game.one", "[5,0]");
    is("Game.many", "6");
    is("Game.flat", "[[0,0],[3,0]]");
    reported("Game.shrink u32[4] -> u32[2] (2 exact, 1 truncated)");
    reported("Game.many u32[3] -> u32 (1 exact, 1 truncated)");
    lossless(false);
}

void back(void)
{
    is("Game.grow", "[0,2]");
    either("Game.shrink", "[1,0,0,4]", "[1,0,0,0]");
    is("Game.fixed[1].id", "7");
    is("Game.one", "5");
    either("Game.many", "[6,0,6]", "[6,0,0]");
    is("Game.flat", "[0,3]");
}
