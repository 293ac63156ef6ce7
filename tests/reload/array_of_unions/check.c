#include "tests/reload/reload.h"

void fill(void) { set("Game.name[0].right", "[1,2,3,4]"); }

void check(void)
{
    is("Game.name[0]", "{\"right\":[1]}");
    is("Game.left", "[{\"many\":{\"post\":0,\"timer\":0}}]");
}

void back(void)
{
    either("Game.name", "[{\"right\":[1,2,3,4]}]", "[{\"right\":[1,0,0,0]}]");
    either("Game.left", "{\"many\":[]}", "{\"many\":[{\"timer\":0}]}");
}
