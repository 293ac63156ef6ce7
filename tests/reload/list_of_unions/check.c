#include "tests/reload/reload.h"

void fill(void) { set("Game.gear[0].armor.range", "7"); }

// The alternative of the first item no longer exists. Both lists are full, and no item is dropped.
void check(void)
{
    is("Game.gear", "[{\"right\":0},{\"right\":-1}]");
    is("Game.none", "null");
}

// A null handle converts to an empty list, even to a list of unions.
void back(void)
{
    either("Game.gear", "[{\"armor\":{\"range\":7}},{\"right\":[-1]}]",
           "[{\"right\":[0]},{\"right\":[-1]}]");
    is("Game.none", "[]");
}
