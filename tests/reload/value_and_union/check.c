#include "tests/reload/reload.h"

void fill(void) { set("Game.name", "\"goblin king\""); }

void check(void) { is("Game.name", "{\"text\":\"gobl\"}"); }

// Also by way of a union whose text had room for all of it.
void back(void) { either("Game.name", "\"goblin king\"", "\"gobl\""); }
