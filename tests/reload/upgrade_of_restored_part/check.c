#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.items", "[{\"id\":1,\"name\":\"first\"},{\"id\":2,\"name\":\"second\"}]");
    set("Game.gear.power", "7");
}

void check(void) { is("Game.items[1].name", "\"second\""); }

void back(void) { either("Game.gear.power", "7", "0"); }
