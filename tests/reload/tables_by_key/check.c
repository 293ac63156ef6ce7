#include <string.h>
#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.boss.held", "sword");
    set("Game.boss.bag", "[\"bow\", null, \"shield\"]");
    set("Game.boss.spell", "\"300\"");
    set("Game.boss.worn", "BODY");
    set("Game.boss.gift", "\"1\"");
    set("Game.boss.named", "hat");
    add("Game.actors", 0);
    set("Game.actors", "[{\"held\":\"hat\",\"worn\":\"HEAD\",\"spell\":\"7\"}]");
    set("Game.best", "bow");
}

void check(void)
{
    is("Game.boss.held", "\"sword\"");
    is("Game.boss.bag", "[\"bow\",null,null]");
    is("Game.boss.spell", "\"300\"");
    is("Game.boss.worn", "null");
    is("Game.boss.gift", "\"1\"");
    is("Game.boss.named", "\"hat\"");
    is("Game.actors[0].held", "\"hat\"");
    is("Game.actors[0].worn", "\"HEAD\"");
    is("Game.actors[0].spell", "\"7\"");
    is("Game.best", "\"bow\"");
    reported("Actor.bag (5 exact, 1 set to the default)");
    reported("Actor.worn (1 exact, 1 set to the default)");
}

void back(void)
{
    is("Game.boss.held", "\"sword\"");
    either("Game.boss.bag", "[\"bow\",null,\"shield\"]", "[\"bow\",null,null]");
    either("Game.boss.worn", "\"BODY\"", "null");
    is("Game.boss.named", "\"hat\"");
    is("Game.actors[0].held", "\"hat\"");
    is("Game.best", "\"bow\"");
}
