/// One update of the whole game: the current screen, and one step of the world behind it.
#ifndef GAME_GAME_H
#define GAME_GAME_H
#include "game/sim.h"

void game_start(ed_Host *host);      ///< shows the title screen, on a map made from the seed
/// `frozen`: the world is paused. `autopilot`: the autopilot plays instead of the user.
void game_update(ed_Host *host, bool frozen, bool autopilot);

#endif
