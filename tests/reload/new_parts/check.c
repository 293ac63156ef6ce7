#include "tests/reload/reload.h"

/// A new part of a struct gets what a new record has at its place: the value that the field around
/// it gives it, or else the default of its type. An item of a list is not at a place.

void fill(void)
{
    set("Game.held.weight", "11");
    set("Game.maybe.weight", "12");
    set("Game.other", "{\"weight\":13}");
    set("Game.tool.gear.weight", "14");
    set("Game.swapped.gear.weight", "15");
    add("Game.list", 1);
    add("Game.slots", 1);
}

void check(void)
{
    is("Game.held", "{\"weight\":11,\"speed\":50}");
    is("Game.plain", "{\"weight\":1,\"speed\":2}");
    is("Game.fixed", "[{\"weight\":6,\"speed\":60},{\"weight\":1,\"speed\":2}]");
    is("Game.maybe", "{\"weight\":12,\"speed\":70}");
    is("Game.other", "{\"weight\":13,\"speed\":2}");
    is("Game.slot", "{\"gear\":{\"weight\":3,\"speed\":80}}");
    is("Game.tool", "{\"gear\":{\"weight\":14,\"speed\":90}}");
    is("Game.swapped", "{\"gear\":{\"weight\":15,\"speed\":2}}");
    is("Game.list", "[{\"weight\":1,\"speed\":2}]");
    is("Game.slots", "[{\"gear\":{\"weight\":3,\"speed\":30}}]");
    reported("added Gear.speed = 2 (");
    reported("50 in Game.held, 60 in Game.fixed[LEFT], 70 in Game.maybe, 80 in Game.slot.gear, "
             "90 in Game.tool.gear, 30 in Slot.gear\n");
}

void back(void)
{
    is("Game.held", "{\"weight\":11}");
    is("Game.tool", "{\"gear\":{\"weight\":14}}");
}
