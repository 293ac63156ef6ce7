#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.enemies", 6);
    for (u32 i = 0; i < 6; i++) {
        set(text("Game.enemies[%u].id", i), text("%u", 100 + i));
        set(text("Game.enemies[%u].hp", i), text("%u", 50 + i));
        set(text("Game.enemies[%u].ammo[3]", i), text("%u", 20 + i));
        set(text("Game.enemies[%u].name", i), text("\"number %u\"", i));
    }
    add("Game.sparks", 3);
    add("Game.still", 3);
    set("Game.sparks[1].heat", "8");
    set("Game.still[1].heat", "9");
}

// Deaths and births while the fields are gone.
void check(void)
{
    is("Game.enemies[2]", "{\"id\":102,\"ammo\":[1,2],\"name\":\"numbe\"}");
    remove_item("Game.enemies", 0);      // removes 100; 105 takes its place
    remove_item("Game.enemies", 2);      // removes 102; 104 takes its place
    add("Game.enemies", 1);
    set("Game.enemies[4].id", "200");
    set("Game.enemies[3].name", "\"new\"");
    set("Game.enemies[1].ammo[0]", "77");
    add("Game.sparks", 1);
}

void back(void)
{
    either("Game.enemies[0]", "{\"id\":105,\"hp\":55,\"ammo\":[1,2,3,25],\"name\":\"number 5\"}",
           "{\"id\":105,\"hp\":10,\"ammo\":[1,2,3,4],\"name\":\"numbe\"}");
    either("Game.enemies[1]", "{\"id\":101,\"hp\":51,\"ammo\":[77,2,3,21],\"name\":\"number 1\"}",
           "{\"id\":101,\"hp\":10,\"ammo\":[77,2,3,4],\"name\":\"numbe\"}");
    either("Game.enemies[3].name", "\"new\"", "\"new\"");
    is("Game.enemies[4].hp", "10");
    is("Game.sparks[1].heat", "3");      // no key, and another count: nobody knows which is which
    either("Game.still[1].heat", "9", "3");
    if (!live) return;
    reported("restored Enemy.hp (4 of 5 records)");
    reported("restored Spark.heat (3 of 7 records)");
}
