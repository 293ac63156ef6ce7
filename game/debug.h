/// Counters of the last update, and a graph of the last seconds. O or Minus toggles them.
#ifndef GAME_DEBUG_H
#define GAME_DEBUG_H
#include "game/paint.h"

void debug_update(ed_Host *host);
void draw_debug(const View *view, ed_Host *host);

#endif
