#include "tests/reload/reload.h"

// Parts that move between states convert from and to the units that they inherit, and a fresh part
// of the new struct takes none.
void fill(void)
{
    set("Game.pos", "{\"x\":1.5,\"y\":2}");
    set("Game.left", "3");
    set("Other.rest", "4");
}

void check(void)
{
    is("Other.rest", "4");
    is("Other.across", "150");
    is("Other.half", "{\"x\":6,\"y\":300}");
    reported("renamed Game.pos.x -> Other.across f32 m -> f32 cm (1 exact)");
    reported("renamed Game.left -> Other.half.y f32 m -> f32 cm (1 exact)");
    reported("dropped Game.pos (1 record, 1 held a value)");
    lossless(false);
}

void back(void)
{
    is("Game.pos.x", "1.5");
    is("Game.left", "3");
    is("Other.rest", "4");
}
