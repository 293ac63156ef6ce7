#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.title", "[true,true]");
    set("Game.lower.heat", "[1,2,3]");
}

// None of it can be carried over.
void check(void)
{
    is("Game.title", "[{\"name\":0}]");
    is("Game.lower", "[[[{\"name\":0}]]]");
}

void back(void)
{
    either("Game.title", "[true,true]", "[false,false]");
    either("Game.lower.heat", "[1,2,3]", "[0,0,0]");
}
