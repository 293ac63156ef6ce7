#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 4);
    for (u32 i = 0; i < 4; i++) set(text("Game.actors[%u].id", i), text("%u", i + 1));
    set("Game.all[3].id", "9");
    add("Game.slots", 3);
    set("Game.slots[2].id", "8");
    remove_item("Game.slots", 0);
}

void check(void)
{
    is("Game.actors", "[{\"id\":1},{\"id\":2},{\"id\":3}]");
    is("Game.few", "[]");
    is("Game.all[3].id", "9");
    is("Game.slots", "[{\"id\":8},{\"id\":0}]");
    reported("converted Game.actors Actor[] -> Actor[..3] pool (3 exact, 1 truncated)");
}

void back(void)
{
    is("Game.actors[2].id", "3");
    is("Game.slots", "[{\"id\":8},{\"id\":0}]");
}
