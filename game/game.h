/// One update of the whole: which screen, and one step of the world beneath it.
#ifndef GAME_GAME_H
#define GAME_GAME_H
#include "game/sim.h"

void game_start(ed_Host *host);      ///< the title screen, on a map made from the seed
/// `frozen`: the world is paused. `autopilot`: no user input.
void game_update(ed_Host *host, bool frozen, bool autopilot);

#endif
