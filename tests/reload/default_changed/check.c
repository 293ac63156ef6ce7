#include "tests/reload/reload.h"

void fill(void) { add("Game.enemies", 1); }

// A new default applies to new fields only. An existing value is kept, even if it equals the old
// default.
void check(void) { is("Game", "{\"enemies\":[{\"hp\":10,\"armor\":2}],\"speed\":3}"); }

void back(void) { is("Game", "{\"enemies\":[{\"hp\":10}],\"speed\":3}"); }
