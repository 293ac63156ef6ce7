#include "tests/reload/reload.h"

void fill(void) { set("Game.a", "1"); }

void check(void)
{
    is("Game", "{\"c\":1,\"a\":5}");
    reported("renamed Game.a -> c");
    reported("added Game.a = 5");
}

// Live, undoing the edit restores the name. From a snapshot, the older schema finds only its own
// name.
void back(void) { either("Game", "{\"a\":1}", "{\"a\":5}"); }
