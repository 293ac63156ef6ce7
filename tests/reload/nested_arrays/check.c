#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.list", 2);
    set("Game.cells[0].parts[19].kind", "200");
    set("Game.cells[1].parts[3].speed", "2.25");
    set("Game.cells[2].parts[19]",
        "{\"speed\":-7,\"on\":true,\"name\":\"abc\",\"mood\":\"GLAD\",\"few\":[1,2]}");
    set("Game.list[1].parts[17].mood", "\"ANGRY\"");
}

void check(void)
{
    is("Game.cells[0].parts[19].kind", "200");
    is("Game.cells[0].parts[0].weight", "8");
    is("Game.cells[0].parts[1].weight", "4");
    is("Game.cells[1].parts[3].speed", "2");
    is("Game.cells[2].parts[19]",
       "{\"weight\":4,\"kind\":0,\"speed\":-7,\"on\":true,\"name\":\"abc\","
       "\"mood\":\"GLAD\",\"few\":[1,2]}");
    is("Game.list[1].parts[17].mood", "\"ANGRY\"");
    is("Game.list[0].parts[17].mood", "\"CALM\"");
    reported("added Part.weight = 4 (100 records)");
    reported("converted Part.kind u8 -> u16 (100 exact)");
    reported("converted Part.speed f32 -> i32 (99 exact, 1 rounded)");
    reported("converted Part.mood (100 exact)");
}

void back(void)
{
    is("Game.cells[0].parts[19].kind", "200");
    either("Game.cells[1].parts[3].speed", "2.25", "2");
    is("Game.cells[2].parts[19].mood", "\"GLAD\"");
    is("Game.list[1].parts[17].mood", "\"ANGRY\"");
}
