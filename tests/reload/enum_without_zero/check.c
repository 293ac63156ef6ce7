#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.many", 2);
    set("Game.one", "GONE");
    set("Game.fixed[1]", "ANGRY");
    set("Game.many[0]", "GONE");
    set("Game.many[1]", "ANGRY");
}

// The default of an enum that has no 0 is its first value, also for the items of an array.
void check(void)
{
    is("Game", "{\"one\":\"CALM\",\"fixed\":[\"CALM\",\"ANGRY\",\"CALM\"],\"few\":[],"
               "\"many\":[\"CALM\",\"ANGRY\"]}");
    reported("Game.many Mood[] -> Mood[..4] (1 exact, 1 set to the default)");
}

void back(void) { either("Game.many", "[\"GONE\",\"ANGRY\"]", "[\"CALM\",\"ANGRY\"]"); }
