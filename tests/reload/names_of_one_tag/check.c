#include "tests/reload/reload.h"

// `liquid` and `costarring` have the same tag, as have `declinate` and `macallums`, and `altarage`
// and `zinke`. They are nevertheless different names of fields, values, alternatives, states and
// types.
void fill(void)
{
    set("Game.liquid", "3");
    set("Game.pad", "4");
    set("Game.shelf.matter", "\"liquid\"");
    set("Game.shelf.body", "{\"liquid\":6}");
    set("Game.shelf.items[1].id", "2");
    set("Game.shelf.items[1].liquid", "9");
    set("declinate.level", "5");
    add("Game.rays", 1);
    set("Game.ray", "[0,1]");
}

void check(void)
{
    is("Game.costarring", "7");
    is("Game.pad", "4");
    is("Game.shelf.matter", "\"none\"");
    is("Game.shelf.body", "{\"box\":0}");
    is("Game.shelf.items[1].id", "2");
    is("Game.shelf.items[1].costarring", "5");
    is("macallums.level", "8");
    is("Game.ray", "null");
    reported("dropped Game.liquid");
    reported("added Game.costarring");
    reported("dropped Item.liquid");
    reported("dropped Body.liquid");
    reported("dropped declinate");
    reported("added macallums");
    lossless(false);
}

void back(void)
{
    is("Game.pad", "4");
    is("Game.shelf.items[1].id", "2");
    either("Game.liquid", "3", "0");
    either("declinate.level", "5", "0");
}
