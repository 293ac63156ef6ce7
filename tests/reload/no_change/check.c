#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 2);
    set("Game.enemies[1].name", "\"bob\"");
    add("Game.enemies[1].tags", 3);
}

void check(void)
{
    is("Game.enemies[1]", "{\"hp\":10,\"name\":\"bob\",\"tags\":[0,0,0]}");
    lossless(true);
}

void back(void) { check(); }
