#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.power.right", "7");
    set("Game.armor", "15.5");
}

// All parts of power moved, so the next name of the `was` applies.
void check(void)
{
    is("Game.right", "7");
    is("Game.mana", "15.5");
    reported("renamed Game.armor -> mana");
    lossless(true);
}

// Which of the two names mana had is not known.
void back(void) { is("Game.power.right", "7"); }
