#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.held.id", "7");
    set("Game.lent", "{}");
    set("Game.lent.count", "9");
    set("Game.level", "5");
    add("Game.bag", 2);
    set("Game.bag[0].id", "3");
    set("Game.bag[1].id", "6");
    set("Game.first", "{}");
}

void check(void)
{
    is("Game.held", "{\"id\":7,\"count\":2,\"worth\":3}");
    is("Game.kept.count", "2");
    is("Game.lent", "{\"id\":1,\"count\":9,\"worth\":3}");
    is("Game.lost", "{\"id\":1,\"count\":2,\"worth\":3}");
    is("Game.level", "5");
    is("Game.rank", "0");
    is("Game.bag.id", "3");
    is("Game.none", "null");
    is("Game.first", "[{\"id\":1,\"count\":2,\"worth\":3}]");
    is("Game.set.id", "4");
    reported("converted Game.held Item -> Item optional (1 exact)");
    reported("converted Game.lost Item optional -> Item (1 set to the default)");
    reported("converted Game.bag Item[] -> Item optional (1 exact, 1 truncated)");
}

void back(void)
{
    is("Game.held.id", "7");
    is("Game.lent.count", "9");
    either("Game.lost", "null", "{\"id\":1,\"count\":2}");
    is("Game.level", "5");
    either("Game.bag", "[{\"id\":3,\"count\":2},{\"id\":6,\"count\":2}]",
           "[{\"id\":3,\"count\":2}]");
    is("Game.none", "[]");
}
