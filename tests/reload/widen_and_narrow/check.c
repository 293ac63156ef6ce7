#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.a", "200");
    set("Game.b", "-30000");
    set("Game.c", "300");
    set("Game.d", "-40000");
    set("Game.e", "0.1");
}

void check(void)
{
    is("Game", "{\"a\":200,\"b\":-30000,\"c\":255,\"d\":-32768,\"e\":0.1}");
    reported("converted Game.a u8 -> u32 (1 exact)");
    reported("converted Game.c u32 -> u8 (1 saturated)");
    reported("converted Game.e f64 -> f32 (1 rounded)");
    lossless(false);
}

void back(void)
{
    is("Game.a", "200");
    is("Game.b", "-30000");
    either("Game.c", "300", "255");
}
