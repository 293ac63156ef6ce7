#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.score", "40");
    set("Game.wins", "[1,2,3]");
    set("Game.name", "\"Ada\"");
}

// The function of a new state is called. Its old record is empty, and it can read other states.
void check(void)
{
    is("Profile", "{\"rank\":41,\"third\":3,\"name\":\"Ada\",\"started\":true}");
    is("Game.score", "40");
    reported("added Profile (1 record)");
    reported("upgrade Profile (1 record): profile_upgrade ran");
    lossless(false);
}

void back(void) { is("Game.wins", "[1,2,3]"); }
