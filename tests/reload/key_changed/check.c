#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 3);
    for (u32 i = 0; i < 3; i++) {
        set(text("Game.enemies[%u].id", i), text("%u", 252 + 2 * i));
        set(text("Game.enemies[%u].hp", i), text("%u", 50 + i));
    }
    set("Game.boss", "{\"id\":3,\"hp\":99}");
    add("Game.sparks", 1);
    set("Game.sparks[0].heat", "8");
    add("Game.twins", 2);
    set("Game.twins[1].heat", "9");
}

// A record is found by the key that it has here, even if that key was converted or is new.
void check(void)
{
    is("Game.enemies", "[{\"id\":252},{\"id\":254},{\"id\":255}]");
    remove_item("Game.enemies", 0);
}

void back(void)
{
    either("Game.enemies", "[{\"id\":256,\"hp\":52},{\"id\":254,\"hp\":51}]",
           "[{\"id\":255,\"hp\":10},{\"id\":254,\"hp\":10}]");
    either("Game.boss", "{\"id\":3,\"hp\":99}", "{\"id\":3,\"hp\":10}");
    either("Game.sparks[0].heat", "8", "0");
    either("Game.twins[1].heat", "9", "0");      // by its index: the old layout has no key
}
