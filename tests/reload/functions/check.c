#include <string.h>
#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.actors", 3);
    set("Game.actors[1].think", "run");
    set("Game.actors[1].plans", "[\"sleep\", null]");
    set("Game.actors[1].later", "[\"chase\", \"run\"]");
    set("Game.actors[1].mood", "stand");
    set("Game.actors[1].word", "\"run\"");
    set("Game.actors[2].think", "null");
    set("Game.focus", "\"Game.actors[2]\"");
}

/// Fails unless the pointer leads into the module that runs.
static void leads_to(const char *path, u32 value)
{
    ed_ValueRef ref;
    void *at, *expected;
    if (!find(path, &ref)) return;
    memcpy(&at, ref.at, sizeof at);
    memcpy(&expected, &ref.field->type->addresses[value], sizeof expected);
    if (at != expected) fail("the address of", path, "is another one");
}

void check(void)
{
    is("Game.boss.think", "\"chase\"");
    is("Game.actors[0].think", "\"stand\"");
    is("Game.actors[1].think", "\"flee\"");
    is("Game.actors[1].plans", "[\"sleep\",null,null]");
    is("Game.actors[1].later", "[\"chase\",\"flee\"]");
    is("Game.actors[1].mood", "\"stand\"");
    is("Game.actors[1].word", "\"flee\"");
    is("Game.actors[2].think", "null");
    is("Game.focus", "\"Game.actors[2]\"");
    leads_to("Game.actors[1].think", 3);
    leads_to("Game.actors[1].later[0]", 4);
    leads_to("Game.boss.think", 4);
}

void back(void)
{
    is("Game.actors[1].think", "\"run\"");
    is("Game.actors[1].plans", "[\"sleep\",null]");
    is("Game.actors[1].later", "[\"chase\",\"run\"]");
    is("Game.actors[1].mood", "\"stand\"");
    is("Game.actors[2].think", "null");
    is("Game.focus", "\"Game.actors[2]\"");
    leads_to("Game.actors[1].think", 3);
}
