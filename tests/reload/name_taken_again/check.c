#include "tests/reload/reload.h"

void fill(void) { set("Game.a", "1"); }

void check(void)
{
    is("Game", "{\"c\":1,\"a\":5}");
    reported("renamed Game.a -> c");
    reported("added Game.a = 5");
}

// An edit taken back gives back the name; older code knows only its own.
void back(void) { either("Game", "{\"a\":1}", "{\"a\":5}"); }
