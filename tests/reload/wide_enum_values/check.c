#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.top", "B0 | B63");
    set("Game.list[1]", "B63");
    set("Game.wide", "W1");
    set("Game.neg", "NM");
}

void check(void)
{
    is("Game", "{\"top\":[\"B0\",\"B63\"],\"list\":[[],[\"B63\"]],\"wide\":\"W1\",\"neg\":\"NM\","
               "\"preset\":[\"B0\",\"B63\"]}");
    lossless(true);
}

void back(void)
{
    is("Game.top", "[\"B0\",\"B63\"]");
    is("Game.wide", "\"W1\"");
    is("Game.neg", "\"NM\"");
}
