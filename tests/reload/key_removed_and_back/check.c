#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 3);
    for (u32 i = 0; i < 3; i++) set(text("Game.enemies[%u].id", i), text("%u", 7 + i));
}

void check(void) { is("Game.enemies[2].id", "true"); }

// Without its key a record goes by its index, also on the way back.
void back(void)
{
    for (u32 i = 0; i < 3; i++) either(text("Game.enemies[%u].id", i), text("%u", 7 + i), "1");
}
