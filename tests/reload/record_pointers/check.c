#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 4);
    set("Game.items", "[{\"id\":1},{\"id\":2},{\"id\":3}]");
    set("Game.actors[0].target", "\"Game.actors[3]\"");
    set("Game.actors[1].friends", "[\"Game.actors[1]\", \"Game.actors[0]\"]");
    set("Game.actors[2].seen", "[\"Game.items[2]\", null, \"Editor.cursor\"]");
    set("Game.actors[2].held", "[\"Game.items[0]\", \"Game.items[1]\"]");
    set("Game.guns[0].aim", "{\"item\":\"Game.items[1]\"}");
    set("Game.guns[1].aim", "{\"actor\":\"Game.actors[2]\"}");
    set("Game.best", "\"Editor.cursor\"");
    set("Editor.chosen", "\"Game.actors[1]\"");
    set("Editor.under", "\"Game.items[2]\"");
}

void check(void)
{
    is("Game.people[0].target", "\"Game.people[3]\"");
    is("Game.people[1].friends", "[\"Game.people[1]\",\"Game.people[0]\",null]");
    is("Game.people[2].seen", "[\"Editor.things[2]\",null,\"Editor.cursor\"]");
    is("Game.people[2].held", "[\"Editor.things[0]\",\"Editor.things[1]\"]");
    is("Game.guns[0].aim", "{\"item\":\"Editor.things[1]\"}");
    is("Game.best", "\"Editor.cursor\"");
    is("Editor.chosen", "\"Game.people[1]\"");
    is("Editor.under", "\"Editor.things[2]\"");
}

void back(void)
{
    is("Game.actors[0].target", "\"Game.actors[3]\"");
    is("Game.actors[1].friends", "[\"Game.actors[1]\",\"Game.actors[0]\"]");
    is("Game.actors[2].seen", "[\"Game.items[2]\",null,\"Editor.cursor\"]");
    is("Game.actors[2].held", "[\"Game.items[0]\",\"Game.items[1]\"]");
    is("Game.guns[0].aim", "{\"item\":\"Game.items[1]\"}");
    is("Game.best", "\"Editor.cursor\"");
    is("Editor.chosen", "\"Game.actors[1]\"");
    is("Editor.under", "\"Game.items[2]\"");
}
