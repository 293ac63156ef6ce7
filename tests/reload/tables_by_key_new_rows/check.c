#include <string.h>
#include "tests/reload/reload.h"

// Only the code changed: rows were inserted, removed and reordered.

void fill(void)
{
    set("Game.boss.held", "sword");
    set("Game.boss.bag", "[\"bow\", null, \"shield\"]");
    set("Game.boss.spell", "\"300\"");
    set("Game.boss.worn", "BODY");
    set("Game.best", "hat");
}

void check(void)
{
    is("Game.boss.held", "\"sword\"");
    is("Game.boss.bag", "[\"bow\",null,null]");
    is("Game.boss.spell", "\"300\"");
    is("Game.boss.worn", "null");
    is("Game.best", "\"hat\"");
}

void back(void)
{
    is("Game.boss.held", "\"sword\"");
    either("Game.boss.bag", "[\"bow\",null,\"shield\"]", "[\"bow\",null,null]");
    is("Game.boss.spell", "\"300\"");
    either("Game.boss.worn", "\"BODY\"", "null");
    is("Game.best", "\"hat\"");
}
