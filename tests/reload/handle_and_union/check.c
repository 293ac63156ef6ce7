#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.items", 2);
    set("Game.held", "[1,1]");
}

// A null handle is a value; an absent one is not.
void check(void)
{
    is("Game.held", "{\"item\":[1,1]}");
    is("Game.spare", "{\"item\":null}");
    is("Game.last", "{\"empty\":0}");
}

void back(void)
{
    is("Game.held", "[1,1]");
    is("Game.spare", "null");
    is("Game.last", "null");
}
