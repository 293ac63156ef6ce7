#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.tick", "3");
    set("Game.last", "4");
    add("Game.enemies", 2);
    set("Game.enemies[1].a", "1");
    set("Game.enemies[1].b", "2");
    set("Game.enemies[1].c", "1.5");
}

static void same(void)
{
    is("Game.tick", "3");
    is("Game.last", "4");
    is("Game.enemies[1].a", "1");
    is("Game.enemies[1].b", "2");
    is("Game.enemies[1].c", "1.5");
    reported("6 fields kept");
    lossless(true);
}

void check(void) { same(); }
void back(void) { same(); }
