#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.speed", "[11,21,31,41]");
    set("Game.plain", "[1,2,3,4]");
    set("Game.stats[0]", "{\"kills\":5,\"note\":\"orc\"}");
    set("Game.stats[3]", "{\"kills\":8,\"note\":\"gnome\"}");
    set("Game.grid", "[[1,2],[3,4],[5,6]]");
    set("Game.title", "[\"orc\",\"elf\",\"troll\",\"gnome\"]");
    set("Game.kept", "[7,8]");
    add("Game.units", 300);
    set("Game.units[299].speed", "[100,200,300,400]");
    set("Game.units[299].bonus", "[[1,2],[3,4],[5,6],[7,8]]");
    set("Game.units[299].seen", "[false,true]");
}

// Elements follow the values of the enum by name. ELF was removed, and its elements with it.
void check(void)
{
    is("Game.speed", "[50,31,11,41,90]");
    is("Game.plain", "[1,2,3,4,0]");
    is("Game.stats[2]", "{\"kills\":5,\"note\":\"orc\"}");
    is("Game.stats[3]", "{\"kills\":8,\"note\":\"gnome\"}");
    is("Game.stats[0].kills", "0");
    is("Game.grid", "[[2,1],[4,3],[6,5]]");
    is("Game.title", "[\"\",\"troll\",\"orc\",\"gnome\",\"\"]");
    is("Game.kept", "[8,7]");
    is("Game.units[0].speed", "[5,3,1,4,9]");
    is("Game.units[299].bonus[GOBLIN][HARD]", "2");
    is("Game.units[299].speed", "[5,255,100,255,9]");
    is("Game.units[299].bonus", "[[0,0],[6,5],[2,1],[8,7],[0,0]]");
    is("Game.units[299].seen", "[true,false]");
    reported("converted Game.speed (3 exact, 1 truncated)");
    lossless(false);
}

void back(void)
{
    is("Game.plain", "[1,2,3,4]");
    is("Game.kept", "[7,8]");
    is("Game.grid", "[[1,2],[3,4],[5,6]]");
    either("Game.speed", "[11,21,31,41]", "[11,20,31,41]");
    either("Game.title", "[\"orc\",\"elf\",\"troll\",\"gnome\"]",
           "[\"orc\",\"\",\"troll\",\"gnome\"]");
    is("Game.stats[0]", "{\"kills\":5,\"note\":\"orc\"}");
    is("Game.units[299].bonus[0]", "[1,2]");
    is("Game.units[299].seen", "[false,true]");
}
