#include "tests/reload/reload.h"

/// On the way back, the attic restores one field for all rows at once, while it looks for another
/// field among the same values.
void fill(void)
{
    set("Game.enemies[0].post", "7");
    set("Game.enemies[1].timer", "2.5");
    set("Game.enemies[1].right", "9");
}

void check(void)
{
    is("Game.enemies[1]", "{\"timer\":2.5}");
    lossless(false);
}

void back(void)
{
    either("Game.enemies[0].post", "7", "0");
    is("Game.enemies[1].timer", "0");      // its value goes to `right`, by the `was` of `right`
}
