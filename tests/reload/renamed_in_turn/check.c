#include "tests/reload/reload.h"

void fill(void) { set("Game.armor", "1.5"); }

void check(void)
{
    is("Game.post", "1.5");
    reported("renamed Game.armor -> post");
}

// Live, the edit is undone. From a snapshot, the `was` of the code that loads it applies.
void back(void)
{
    either("Game.armor", "1.5", "0");
    either("Game.mass", "0", "1.5");
}
