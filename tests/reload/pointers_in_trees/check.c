#include "tests/reload/reload.h"
void fill(void)
{
    set("Game.price.price", "[{},{\"price\":[{\"health\":\"Game.lower\"}],\"health\":\"Game."
                            "lower\"},{\"health\":\"Game.lower\"}]");
    set("Game.price.health", "\"Game.lower\"");
    set("Game.lower.pos", "[\"Game.lower\",null,\"Game.lower\"]");
}
void check(void)
{
    is("Game.price.price[1].health", "\"Game.lower\"");
    is("Game.price.price[2].health", "\"Game.lower\"");
    is("Game.price.price[1].price[0].health", "\"Game.lower\"");
    is("Game.lower.pos", "[\"Game.lower\",null,\"Game.lower\"]");
}
void back(void) { check(); }
