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

// The memory is adopted, and its pointers into the old module lead to the new one.
void check(void)
{
    is("Game.boss.think", "\"chase\"");
    is("Game.actors[1].think", "\"run\"");
    is("Game.focus", "\"Game.actors[2]\"");
    leads_to("Game.boss.think", 2);
    leads_to("Game.actors[0].think", 1);
    leads_to("Game.actors[1].think", 3);
    leads_to("Game.actors[1].plans[0]", 4);
    leads_to("Game.actors[1].plans[1]", 0);
    leads_to("Game.actors[1].later[1]", 3);
    leads_to("Game.actors[2].think", 0);
    lossless(true);
}

void back(void) { check(); }
