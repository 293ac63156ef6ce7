#include "tests/reload/reload.h"

void fill(void)
{
    add("Game.mobjs", 3);
    set("Game.cap.next", "\"Game.mobjs[1]\"");
    set("Game.mobjs[1].thinker.next", "\"Game.doors[2]\"");
    set("Game.doors[2].thinker.next", "\"Game.lift\"");
    set("Game.lift.door.thinker.next", "\"Game.cap\"");
    set("Game.mobjs[0].owner", "\"Game.mobjs[2]\"");
    set("Game.mobjs[2].owner", "\"Game.doors[0]\"");
    set("Game.mobjs[0].seen", "\"Game.lift\"");
    set("Game.last", "\"Game.mobjs[0]\"");
    set("Game.open", "\"Game.doors[1]\"");
}

// A Lift no longer begins with a Door, and a Door is no Mobj.
void check(void)
{
    is("Game.cap.next", "\"Game.mobjs[1]\"");
    is("Game.mobjs[1].task.next", "\"Level.doors[2]\"");
    is("Level.doors[2].task.next", "null");
    is("Game.lift.door.task.next", "\"Game.cap\"");
    is("Game.mobjs[0].owner", "\"Game.mobjs[2]\"");
    is("Game.mobjs[2].owner", "null");
    is("Game.mobjs[0].seen", "null");
    is("Game.last", "\"Game.mobjs[0]\"");
    is("Game.open", "\"Level.doors[1]\"");
}

void back(void)
{
    is("Game.cap.next", "\"Game.mobjs[1]\"");
    is("Game.mobjs[1].thinker.next", "\"Game.doors[2]\"");
    is("Game.lift.door.thinker.next", "\"Game.cap\"");
    is("Game.mobjs[0].owner", "\"Game.mobjs[2]\"");
    is("Game.last", "\"Game.mobjs[0]\"");
    is("Game.open", "\"Game.doors[1]\"");
    if (!live) return;
    is("Game.doors[2].thinker.next", "\"Game.lift\"");
    is("Game.mobjs[2].owner", "\"Game.doors[0]\"");
    is("Game.mobjs[0].seen", "\"Game.lift\"");
}
