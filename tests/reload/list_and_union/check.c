#include "tests/reload/reload.h"

void fill(void) {}

// Nothing was there; a value stands for it until it is nothing again.
void check(void)
{
    is("Game.right", "{\"color\":\"\"}");
    is("Game.a", "\"\"");
}

void back(void)
{
    is("Game.hp", "[]");
    either("Game.a", "[]", "[{\"color\":\"\"}]");
}
