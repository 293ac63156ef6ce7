#include "tests/reload/reload.h"

// A number that names no item, other than -1, is kept for the way back.
void fill(void)
{
    set("Game.items", "[{\"id\":1},{\"id\":2},{\"id\":3}]");
    set("Game.items[0].next", "2");
    set("Game.items[1].next", "-1");
    set("Game.items[2].next", "-7");
    set("Game.items[1].best", "\"Game.items[2]\"");
    set("Game.items[0].far", "1");
    set("Game.items[1].far", "-1");
    set("Game.items[2].far", "1.5");
    set("Game.chosen", "1");
    set("Game.other", "-1");
    set("Game.lost", "-9223372036854775808");
    set("Game.held", "\"Game.items[1]\"");
    set("Game.big", "4294967295");
}

void check(void)
{
    is("Game.items[0].next", "\"Game.items[2]\"");
    is("Game.items[1].next", "null");
    is("Game.items[2].next", "null");
    is("Game.items[0].best", "-1");
    is("Game.items[1].best", "2");
    is("Game.items[0].far", "\"Game.items[1]\"");
    is("Game.items[1].far", "null");
    is("Game.items[2].far", "null");
    is("Game.chosen", "\"Game.items[1]\"");
    is("Game.other", "null");
    is("Game.lost", "null");
    is("Game.held", "1");
    is("Game.none", "-1");
    is("Game.big", "null");
    is("Game.big_none", "18446744073709551615");
    is("Game.small_none", "0");
}

void back(void)
{
    is("Game.items[0].next", "2");
    is("Game.items[1].next", "-1");
    is("Game.items[0].best", "null");
    is("Game.items[1].best", "\"Game.items[2]\"");
    is("Game.items[0].far", "1");
    is("Game.items[1].far", "-1");
    is("Game.chosen", "1");
    is("Game.other", "-1");
    is("Game.held", "\"Game.items[1]\"");
    is("Game.none", "null");
    is("Game.big", "4294967295");
    is("Game.big_none", "null");
    either("Game.small_none", "null", "\"Game.items[0]\"");
    either("Game.items[2].next", "-7", "-1");
    either("Game.items[2].far", "1.5", "-1");
    either("Game.lost", "-9223372036854775808", "-1");
}
