#include "tests/reload/reload.h"

void fill(void) {}

// An empty list becomes the default value; going back makes the list empty again.
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
