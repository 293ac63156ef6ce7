#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.a", "1");
    set("Game.b", "2");
}

void check(void) { is("Game", "{\"a\":2,\"b\":1}"); }

// The old schema has no `was`, so fields are matched by name, unless the edit is undone live.
void back(void) { either("Game", "{\"a\":1,\"b\":2}", "{\"a\":2,\"b\":1}"); }
