#include "tests/reload/reload.h"

void fill(void) { set("Game.title.a", "-25"); }

void check(void) { is("Game.score", "{\"post\":\"HEALTH\"}"); }

void back(void) { either("Game.title.a", "-25", "0"); }
