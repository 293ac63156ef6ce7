/// The main loop of a game without a window: updates as fast as possible.
#ifndef HOST_APP_LOOP_HEADLESS_H
#define HOST_APP_LOOP_HEADLESS_H
#include "runtime/debug/game.h"

/// Polls the game's source and shows the result on the console.
void host_loop_poll_source(ed_Game *game, ed_LiveEvent *event);

/// Returns when the game or a signal ends the loop, after the last requested update, or when the
/// game's code failed, unless the loop waits for a fix. Sets game->failed if the game's code failed
/// or reached a limit.
void host_loop_headless(ed_Game *game);
#endif
