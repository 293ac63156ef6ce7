#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.a", "ANGRY");
    set("Game.b", "SCARED");
    set("Game.c", "GONE");
    set("Game.status", "ALIVE | BURNING | HIDDEN");
}

void check(void)
{
    is("Game.a", "\"ANGRY\"");
    is("Game.b", "\"AFRAID\"");
    is("Game.c", "\"BORED\"");
    is("Game.status", "[\"HIDDEN\",\"ALIVE\"]");
    reported("converted Game.c (1 set to the default)");
}

void back(void)
{
    is("Game.a", "\"ANGRY\"");
    is("Game.b", "\"SCARED\"");
    either("Game.status", "[\"ALIVE\",\"BURNING\",\"HIDDEN\"]", "[\"ALIVE\",\"HIDDEN\"]");
}
