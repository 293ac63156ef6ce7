// A struct gets another name, and [[was]] does not say so: handles to it become null, and return
// when the edit is undone.
#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 3);
    set("Game.enemies[0].health", "70");
    set("Game.enemies[2].target", "[0,1]");
    set("Game.boss", "[1,1]");
    set("Game.pair[1]", "[2,1]");
    set("Game.squad.leader", "[[1,1],[0,1]]");
}

void check(void)
{
    is("Game.enemies[0].health", "70");
    is("Game.boss", "null");
    is("Game.pair", "[null,null]");
    is("Game.enemies[2].target", "null");
    reported("ref(Enemy) -> ref(Foe)");
    lossless(false);
}

void back(void)
{
    is("Game.enemies[0].health", "70");
    either("Game.boss", "[1,1]", "null");
    either("Game.pair[1]", "[2,1]", "null");
    either("Game.enemies[2].target", "[0,1]", "null");
    either("Game.squad.leader", "[[1,1],[0,1]]", "[null,null]");
}
