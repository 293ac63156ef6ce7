#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.armor[0][1].left", "[5,6]");
    set("Game.lamps[0][1][0].on", "[true]");
}

void check(void) { is("Game.armor", "[[{\"left\":0},{\"left\":5},{\"left\":0},{\"left\":0}]]"); }

void back(void)
{
    either("Game.armor", "[[{\"left\":[]},{\"left\":[5,6]}],[{\"left\":[]},{\"left\":[]}]]",
           "[[{\"left\":[0]},{\"left\":[5]}],[{\"left\":[]},{\"left\":[]}]]");
    either("Game.lamps", "[[[{\"on\":[]}],[{\"on\":[true]}]]]",
           "[[[{\"on\":[false]}],[{\"on\":[false]}]]]");
}
