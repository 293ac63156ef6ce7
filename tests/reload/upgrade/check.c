#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.actors[1].hp", "5");
    set("Game.actors[1].name", "\"Ember\"");
    set("Game.actors[1].mood", "ANGRY");
    set("Game.actors[1].shape", "box");
    set("Game.actors[1].grid[1][0]", "-7");
    set("Game.actors[1].awake", "true");
}

void check(void)
{
    is("Game.actors[0]", "{\"life_percent\":100,\"title\":\"Sir a\",\"riches\":0,\"mood\":\"CALM\","
                         "\"shape\":\"circle\",\"corner\":0,\"awake\":false,\"missing\":8.5}");
    is("Game.actors[1]",
       "{\"life_percent\":50,\"title\":\"Sir Ember\",\"riches\":0,\"mood\":\"ANGRY\","
       "\"shape\":\"box\",\"corner\":-7,\"awake\":true,\"missing\":8.5}");
}

void back(void) { either("Game.actors[1].hp", "5", "10"); }
