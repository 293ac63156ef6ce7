#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.a", "-7");
    set("Game.b", "2.5");
    set("Game.c", "12");
    set("Game.d", "true");
    set("Game.e", "0.5");
}

void check(void)
{
    is("Game", "{\"a\":-7,\"b\":3,\"c\":true,\"d\":1,\"e\":true}");
    reported("converted Game.a i32 -> f32 (1 exact)");
    reported("converted Game.b f32 -> i32 (1 rounded)");
}

void back(void)
{
    either("Game", "{\"a\":-7,\"b\":2.5,\"c\":12,\"d\":true,\"e\":0.5}",
           "{\"a\":-7,\"b\":3,\"c\":1,\"d\":true,\"e\":1}");
}
