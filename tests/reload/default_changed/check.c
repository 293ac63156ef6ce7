#include "tests/reload/reload.h"

void fill(void) { add("Game.enemies", 1); }

// A default is for what is new; a value that was at the old default is a value.
void check(void) { is("Game", "{\"enemies\":[{\"hp\":10,\"armor\":2}],\"speed\":3}"); }

void back(void) { is("Game", "{\"enemies\":[{\"hp\":10}],\"speed\":3}"); }
