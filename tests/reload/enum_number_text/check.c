#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.a", "AFRAID");
    set("Game.b", "ANGRY");
    set("Game.c", "5");
    set("Game.d", "\"AFRAID\"");
}

void check(void)
{
    is("Game", "{\"a\":6,\"b\":\"ANGRY\",\"c\":\"ANGRY\",\"d\":\"AFRAID\"}");
    lossless(true);
}

void back(void) { is("Game", "{\"a\":\"AFRAID\",\"b\":\"ANGRY\",\"c\":5,\"d\":\"AFRAID\"}"); }
